// Notices that one address sends for many sessions although no proxy is trusted: a proxy without
// X-Forwarded-For makes an entire site one sender, with one rate limit.
import type { Logger } from 'pino'

export type SharedAddress = {
  /** Counts the sessions in the log records of a request. `client`: the address as it may be logged. */
  observe: (key: string, client: string, logs: Buffer) => void
  /** A suggestion for `GET /health`; undefined: nothing was noticed in the last hour. */
  hint: () => string | undefined
}

const HOUR_MS = 3_600_000
/** Sessions of one address in an hour. A household has some; a test run of a developer stays below. */
const MAX_SESSIONS = 50
/** Addresses that are counted; of more, the oldest is forgotten. 500 times 50 sessions are some 3 MB. */
const MAX_ADDRESSES = 500
/** Our own session ids have 32 characters. */
const MAX_SESSION_ID = 64

const HINT =
  'One address sends for many sessions, and TRUST_PROXY is 0. If it is a proxy, all users share its rate ' +
  'limit: let it set X-Forwarded-For and start the relay with TRUST_PROXY=1 (examples/proxy). If it is an ' +
  'office, raise RATE_LIMIT.'

/** The key of the attribute, and in front of its value the two tags and lengths of protobuf. */
const SESSION_ID = Buffer.from('session.id\x12')
const STRING_VALUE = 0x0a
/** On sessions of Sentry's SDKs. Each view of a page and each process is one: a single person has many. */
const SENTRY_SESSION = Buffer.from('errata.session.status')

export function createSharedAddress(
  logger: Logger,
  trustProxy: number,
  now = () => performance.now(),
): SharedAddress {
  const sessions = new Map<string, Set<string>>()
  let hourStart = now()
  let noticedAt = Number.NEGATIVE_INFINITY
  return { observe, hint: () => (now() - noticedAt < HOUR_MS ? HINT : undefined) }

  function observe(key: string, client: string, logs: Buffer): void {
    if (trustProxy > 0) return
    const session = sessionIn(logs)
    if (session === undefined) return
    startHour()
    const ofAddress = sessions.get(key) ?? new Set()
    if (ofAddress.size >= MAX_SESSIONS) return
    ofAddress.add(session)
    sessions.set(key, ofAddress)
    if (sessions.size > MAX_ADDRESSES) sessions.delete(sessions.keys().next().value!)
    if (ofAddress.size >= MAX_SESSIONS) notice(client)
  }

  /** Once an hour, however many addresses there are. */
  function notice(client: string): void {
    if (now() - noticedAt < HOUR_MS) return
    noticedAt = now()
    logger.warn({ client, sessions: MAX_SESSIONS }, HINT)
  }

  function startHour(): void {
    if (now() - hourStart < HOUR_MS) return
    hourStart = now()
    sessions.clear()
  }
}

/** The first session of a request as OTLP in protobuf: a page sends no other in the same request. */
function sessionIn(logs: Buffer): string | undefined {
  const at = logs.indexOf(SESSION_ID)
  if (at < 0 || logs.includes(SENTRY_SESSION)) return undefined
  // After the key: the length of AnyValue, the tag of its string, the length of that, each one byte.
  const start = at + SESSION_ID.length + 3
  const length = logs[start - 1] ?? 0
  if (logs[start - 2] !== STRING_VALUE || length === 0 || length > MAX_SESSION_ID) return undefined
  return logs.toString('latin1', start, start + length)
}
