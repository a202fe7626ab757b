// What every sender's data goes through: decoded, validated, scrubbed, logged, and forwarded durably.
import type { Logger } from 'pino'
import type { Signal } from '../../otlp/otlp-json.ts'
import type { Addresses } from '../address.ts'
import type { Config } from '../config.ts'
import type { Send } from '../delivery/batch.ts'
import type { Metrics } from '../metrics.ts'
import type { Origins } from '../origin.ts'
import type { Scrubbing } from '../secrets/scrubbing.ts'
import type { LoggedException } from './exceptions.ts'
import { logException } from './log.ts'
import { createReader, type Body, type Envelope, type RejectedItems } from './read.ts'
import { REFUSED_BY_COLLECTOR, type Refusal, SPOOL_FULL } from './refusals.ts'

export type IntakeParts = {
  logger: Logger
  metrics: Metrics
  scrubbing: Scrubbing
  accept: Send
  /** Called with the key of the sender, its address as logged, and its log records as OTLP in protobuf. */
  observeSessions: (key: string, client: string, logs: Buffer) => void
}
/** What an endpoint for senders needs. */
export type Entrance = {
  config: Config
  logger: Logger
  metrics: Metrics
  addresses: Addresses
  origins: Origins
  intake: Intake
}
/** `key`: of the rate limits. `client`: the address as it is logged; '' for none. */
export type Sender = { key: string; client: string }
export type Taken = { ok: true; rejected: RejectedItems[] } | { ok: false; refusal: Refusal }
/** `charge`: called with the milliseconds of processor time. */
export type Intake = (
  body: Body & { signals: Signal[] },
  sender: Sender,
  charge: (milliseconds: number) => void,
) => Promise<Taken>

export function createIntake({ logger, metrics, scrubbing, accept, observeSessions }: IntakeParts): Intake {
  let scrubber = scrubbing.current()
  let read = createReader(metrics, scrubber)
  return async (body, { key, client }, charge) => {
    if (scrubber !== scrubbing.current()) {
      scrubber = scrubbing.current()
      read = createReader(metrics, scrubber)
    }
    const start = processorTime()
    const result = read(body, body.signals, client)
    charge(processorTime() - start)
    if (!result.ok)
      return { ok: false, refusal: { status: 400, message: result.message, field: result.field } }
    logExceptions(result.exceptions, client)
    for (const { signal, bytes: written } of result.envelopes)
      if (signal === 'logs') observeSessions(key, client, written)
    const refusal = await forward(result.envelopes)
    return refusal === undefined ? { ok: true, rejected: result.rejected } : { ok: false, refusal }
  }

  function logExceptions(exceptions: LoggedException[], client: string): void {
    for (const exception of exceptions) logException(logger, exception, client)
    if (exceptions.length > 0) metrics.count('errata_relay_exceptions_total', {}, exceptions.length)
  }

  async function forward(envelopes: Envelope[]): Promise<Refusal | undefined> {
    const outcomes = await Promise.all(envelopes.map(({ signal, bytes }) => accept(signal, bytes)))
    if (outcomes.includes('unavailable')) return SPOOL_FULL
    return outcomes.includes('refused') ? REFUSED_BY_COLLECTOR : undefined
  }
}

/** Milliseconds of this thread. Wall time would charge a sender for other work of the machine. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
