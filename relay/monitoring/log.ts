// The relay's log: one JSON object a line on stdout. It is written without waiting, so a reader that stands still never holds a request.
import { type Level, type Logger, destination, pino } from 'pino'
import type { Meter } from '../meter.ts'
import type { LoggedException } from './exceptions.ts'
import { truncateUtf8 } from './truncate-utf8.ts'

/** A batching log loses its last lines when the process is killed; at 0 none were lost. */
const MIN_LENGTH = 0
/** What waits in memory for a reader that stands still; then lines are dropped and counted. */
const MAX_LENGTH = 4 * 1024 * 1024
/** Bytes; longer strings make a line that no log reader shows whole; the console has them. */
const MAX_TEXT_BYTES = 1024

export type Log = {
  logger: Logger
  /** Says more from now on, or, the next time, as much as configured again. */
  toggle: () => void
  close(): void
}

export function openLog(level: string, meter: Meter, file: number | string = 1): Log {
  const stream = destination({ dest: file, sync: false, minLength: MIN_LENGTH, maxLength: MAX_LENGTH })
  stream.on('drop', () => meter.count('errata_relay_dropped_log_lines_total'))
  // A full disk behind stdout must not end the process; the line is lost and counted.
  stream.on('error', () => meter.count('errata_relay_dropped_log_lines_total'))
  const logger = pino({ level, base: null }, stream)
  // Who runs with debug or trace anyway has a use only for less.
  const other = level === 'debug' || level === 'trace' ? 'info' : 'debug'
  return { logger, toggle, close }

  function toggle(): void {
    logger.level = logger.level === level ? other : level
    const { level: now } = logger
    if (now !== 'silent') logger[now as Level]({ logLevel: now }, 'the level of the log was changed')
  }

  function close(): void {
    try {
      stream.flushSync()
    } catch {
      // Nothing can be said any more, and there is nobody to say it to.
    }
    // Without this, exiting waits for a disk that stays full.
    stream.destroy()
  }
}

/** One line per exception, so that `grep DIGEST` answers when everything behind the relay is down. */
export function logException(logger: Logger, exception: LoggedException, client: string): void {
  const { severity, ...fields } = exception
  logger[levelOf(severity)](
    {
      digest: truncate(fields.digest),
      type: truncate(fields.type),
      message: truncate(fields.message),
      service: truncate(fields.service),
      release: truncate(fields.release),
      environment: truncate(fields.environment),
      url: truncate(withoutQueryValues(fields.url)),
      traceId: fields.traceId,
      spanId: fields.spanId,
      mechanism: truncate(fields.mechanism),
      client,
    },
    'exception received',
  )
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

function truncate(text: string): string {
  return truncateUtf8(text, MAX_TEXT_BYTES)
}
