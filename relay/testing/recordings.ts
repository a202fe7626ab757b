// Recordings of a Sentry SDK, as rrweb makes them, sent to a relay; and the snapshots that the store gets.
import { buffer } from 'node:stream/consumers'
import { deflateSync, gunzipSync } from 'node:zlib'
import type { Snapshot } from '../../server/snapshot.ts'
import { post, startTestRelay, type TestRelay } from './relay-fixture.ts'

export const ERROR = 'f0ad5d98a6334160a30ac7a1710e2344'

export const text = (id: number, textContent: string) => ({ type: 3, id, textContent })

export const element = (id: number, tagName: string, attributes: object, childNodes: object[] = []) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
})

/** What the store gets. `status`: of its answer; null: it never answers. */
export function recordSnapshots(relay: TestRelay, status: () => number | null = () => 204): Snapshot[] {
  const snapshots: Snapshot[] = []
  relay.store.answer = (request, response) => {
    if (request.url !== '/snapshots') {
      response.end('{}')
      return
    }
    void buffer(request).then((bytes) => {
      const code = status()
      if (code === 204) snapshots.push(JSON.parse(gunzipSync(bytes).toString()) as Snapshot)
      if (code !== null) response.writeHead(code).end()
    })
  }
  return snapshots
}

export async function startRecordings() {
  const relay = await startTestRelay({ SENTRY_PROJECTS: '42:shop-web' })
  const snapshots = recordSnapshots(relay)

  function sendEnvelope(lines: object[], payload = Buffer.alloc(0)): Promise<Response> {
    const head = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const url = `${relay.url}/api/42/envelope/?sentry_key=a1b2`
    return post(url, new Uint8Array(Buffer.concat([head, payload])), { 'content-type': 'text/plain' })
  }

  function sendRecording(events: unknown, errors = [ERROR]): Promise<Response> {
    const payload = Buffer.concat([Buffer.from('{"segment_id":0}\n'), deflateSync(JSON.stringify(events))])
    const replay = { type: 'replay_event', error_ids: errors, replay_type: 'buffer', user: { id: 17 } }
    const header = { type: 'replay_recording', length: payload.length }
    return sendEnvelope([{ event_id: ERROR }, { type: 'replay_event' }, replay, header], payload)
  }

  return { relay, snapshots, sendEnvelope, sendRecording }
}
