// Our rule for "louder than usual" beside Sentry's published one and a z-score, on the same made-up series of
// an issue: four weeks of a daily and weekly rhythm, of which the last two are judged.
import {
  createLouderSeries,
  isNoisy,
  STEP_NS,
  STEPS_OF_HOUR,
} from '../features/alerts/rules/louder-series.ts'
import { slidingCounts } from '../features/alerts/rules/issue-steps.ts'
import { randomOf, rhythm, type Random } from './random.ts'

const WEEK = 168
const HOURS = 4 * WEEK
const FIRST_JUDGED = 2 * WEEK
const MULTIPLES = [2, 3, 5, 10]
const BURST_HOURS = 3
/** Alarms that are closer together are one. */
const HOURS_BETWEEN = 6
const SERIES = 60

/** The hours, from 0, in which the rule alarms. `steps`: the events of every five minutes. */
type Rule = (steps: Int32Array) => (hour: number) => boolean

export const RULES: Record<string, Rule> = {
  'Sentry, escalating': (steps) => {
    const hours = hourlyOf(steps)
    return (hour) => sentryIsEscalating(hours, hour)
  },
  'z > 3, weekly season': (steps) => {
    const hours = hourlyOf(steps)
    return (hour) => zScoreOf(hours, hour) > 3
  },
  'louder, without the test on its past': (steps) => louderOf(steps, () => true),
  louder: (steps) => louderOf(steps, (alarm) => !isNoisy(alarm)),
}

/** Of each kind of series and each rule: false alarms of an issue in a week, and bursts that it reports. */
export function compareRules(seed: number): (string | number)[][] {
  const random = randomOf(seed)
  const kinds = [3, 30, 300].flatMap((mean) => [
    { mean, shape: Infinity, noise: 'Poisson' },
    { mean, shape: 2, noise: 'gamma, k = 2' },
  ])
  return kinds.flatMap((kind) => measureKind(random, kind))
}

type Kind = { mean: number; shape: number; noise: string }

function measureKind(random: Random, { mean, shape, noise }: Kind): (string | number)[][] {
  const names = Object.keys(RULES)
  const alarms = new Map(names.map((name) => [name, 0]))
  const reported = new Map(names.map((name) => [name, MULTIPLES.map(() => 0)]))
  for (let count = 0; count < SERIES; count++) {
    const series = makeSeries(random, mean, shape)
    for (const name of names) alarms.set(name, alarms.get(name)! + countAlarms(RULES[name]!(series)))
    for (const [at, multiple] of MULTIPLES.entries()) {
      const first = FIRST_JUDGED + 24 + Math.floor(random.uniform() * (2 * WEEK - 48))
      const burst = withBurst(random, series, { first, mean, multiple })
      for (const name of names) {
        const isAlarm = RULES[name]!(burst)
        const hours = Array.from({ length: BURST_HOURS }, (_, hour) => first + hour)
        if (hours.some(isAlarm)) reported.get(name)![at]!++
      }
    }
  }
  return names.map((name) => [
    `${mean} an hour, ${noise}`,
    name,
    (alarms.get(name)! / SERIES / 2).toFixed(3),
    ...reported.get(name)!.map((count) => `${Math.round((count / SERIES) * 100)} %`),
  ])
}

function makeSeries(random: Random, mean: number, shape: number): Int32Array {
  const steps = new Int32Array(HOURS * STEPS_OF_HOUR)
  for (let hour = 0; hour < HOURS; hour++) {
    const rate = mean * rhythm(hour) * (shape === Infinity ? 1 : random.gamma(shape))
    for (let step = 0; step < STEPS_OF_HOUR; step++)
      steps[hour * STEPS_OF_HOUR + step] = random.poisson(rate / STEPS_OF_HOUR)
  }
  return steps
}

function withBurst(
  random: Random,
  series: Int32Array,
  { first, mean, multiple }: { first: number; mean: number; multiple: number },
): Int32Array {
  const burst = series.slice()
  const rate = (multiple - 1) * Math.max(mean * rhythm(first), mean / 2)
  for (let step = first * STEPS_OF_HOUR; step < (first + BURST_HOURS) * STEPS_OF_HOUR; step++)
    burst[step]! += random.poisson(rate / STEPS_OF_HOUR)
  return burst
}

function countAlarms(isAlarm: (hour: number) => boolean): number {
  let [count, quietUntil] = [0, 0]
  for (let hour = FIRST_JUDGED; hour < HOURS; hour++) {
    if (hour < quietUntil || !isAlarm(hour)) continue
    count++
    quietUntil = hour + HOURS_BETWEEN
  }
  return count
}

type Alarm = Parameters<typeof isNoisy>[0]

/** In any of the evaluations of an hour. */
function louderOf(steps: Int32Array, isReported: (alarm: Alarm) => boolean): (hour: number) => boolean {
  const entries = Array.from(steps, (count, step): [number, number, number] => [step, 0, count])
  const series = createLouderSeries(slidingCounts(entries, STEPS_OF_HOUR, 'events', steps.length), {
    since: 0n,
    steps: { first: 0n, step: STEP_NS, count: steps.length },
    threshold: { factor: 3, count: 10 },
  })
  return (hour) => {
    for (let step = hour * STEPS_OF_HOUR; step < (hour + 1) * STEPS_OF_HOUR; step++) {
      const alarm = series.alarmAt(step)
      if (alarm !== null && isReported(alarm)) return true
    }
    return false
  }
}

function hourlyOf(steps: Int32Array): number[] {
  return Array.from({ length: HOURS }, (_, hour) =>
    sum(steps.subarray(hour * STEPS_OF_HOUR, (hour + 1) * STEPS_OF_HOUR)),
  )
}

function sum(values: Int32Array | number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}

function mean(values: number[]): number {
  return sum(values) / values.length
}

function deviation(values: number[]): number {
  const average = mean(values)
  return Math.sqrt(sum(values.map((value) => (value - average) ** 2)) / (values.length - 1))
}

/** `escalating_issues_alg.py` of Sentry: one limit for each day, from the 7 days before. */
function sentryIsEscalating(hours: number[], hour: number): boolean {
  const day = hour - (hour % 24)
  const past = hours.slice(day - WEEK, day)
  const [most, average] = [Math.max(...past), mean(past)]
  if (average === 0) return hours[hour]! > most * 10
  const variation = deviation(past) / average
  const burst = Math.min(Math.max(2, 5 * Math.exp(-0.65 * variation)), 5)
  const trend = Math.min(Math.max((average + 5 * deviation(past)) / average, 5), 8)
  const weekday = Math.floor(hour / 24) % 7
  const weights = past.map((_, index) => (Math.floor((day - WEEK + index) / 24) % 7 === weekday ? 2 : 1))
  const weighted = sum(past.map((count, index) => count * weights[index]!)) / sum(weights)
  return hours[hour]! > Math.max(most * burst, weighted + trend * average)
}

/** As SigNoz computes it: what the same hour a week before and the trend of the weeks predict. */
function zScoreOf(hours: number[], hour: number): number {
  const [week, before] = [hours.slice(hour - WEEK, hour), hours.slice(hour - 2 * WEEK, hour - WEEK)]
  const spread = deviation(week)
  if (spread === 0) return 0
  return (hours[hour]! - (hours[hour - WEEK]! + mean(week) - mean(before))) / spread
}
