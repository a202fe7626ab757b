// Errors that end a Node process. Its event loop stops with them, so a thread sends while the process waits.

import { Worker } from 'node:worker_threads'
import { guard } from '../guard.ts'
import { requestOf, send } from './node-capture.ts'

/** How long a process that ends waits for its last record. */
const waitMs = 2000
const fatal = 21

const source = `
const { signal, url, ...request } = require('node:worker_threads').workerData
const done = () => {
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
}
fetch(url, request).then(done, done)
`

/** Only observes: exit code, output and other listeners stay as they are. Returns how to stop. */
export function watchProcess(): () => void {
  process.on('uncaughtExceptionMonitor', report)
  return () => process.off('uncaughtExceptionMonitor', report)
}

/** `origin`: `uncaughtException` or `unhandledRejection`. */
function report(error: unknown, origin: string): void {
  guard(() => {
    const serverError = { error, mechanism: origin, severity: fatal }
    // Another listener keeps the process alive.
    if (process.listenerCount('uncaughtException')) send(serverError)
    else sendAndWait(requestOf(serverError).request)
  })
}

function sendAndWait(request: ReturnType<typeof requestOf>['request']): void {
  if (!request) return
  const signal = new Int32Array(new SharedArrayBuffer(4))
  // Without the arguments of the process: nothing is instrumented in this thread.
  const thread = new Worker(source, { eval: true, workerData: { signal, ...request }, execArgv: [], env: {} })
  thread.unref()
  Atomics.wait(signal, 0, 0, waitMs)
}
