import { array, assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_NS, SECOND_NS } from '../../../database/instants.ts'
import type { MessageTime } from './alert-messages.ts'
import { DEFAULT_LIMITS, nextAttempt, nextMessage } from './schedule.ts'

const START = 1_800_000_000n * SECOND_NS

type Sent = MessageTime & { changes: number; until: bigint }

/** All messages of a channel about changes at these seconds; each takes what is due then. */
function simulate(limits: typeof DEFAULT_LIMITS, instants: number[]): Sent[] {
  let due = instants.toSorted((a, b) => a - b).map((second) => START + BigInt(second) * SECOND_NS)
  const sent: Sent[] = []
  while (due.length > 0) {
    const { at, kind, until } = nextMessage(limits, due[0]!, sent)
    const ready = due.filter((instant) => instant <= at)
    sent.push({ channelId: '', at, kind, until, changes: kind === 'pause' ? 0 : ready.length })
    if (kind === 'changes') due = due.slice(ready.length)
  }
  return sent
}

const limits = record({
  gatherSeconds: integer({ min: 0, max: 120 }),
  pauseSeconds: integer({ min: 0, max: 600 }),
  messagesPerHour: integer({ min: 1, max: 20 }),
})
const instants = array(integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 })

test('every change is sent once, after it was gathered, and no limit is exceeded', () => {
  assert(
    property(limits, instants, (limits, instants) => {
      const sent = simulate(limits, instants)
      expect(sent.reduce((sum, { changes }) => sum + changes, 0)).toBe(instants.length)
      for (const [index, { at, kind, until }] of sent.entries()) {
        const previous = sent[index - 1]
        if (previous) expect(at - previous.at).toBeGreaterThanOrEqual(BigInt(limits.pauseSeconds) * SECOND_NS)
        const inHour = sent.slice(0, index + 1).filter((other) => other.at > at - HOUR_NS)
        // One above the limit: the message that announces the pause.
        expect(inHour.length).toBeLessThanOrEqual(limits.messagesPerHour + 1)
        expect(inHour.filter((other) => other.kind === 'changes').length).toBeLessThanOrEqual(
          limits.messagesPerHour,
        )
        if (kind === 'pause') expect(sent[index + 1]!.at).toBeGreaterThanOrEqual(until)
        if (kind === 'pause') expect(previous?.kind).toBe('changes')
      }
    }),
  )
})

test('one change is sent after 30 seconds, and 5,000 within a minute in two messages', () => {
  expect(simulate(DEFAULT_LIMITS, [0]).map(({ at }) => at - START)).toEqual([30n * SECOND_NS])
  const burst = Array.from({ length: 5_000 }, (_, index) => Math.floor((index * 60) / 5_000))
  expect(
    simulate(DEFAULT_LIMITS, burst).map(({ at, kind }) => [Number((at - START) / SECOND_NS), kind]),
  ).toEqual([
    [30, 'changes'],
    [330, 'changes'],
  ])
})

test('a message is tried again for 24 hours, and not before the receiver asks for it', () => {
  const pauses: number[] = []
  let now = START
  for (let attempts = 1; ; attempts++) {
    const next = nextAttempt({ at: START, attempts }, now, 0n)
    if (next === null) break
    pauses.push(Number((next - now) / SECOND_NS))
    now = next
  }
  expect(pauses.slice(0, 7)).toEqual([5, 30, 120, 600, 1_800, 3_600, 3_600])
  expect(Number((now - START) / HOUR_NS)).toBe(23)
  expect(nextAttempt({ at: START, attempts: 1 }, START, 90n * SECOND_NS)).toBe(START + 90n * SECOND_NS)
})
