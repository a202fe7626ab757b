import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRefusals } from './refusals.ts'

test('a burst of refusals is a line when it begins and one a minute while it goes on', () => {
  const lines: { status: number; times: number }[] = []
  let now = 0
  const logger = pino(
    { base: null },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
  )
  const refusals = createRefusals(logger, () => now)
  for (let second = 0; second < 150; second++) {
    now = second * 1_000
    refusals.note(429, 'Too many.')
    refusals.note(429, 'Too many.')
    if (second === 5) refusals.note(413, 'Too large.')
  }
  expect(lines.map(({ status, times }) => [status, times])).toEqual([
    [429, 1],
    [413, 1],
    [429, 120],
    [429, 120],
  ])
})
