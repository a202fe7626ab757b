// What an answer means: sent, refused for good, or to be tried again.
import type { ChannelKind } from '../../../../contract/alerts.ts'
import type { Attempt } from './attempt.ts'
import type { Answer } from './request.ts'
import { oneLine } from '../../../mail/text.ts'

/** Of 4xx, they pass: a time-out, too early, too many requests. */
const TEMPORARY = new Set([408, 425, 429])
const MAX_DETAIL = 2_000
/** No receiver may ask for a longer pause than messages are retried for. */
const MAX_AFTER_MS = 24 * 3_600_000

/** `at`: now, in milliseconds. */
export function readAnswer(kind: ChannelKind, answer: Answer, at: number): Attempt {
  const outcome = outcomeOf(kind, answer)
  const afterMs = outcome === 'retry' ? readPause(answer, at) : null
  return { outcome, detail: describe(answer, outcome), afterMs }
}

function outcomeOf(kind: ChannelKind, { status, body }: Answer): Attempt['outcome'] {
  if (status === 410) return 'gone'
  if (TEMPORARY.has(status)) return 'retry'
  if (status >= 300 && status < 500) return 'refused'
  if (status < 200 || status >= 500) return 'retry'
  if (kind === 'telegram' && readJson(body).ok === false) return 'retry'
  return kind === 'teams' ? outcomeOfTeams(body) : 'sent'
}

/** Old connectors answer 200 with the error of the server behind them as a text. */
function outcomeOfTeams(body: string): Attempt['outcome'] {
  if (!/\bfailed\b|\berror\b/i.test(body)) return 'sent'
  const status = Number(/HTTP error (\d{3})/i.exec(body)?.[1] ?? 500)
  return status >= 400 && status < 500 && !TEMPORARY.has(status) ? 'refused' : 'retry'
}

/** `200 in 182 ms`, or with what the receiver wrote: `404 no_service in 90 ms`. */
function describe({ status, headers, body, ms }: Answer, outcome: Attempt['outcome']): string {
  const text = outcome === 'sent' ? '' : ` ${explain(status, headers.location, body)}`.trimEnd()
  return `${status}${Array.from(text).slice(0, MAX_DETAIL).join('')} in ${ms} ms`
}

function explain(status: number, location: string | undefined, body: string): string {
  if (status < 300 || status >= 400) return oneLine(body)
  const origin = URL.parse(location ?? '')?.origin
  return `redirects are not followed${origin === undefined ? '' : ` (to ${origin})`}`
}

/** Seconds or a date in `Retry-After`; Discord and Telegram also write seconds into the body. */
function readPause({ headers, body }: Answer, at: number): number | null {
  const value = headers['retry-after'] ?? ''
  const { retry_after, parameters } = readJson(body)
  const pauses = [
    /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - at,
    Number(retry_after) * 1000,
    Number((parameters as Record<string, unknown> | null | undefined)?.retry_after) * 1000,
  ].filter((pause) => pause > 0)
  return pauses.length === 0 ? null : Math.min(MAX_AFTER_MS, Math.ceil(Math.max(...pauses)))
}

function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
