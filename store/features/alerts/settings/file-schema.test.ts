// The schema of the file of alerts says what the parser says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { violations } from '../../../testing/json-schema.ts'
import { sharedStore } from '../../../testing/suite.ts'
import { parseFile } from './alerts-file.ts'

const store = sharedStore()

type FileSchema = Parameters<typeof violations>[1] & {
  $schema: string
  $defs: Parameters<typeof violations>[2]
}

const CHANNEL = { kind: 'slack', target: 'https://hooks.slack.com/services/T/B/x' }

const GOOD = {
  $schema: 'http://127.0.0.1:8080/api/alerts-schema',
  channels: {
    chat: { ...CHANNEL, name: 'Chat', gatherSeconds: 0, pauseSeconds: 86_400, messagesPerHour: 1 },
    hook: { kind: 'webhook', target: '${HOOK}', secret: '${KEY}', heartbeatMinutes: 5 },
    pager: { kind: 'pagerduty', secret: 'R'.repeat(32) },
  },
  rules: {
    new: { channels: ['chat'], environment: null, quietAfterDeployMinutes: null, enabled: false },
    crowd: { when: 'users', threshold: { count: 50, minutes: 5 }, service: ['shop'], channels: ['chat'] },
  },
  digest: { channels: ['chat'], weekday: 7, hour: 0, zone: 'Europe/Vienna', weekly: true, releases: false },
}

/** Whether both take it. */
async function verdicts(file: unknown): Promise<{ schema: boolean; parser: boolean }> {
  const schema = await store.read<FileSchema>('/api/alerts-schema')
  const isParsed = (() => {
    try {
      return Boolean(
        parseFile(
          JSON.stringify(file),
          () => 'https://ops.example',
          () => {},
        ),
      )
    } catch {
      return false
    }
  })()
  return { schema: violations(file, schema, schema.$defs).length === 0, parser: isParsed }
}

test('a good file is taken by both, such as the one in the documentation', async () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/alerts.md'), 'utf8')
  const [, example = ''] = /```json\n([^`]*)```/.exec(document)!
  for (const file of [{}, GOOD, JSON.parse(example)])
    expect(await verdicts(file)).toEqual({ schema: true, parser: true })
})

test.each([
  ['no object', []],
  ['another member', { channel: {} }],
  ['a list of channels', { channels: [CHANNEL] }],
  ['a channel without a kind', { channels: { chat: { target: CHANNEL.target } } }],
  ['an unknown kind', { channels: { chat: { ...CHANNEL, kind: 'pigeon' } } }],
  ['a channel without a target', { channels: { chat: { kind: 'slack' } } }],
  ['another member of a channel', { channels: { chat: { ...CHANNEL, url: 'x' } } }],
  ['the state of a channel', { channels: { chat: { ...CHANNEL, state: 'ok' } } }],
  ['half a second', { channels: { chat: { ...CHANNEL, gatherSeconds: 0.5 } } }],
  ['no message an hour', { channels: { chat: { ...CHANNEL, messagesPerHour: 0 } } }],
  ['a pause as a text', { channels: { chat: { ...CHANNEL, pauseSeconds: '5' } } }],
  [
    'a heartbeat of two days',
    { channels: { chat: { kind: 'webhook', target: 'x', heartbeatMinutes: 2_880 } } },
  ],
  ['a rule without a condition', { rules: { crowd: { channels: ['chat'] } } }],
  ['an unknown condition', { rules: { new: { when: 'full moon' } } }],
  ['another member of a rule', { rules: { new: { channel: 'chat' } } }],
  ['a channel that is no list', { rules: { new: { channels: 'chat' } } }],
  ['a threshold that is a flag', { rules: { louder: { threshold: { factor: true } } } }],
  ['two days of silence', { rules: { new: { quietAfterDeployMinutes: 2_880 } } }],
  ['a switch that is a text', { rules: { new: { enabled: 'yes' } } }],
  ['day 8 of a week', { digest: { weekday: 8 } }],
  ['hour 24', { digest: { hour: 24 } }],
  ['another member of the digest', { digest: { day: 1 } }],
])('both refuse %s', async (_, file) => {
  expect(await verdicts(file)).toEqual({ schema: false, parser: false })
})

test('the schema names its draft, and has every type that it refers to', async () => {
  const schema = await store.read<FileSchema>('/api/alerts-schema')
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
  const names = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(([, address]) => address)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !(name!.replace('#/$defs/', '') in schema.$defs))).toEqual([])
})
