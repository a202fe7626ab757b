// Sends exceptions to the relay without end, until it is stopped.
import { setTimeout as pause } from 'node:timers/promises'
import { post } from './http.ts'
import { exceptionLog } from './telemetry.ts'

/** After a request that failed, so that a relay that is down is not flooded. */
const RETRY_PAUSE_MS = 50

/** `senders` run side by side; each sends one exception, waits for the response, and pauses for `pauseMs`. */
export function startLoad(url: string, { senders = 4, service = 'load', pauseMs = 0 } = {}) {
  const acknowledged: string[] = []
  let stopped = false
  const running = Array.from({ length: senders }, send)

  async function send(): Promise<void> {
    while (!stopped) {
      const { digest, body } = exceptionLog({ service, message: 'under load' })
      const ok = await isAccepted(`${url}/monitoring`, body)
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

async function isAccepted(url: string, body: unknown): Promise<boolean> {
  try {
    const response = await post(url, body)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
