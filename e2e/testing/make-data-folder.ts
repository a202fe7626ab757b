// Makes a data folder for the test of upgrades: `node e2e/testing/make-data-folder.ts FILE.tar.gz`. Run it
// once with each release, and keep the file: later versions must open it. Without the maps in `web/dist` the
// file lacks the maps of the demo.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Event as StoredEvent } from '../../contract/issues.ts'
import { getJson, post } from './http.ts'
import { startStack } from './stack.ts'
import { exceptionLog, nanoseconds, newSpanId } from './telemetry.ts'
import { waitFor } from './wait-for.ts'

/** What is in the folder. The spool has what the relay acknowledged while the collector stood still. */
export const CONTENT = {
  stored: ['ST0RED01', 'ST0RED02', 'ST0RED03'],
  spooled: ['SP001ED1', 'SP001ED2'],
  traceId: 'a0000000000000000000000000000001',
  note: 'The price list of May is empty',
  assignee: 'ann',
  service: 'shop',
  mapFile: 'assets/index-C0ffee12.js',
}

/** The rows must not expire. */
export const ENVIRONMENT = { RETENTION_DAYS: '3650' }

if (import.meta.main) await make(resolve(process.argv[2] ?? 'data.tar.gz'))

async function make(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-folder-'))
  const stack = await startStack({ ...ENVIRONMENT, DATA_DIR: folder })
  const send = async (body: unknown): Promise<void> => {
    const { status } = await post(`${stack.url}/monitoring`, body)
    if (status !== 200) throw new Error(`answered ${status}`)
  }
  for (const [number, digest] of CONTENT.stored.entries())
    await send(exceptionLog({ digest, message: `Failure ${number}`, traceId: CONTENT.traceId }).body)
  await post(`${stack.url}/monitoring/v1/traces`, trace())
  const events = await Promise.all(
    CONTENT.stored.map((digest) =>
      waitFor(`${digest} is stored`, () => getJson<StoredEvent>(`${stack.url}/api/events/${digest}`)),
    ),
  )
  const issue = `${stack.url}/api/issues/${events[0]!.issueId}`
  await post(`${issue}/notes`, { body: CONTENT.note })
  const change = { status: 'ignored', assignee: CONTENT.assignee }
  await fetch(issue, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  await fetch(`${stack.url}/api/maps?service=${CONTENT.service}&release=1.0.0&file=${CONTENT.mapFile}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version: 3, sources: ['src/index.ts'], names: [], mappings: 'AAAA' }),
  })
  const collector = stack.processes().find(({ command }) => command.includes('otelcol'))!
  process.kill(collector.pid, 'SIGSTOP')
  for (const digest of CONTENT.spooled) await send(exceptionLog({ digest, message: 'Later' }).body)
  await waitFor('the spool has them', () => readdirSync(join(folder, 'spool')).length > 0)
  const processes = stack.processes()
  await stack.killLauncher()
  for (const { pid } of processes) process.kill(pid, 'SIGKILL')
  rmSync(join(folder, 'collector', 'launched.pid'), { force: true })
  execFileSync('tar', ['-czf', file, '-C', folder, '.'])
  rmSync(folder, { recursive: true, force: true })
}

function trace() {
  const start = Date.now()
  const span = {
    traceId: CONTENT.traceId,
    spanId: newSpanId(),
    name: 'GET /cart',
    kind: 3,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(start + 120),
  }
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: CONTENT.service } }] }
  return { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }
}
