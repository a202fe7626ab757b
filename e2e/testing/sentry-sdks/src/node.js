// A task of a server: it captures an error in a span, then an uncaught one ends it. `node src/node.js RELAY`
import * as Sentry from '@sentry/node'
import { startSentry } from './sentry.js'

function readQueue() {
  throw new RangeError('the queue is empty')
}

function sendMails() {
  try {
    readQueue()
  } catch (cause) {
    throw new Error('no mail was sent', { cause })
  }
}

function stopTask() {
  throw new TypeError('the task has no end')
}

const [, , relay] = process.argv
const { capture } = startSentry(Sentry, '2651', { relay, engine: 'node' })
Sentry.startSpan({ name: 'send mails', op: 'task' }, () => {
  try {
    sendMails()
  } catch (error) {
    capture(error)
  }
})
setTimeout(stopTask)
