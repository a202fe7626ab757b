// A store that is killed again and again while it writes, and what was sent to it.
import { setTimeout as pause } from 'node:timers/promises'
import { exceptionRecord, logs, newDigest, newSpanId, span, spans } from './otlp.ts'
import type { TestStore } from './store.ts'

const SENDERS = 6

/** Of one request. */
const RECORDS = 40

/** Requests that are answered before the next kill; the kill itself comes at a random instant after. */
const ANSWERED = 12
const KILL_WITHIN_MILLISECONDS = 120

/** `ids`: the digests of log records, or the ids of spans. */
export type Sent = { signal: 'traces' | 'logs'; body: string; ids: string[]; isAcknowledged: boolean }

/** Returns all requests. What was not answered is sent again, as a collector does, and each tenth as well. */
export async function killWhileWriting(store: TestStore, kills: number): Promise<Sent[]> {
  const sent: Sent[] = []
  const acknowledged = (): number => sent.filter(({ isAcknowledged }) => isAcknowledged).length
  for (let kill = 0; kill < kills; kill++) {
    await store.start()
    const senders = Array.from({ length: SENDERS }, (_, at) =>
      sendUntilGone(store, at % 3 === 0 ? 'traces' : 'logs', sent),
    )
    const before = acknowledged()
    while (acknowledged() < before + ANSWERED) await pause(5)
    await pause(Math.random() * KILL_WITHIN_MILLISECONDS)
    await store.kill()
    await Promise.all(senders)
  }
  await store.start()
  for (const { signal, body } of sent.filter(({ isAcknowledged }, at) => !isAcknowledged || at % 10 === 0))
    await store.send(signal, body)
  return sent
}

async function sendUntilGone(store: TestStore, signal: Sent['signal'], sent: Sent[]): Promise<void> {
  for (;;) {
    const request = makeRequest(signal)
    sent.push(request)
    try {
      request.isAcknowledged = (await store.trySend(signal, request.body)).status === 200
    } catch {
      return
    }
  }
}

function makeRequest(signal: Sent['signal']): Sent {
  const ids = Array.from({ length: RECORDS }, signal === 'logs' ? newDigest : newSpanId)
  // Over several days, so that one insert writes several parts.
  const instants = ids.map((_, at) => Date.now() - at * 3_600_000)
  const body =
    signal === 'traces'
      ? spans(ids.map((spanId, at) => span({ spanId, at: instants[at]! })))
      : logs(
          ids.map((digest, at) =>
            exceptionRecord({ digest, message: 'Killed', stacktrace: '', at: instants[at]! }),
          ),
        )
  return { signal, body: JSON.stringify(body), ids, isAcknowledged: false }
}
