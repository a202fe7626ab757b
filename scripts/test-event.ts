// Sends an exception through relay, collector and store, and asks for it by its digest.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { DIGEST_ALPHABET } from '../contract/digest.ts'
import type { Finding } from './finding.ts'

/** It usually takes less than two. */
const MAX_SECONDS = 30
const POLL_MS = 100

export async function sendTestEvent(url: string, token: string | undefined): Promise<Finding> {
  const digest = Array.from({ length: 8 }, () => DIGEST_ALPHABET[randomInt(DIGEST_ALPHABET.length)]).join('')
  const start = performance.now()
  const sent = await fetch(`${url}/monitoring`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(exceptionLog(digest)),
  })
  if (sent.status !== 200)
    return { kind: 'problem', text: `/monitoring answers ${sent.status}: ${await sent.text()}` }
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  while (performance.now() - start < MAX_SECONDS * 1000) {
    const { status } = await fetch(`${url}/api/events/${digest}`, { headers })
    if (status === 200) {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      return { kind: 'ok', text: `A test event was stored after ${seconds} s: ${url}/d/${digest}` }
    }
    if (status === 401 || status === 403)
      return { kind: 'hint', text: 'A test event was accepted. Set API_TOKENS to see whether it was stored.' }
    await pause(POLL_MS)
  }
  const text = `A test event was accepted, but not stored within ${MAX_SECONDS} s: see the log of the store.`
  return { kind: 'problem', text }
}

/** Always the same issue, of a service of its own. */
function exceptionLog(digest: string): object {
  const attributes = {
    'exception.type': 'TestEvent',
    'exception.message': 'Sent by "npm run doctor"',
    'errata.digest': digest,
    'errata.mechanism': 'manual',
  }
  const record = {
    timeUnixNano: `${Date.now()}000000`,
    eventName: 'exception',
    severityNumber: 9,
    attributes: encode(attributes),
  }
  const resource = { attributes: encode({ 'service.name': 'errata-doctor' }) }
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] }
}

function encode(attributes: Record<string, string>): object[] {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}
