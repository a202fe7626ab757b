// When an issue was louder than usual: at every step of the time that was read.
import type { Buckets } from '../../../occurrences/buckets.ts'
import { stepBefore } from './issue-steps.ts'
import {
  DAYS_OF_LONG_FORM,
  DAYS_OF_WEEK_FORM,
  lowestLimit,
  usualOf,
  type LouderThreshold,
  type Usual,
} from './usual-hours.ts'

export const STEP_NS = 300_000_000_000n
export const STEPS_OF_HOUR = 12
const STEPS_OF_DAY = 24 * STEPS_OF_HOUR

/** Alarms that are closer together are one. */
const STEPS_BETWEEN_ALARMS = 6 * STEPS_OF_HOUR

/** The rule is tested on so much of the past, and may have raised one alarm a month. */
const TESTED_STEPS = 28 * STEPS_OF_DAY
const STEPS_OF_MONTH = 30 * STEPS_OF_DAY

/** The alarms of a shorter past say little about uneven hours. */
const MIN_TESTED_DAYS = 14

/** `begin`: the first step of the alarm. `pastAlarms`: in `testedDays` before. */
export type LouderAlarm = Usual & { events: number; begin: number; pastAlarms: number; testedDays: number }

export type LouderSeries = {
  /** In the hour that ends there. */
  eventsAt(step: number): number
  /** Two evaluations in a row are louder: the hour that ends there, and the one five minutes before. */
  isAlarm(step: number): boolean
  /** Null: no alarm. */
  alarmAt(step: number): LouderAlarm | null
}

/**
 * `hours`: of each step, the events of the hour that ends with it. `since`: when the issue was first seen, or
 * the first stored row, if that is later.
 */
export function createLouderSeries(
  hours: Int32Array,
  { since, steps, threshold }: { since: bigint; steps: Buckets; threshold: LouderThreshold },
): LouderSeries {
  const firstStep = Math.max(0, stepBefore(since, steps) + 1)
  /** Of each step: 0 unknown, 1 not louder, 2 louder. */
  const results = new Uint8Array(hours.length)
  return { eventsAt: (step) => hours[step] ?? 0, isAlarm, alarmAt }

  function alarmAt(step: number): LouderAlarm | null {
    if (!isAlarm(step)) return null
    const begin = beginOf(step)
    const tested = Math.max(firstStep + DAYS_OF_WEEK_FORM * STEPS_OF_DAY, step - TESTED_STEPS)
    const pastAlarms = countAlarms(tested, begin - STEPS_BETWEEN_ALARMS)
    const testedDays = Math.max(0, begin - tested) / STEPS_OF_DAY
    const days = daysBefore(step)
    const usual = usualOf(countsBefore(step, days), days, threshold)
    return { ...usual, events: hours[step]!, begin, pastAlarms, testedDays }
  }

  function isAlarm(step: number): boolean {
    return isLouder(step) && isLouder(step - 1)
  }

  function isLouder(step: number): boolean {
    if (step < 0 || hours[step]! < threshold.count) return false
    if (results[step] === 0) results[step] = hours[step]! > limitOf(step) ? 2 : 1
    return results[step] === 2
  }

  function limitOf(step: number): number {
    const days = daysBefore(step)
    if (days === 0) return Infinity
    const counts = countsBefore(step, days)
    return hours[step]! <= lowestLimit(counts, days) ? Infinity : usualOf(counts, days, threshold).limit
  }

  /** Those that are compared; 0: the issue is younger than a week. */
  function daysBefore(step: number): number {
    const days = Math.floor((step + 1 - firstStep) / STEPS_OF_DAY)
    return [DAYS_OF_LONG_FORM, DAYS_OF_WEEK_FORM].find((form) => days >= form) ?? 0
  }

  function countsBefore(step: number, days: number): number[] {
    const counts: number[] = []
    for (let day = 1; day <= days; day++)
      for (const hour of [-1, 0, 1]) counts.push(hours[step - day * STEPS_OF_DAY + hour * STEPS_OF_HOUR] ?? 0)
    return counts
  }

  /** The first step of an alarm that goes on at this step. */
  function beginOf(step: number): number {
    let begin = step
    for (let before = step - 1; before >= begin - STEPS_BETWEEN_ALARMS && before >= 0; before--)
      if (isAlarm(before)) begin = before
    return begin
  }

  function countAlarms(from: number, to: number): number {
    let [count, last] = [0, Number.NEGATIVE_INFINITY]
    for (let step = from; step <= to; step++) {
      if (!isAlarm(step)) continue
      if (step - last > STEPS_BETWEEN_ALARMS) count++
      last = step
    }
    return count
  }
}

/**
 * A series that would have raised more than one alarm a month varies too much; so may one of uneven hours and
 * a short past. A single alarm of a series whose hours are even was a change, not chance.
 */
export function isNoisy(alarm: Pick<LouderAlarm, 'pastAlarms' | 'testedDays' | 'isUneven'>): boolean {
  const allowed = (alarm.testedDays * STEPS_OF_DAY) / STEPS_OF_MONTH
  if (alarm.isUneven) return alarm.testedDays < MIN_TESTED_DAYS || alarm.pastAlarms > allowed
  return alarm.pastAlarms > Math.max(1, allowed)
}
