// The relay's log: a JSON object a line on stdout. Writes are asynchronous: a slow reader delays no request.
import { openSync } from 'node:fs'
import { type Level, type Logger, destination, pino } from 'pino'
import type { Metrics } from '../metrics.ts'
import type { LoggedException } from './exceptions.ts'
import { truncateUtf8 } from './truncate-utf8.ts'

/** 0 means no buffering: a buffered log loses its last lines if the process is killed. */
const MIN_LENGTH = 0
/** Bytes that wait in memory for a slow reader; beyond it lines are dropped and counted. */
const MAX_LENGTH = 4 * 1024 * 1024
/** Longer texts make lines that no log reader shows in full; the console has them. */
const MAX_TEXT_BYTES = 1024
/** An attack is seen within a minute, and does not fill the log. */
const REFUSALS_EVERY_MS = 60_000

type Log = {
  logger: Logger
  /** Switches between the configured level and `debug`. */
  toggle: () => void
  close(): void
}

export function openLog(level: string, metrics: Metrics, file: number | string = 1): Log {
  // Opened here: a process that ends before an asynchronous open is done would throw at its exit.
  const dest = typeof file === 'number' ? file : openSync(file, 'a')
  const stream = destination({ dest, sync: false, minLength: MIN_LENGTH, maxLength: MAX_LENGTH })
  stream.on('drop', () => metrics.count('errata_relay_dropped_log_lines_total'))
  // If stdout is a file on a full disk, the process goes on; the line is lost and counted.
  stream.on('error', () => metrics.count('errata_relay_dropped_log_lines_total'))
  const logger = pino({ level, base: null }, stream)
  // From `debug` and `trace` it switches to less.
  const other = level === 'debug' || level === 'trace' ? 'info' : 'debug'
  return { logger, toggle, close }

  function toggle(): void {
    logger.level = logger.level === level ? other : level
    const current = logger.level
    if (current !== 'silent') logger[current as Level]({ logLevel: current }, 'the log level was changed')
  }

  function close(): void {
    try {
      stream.flushSync()
    } catch {
      // The log is the place where errors are reported, and it has failed.
    }
    // Else the process waits at its exit while the disk is full.
    stream.destroy()
  }
}

/** One line per exception: `grep DIGEST` finds it while collector and store are down. */
export function logException(logger: Logger, exception: LoggedException, client: string): void {
  const { severity, traceId, spanId, ...texts } = exception
  const fields = Object.entries({ ...texts, url: withoutQueryValues(texts.url) })
  const truncated = fields.map(([name, text]) => [name, truncateUtf8(text, MAX_TEXT_BYTES)])
  const entry = { ...Object.fromEntries(truncated), traceId, spanId, client }
  logger[levelOf(severity)](entry, 'exception received')
}

/** Refused requests: a line for the first of each status, and one a minute while they go on. */
export function createRefusalLog(logger: Logger): (status: number, message: string) => void {
  const bursts = new Map<number, { loggedAt: number; count: number }>()
  return (status, message) => {
    const burst = bursts.get(status) ?? { loggedAt: Number.NEGATIVE_INFINITY, count: 0 }
    bursts.set(status, burst)
    burst.count++
    if (performance.now() - burst.loggedAt < REFUSALS_EVERY_MS) return
    logger.warn({ status, times: burst.count, last: message }, 'requests refused')
    burst.loggedAt = performance.now()
    burst.count = 0
  }
}

/** 21 and above is fatal, 17 and above an error, lower ones were handled. 0 is unset: an error. */
function levelOf(severity: number): Level {
  if (severity >= 21) return 'fatal'
  return severity >= 17 || severity <= 0 ? 'error' : 'warn'
}

/** `?token=abc&page=2#access_token=abc` → `?token=&page=`: values and fragments may be secrets. */
export function withoutQueryValues(url: string): string {
  const [address = ''] = url.split('#', 1)
  const start = address.indexOf('?')
  return start < 0 ? address : address.slice(0, start) + address.slice(start).replaceAll(/=[^&]*/g, '=')
}
