import { assert, constantFrom, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { createSpan } from '../traces/testing/spans.ts'
import { IncidentError } from './check-incident.ts'
import { incidentFileName } from '../incident-file/index.ts'
import { parseIncident, timelineTrace } from './read-incident.ts'

const span = (id: string, parent: string | null) => ({ ...createSpan(id, parent) })
const FILE = {
  format: 'errata-incident',
  version: 1,
  createdAt: '2026-11-22T10:00:00.000Z',
  origin: 'https://errata.example',
  issue: null,
  condition: null,
  event: null,
  releases: [],
  trace: {
    traceId: '5d97e30c5d97e30c5d97e30c5d97e30c',
    start: '2026-11-20T14:31:02.112Z',
    durationNs: 1,
    totalSpans: 3,
    truncated: false,
    spans: [span('a', null), span('b', 'a'), span('c', 'a')],
    exceptions: [],
    spanEvents: [{ spanId: 'b', at: '2026-11-20T14:31:02.200Z', name: 'retry' }],
  },
  timeline: ['a', 'c'],
}

test('a file is read as it was written; members of later versions are no obstacle', () => {
  const incident = parseIncident(JSON.stringify({ ...FILE, later: { more: true } }))
  expect(incident.trace).toEqual(FILE.trace)
  expect(incidentFileName(incident)).toBe('errata-incident-5d97e30c.json')
  expect(timelineTrace(incident)).toMatchObject({
    truncated: true,
    spans: [{ spanId: 'a' }, { spanId: 'c' }],
  })
})

test('whatever value a member has instead, the file is refused with a sentence or is still sound', () => {
  const paths: [string, ...string[]][] = [
    ['createdAt'],
    ['event'],
    ['trace'],
    ['trace', 'spans'],
    ['trace', 'spans', '1'],
    ['trace', 'spans', '1', 'start'],
    ['trace', 'exceptions'],
    ['trace', 'spanEvents'],
    ['timeline'],
  ]
  assert(
    property(constantFrom(...paths), jsonValue(), (path, value) => {
      const file = structuredClone(FILE) as Record<string, unknown>
      const last = path.at(-1) ?? ''
      const parent = path.slice(0, -1).reduce((node, name) => node[name] as Record<string, unknown>, file)
      parent[last] = value
      try {
        const incident = parseIncident(JSON.stringify(file))
        expect(incident.trace?.spans.every(({ start }) => !Number.isNaN(Date.parse(start)))).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(IncidentError)
        expect(String(error)).toMatch(/\.$/)
      }
    }),
  )
})
