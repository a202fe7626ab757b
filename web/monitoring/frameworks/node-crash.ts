// Reports errors that end a Node process. Its event loop has stopped, so a thread sends while the process
// waits. A detached child process would not help where it matters: a container ends with its first process,
// and systemd kills the remaining processes of a service.

import { Worker } from 'node:worker_threads'
import { guard } from '../guard.ts'
import { requestOf, send, type ServerRequest } from './node-capture.ts'

const fatal = 21

/** Steps of the thread; 1 is a request that has been made, 2 one that has been sent. */
const starting = 0
const done = 3
/** Waits are counted: time in which the process does not run is not time of the network. */
const waitMs = 100
/**
 * Starting the thread takes 45 ms of processor time, but up to 4 s beside 30 processes on two cores. Limited
 * in case the thread never runs, for example in a debugger.
 */
const startWaits = 100
/** For connecting and sending, and again for the response. */
const networkWaits = 20

/** `node:http` instead of `fetch`: half the processor time, and an event when the record has been sent. */
const source = `
const { steps, url, method, headers, body } = require('node:worker_threads').workerData
const { request } = require(url.startsWith('https:') ? 'node:https' : 'node:http')
const step = (number) => {
  Atomics.store(steps, 0, number)
  Atomics.notify(steps, 0)
}
const end = () => step(${done})
try {
  request(url, { method, headers })
    .on('finish', () => step(2))
    .on('response', (response) => response.on('end', end).resume())
    .on('close', end)
    .on('error', end)
    .end(body)
  step(1)
} catch {
  end()
}
`

/** Does not change exit code, output or other listeners. Returns a function that stops it. */
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

function sendAndWait(request: ServerRequest | undefined): void {
  if (!request) return
  const steps = new Int32Array(new SharedArrayBuffer(4))
  // Without the arguments of the process: nothing is instrumented in this thread.
  const thread = new Worker(source, { eval: true, workerData: { steps, ...request }, execArgv: [], env: {} })
  thread.unref()
  let step = starting
  for (let waits = 0; step < done && waits < (step === starting ? startWaits : networkWaits); waits++)
    if (Atomics.wait(steps, 0, step, waitMs) !== 'timed-out') {
      step = Atomics.load(steps, 0)
      waits = 0
    }
}
