// Data folders of earlier versions open with everything in them, also what was on its way into the store.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Event as StoredEvent, IssueAnswer } from '../contract/issues.ts'
import type { MapsAnswer } from '../contract/maps.ts'
import type { StatusAnswer } from '../contract/status.ts'
import type { TraceAnswer } from '../contract/traces.ts'
import type { VitalsAnswer } from '../contract/vitals.ts'
import { getJson, post } from './testing/http.ts'
import { CONTENT, ENVIRONMENT } from './testing/make-data-folder.ts'
import { startStack, type Stack } from './testing/stack.ts'
import { attributes, exceptionLog, logsOf, nanoseconds } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const folders = join(import.meta.dirname, 'data-folders')

describe.each(readdirSync(folders).map((name) => name.replace('.tar.gz', '')))('version %s', (version) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-upgrade-'))
  execFileSync('tar', ['-xzf', join(folders, `${version}.tar.gz`), '-C', dataDir])
  let stack: Stack
  afterAll(async () => {
    await stack?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('what was stored opens by its digest, with its trace and its changes', async () => {
    stack = await startStack({ ...ENVIRONMENT, DATA_DIR: dataDir })
    const events = await Promise.all(CONTENT.stored.map(readEvent))
    expect(events.map(({ message }) => message)).toEqual(['Failure 0', 'Failure 1', 'Failure 2'])
    const { issue, notes } = await getJson<IssueAnswer>(`${stack.url}/api/issues/${events[0]!.issueId}`)
    expect(issue).toMatchObject({ status: 'ignored', assignee: CONTENT.assignee })
    expect(notes.map(({ body }) => body)).toEqual([CONTENT.note])
    const { spans } = await getJson<TraceAnswer>(`${stack.url}/api/traces/${CONTENT.traceId}`)
    expect(spans.map(({ name }) => name)).toContain('GET /cart')
    const { maps } = await getJson<MapsAnswer>(`${stack.url}/api/maps?service=${CONTENT.service}`)
    expect(maps.map(({ file }) => file)).toEqual([CONTENT.mapFile])
  })

  test('what waited in the spool is delivered', async () => {
    for (const digest of CONTENT.spooled)
      expect((await waitFor(`${digest} is stored`, () => readEvent(digest))).message).toBe('Later')
  })

  test('web vitals of two browsers in one hour are distinguished', async () => {
    const at = Date.now() - 3 * 3_600_000
    const records = ['Chrome', 'Firefox'].map((name) => vital(at, { 'user_agent.name': name }))
    await post(`${stack.url}/monitoring`, logsOf({ 'service.name': 'vitals' }, records))
    const rows = await waitFor('both are stored', async () => {
      const path = '/api/vitals?service=vitals&range=24h&trend=true'
      const answer = await getJson<VitalsAnswer>(`${stack.url}${path}`)
      return answer.vitals[0]?.count === 2 ? answer.browsers : null
    })
    expect(rows.map(({ browser }) => browser)).toEqual(['Chrome', 'Firefox'])
  })

  test('new errors are stored, and nothing is wrong', async () => {
    const { digest, body } = exceptionLog({ message: 'New' })
    expect((await post(`${stack.url}/monitoring`, body)).status).toBe(200)
    await waitFor(`${digest} is stored`, () => readEvent(digest))
    const { rows, problems } = await getJson<StatusAnswer>(`${stack.url}/api/status`)
    const all = CONTENT.stored.length + CONTENT.spooled.length + 1
    expect([rows.exceptions, problems]).toEqual([all, []])
  })

  test('npm run verify reports no damage', async () => {
    await stack.close()
    const { status, stdout } = spawnSync(process.execPath, ['store/database/verify/command.ts'], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, ...ENVIRONMENT, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, expect.stringMatching(/No damage found in .*\.\n$/)])
  })

  function readEvent(digest: string): Promise<StoredEvent> {
    return getJson(`${stack.url}/api/events/${digest}`)
  }
})

function vital(at: number, agent: Record<string, string>) {
  const values = { name: 'LCP', value: '1000', rating: 'good' }
  const named = Object.entries(values).map(([name, value]) => [`browser.web_vital.${name}`, value])
  return {
    timeUnixNano: nanoseconds(at),
    eventName: 'browser.web_vital',
    attributes: attributes({ ...Object.fromEntries(named), ...agent }),
  }
}
