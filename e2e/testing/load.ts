// Sends exceptions to the relay without end, until it is stopped.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { digestOf } from '../../relay/monitoring/sentry/event.ts'
import { post } from './http.ts'
import { exceptionLog } from './telemetry.ts'

/** After a request that failed, so that a relay that is down is not flooded. */
const RETRY_PAUSE_MS = 50

/**
 * `senders` run side by side; each sends one exception, waits for the response, and pauses for `pauseMs`.
 * `project`: of a Sentry DSN; every second sender sends envelopes to it.
 */
export function startLoad(url: string, { senders = 4, service = 'load', project = 0, pauseMs = 0 } = {}) {
  const acknowledged: string[] = []
  let stopped = false
  const running = Array.from({ length: senders }, (_, index) => send(project > 0 && index % 2 === 1))

  async function send(sendsEnvelopes: boolean): Promise<void> {
    while (!stopped) {
      const message = 'under load'
      const { digest, body } = sendsEnvelopes ? sentryEnvelope(message) : exceptionLog({ service, message })
      const path = sendsEnvelopes ? `/api/${project}/envelope/?sentry_key=load` : '/monitoring'
      const ok = await isAccepted(url + path, body)
      if (ok) acknowledged.push(digest)
      await pause(ok ? pauseMs : RETRY_PAUSE_MS)
    }
  }

  return {
    acknowledged: () => acknowledged.length,
    /** Resolves to the digests that were acknowledged. */
    async stop() {
      stopped = true
      await Promise.all(running)
      return { acknowledged }
    },
  }
}

/** `digest`: which the relay makes of the id of the event. */
function sentryEnvelope(message: string): { digest: string; body: string } {
  const id = randomBytes(16).toString('hex')
  const event = { event_id: id, exception: { values: [{ type: 'TypeError', value: message }] } }
  const lines = [{ event_id: id }, { type: 'event' }, { ...event, timestamp: Date.now() / 1000 }]
  return { digest: digestOf(id), body: lines.map((line) => JSON.stringify(line)).join('\n') }
}

async function isAccepted(url: string, body: unknown): Promise<boolean> {
  try {
    const response = await post(url, body)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
