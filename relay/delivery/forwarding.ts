// Everything between an accepted request and the collector: batches, and one durable forwarder per spool.
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import { type Send, createBatches } from './batch.ts'
import type { Collector } from './collector.ts'
import { createCollectorDisk } from './collector-disk.ts'
import { type ForwarderState, createForwarder } from './durable-forwarder.ts'
import { createSpool } from './spool.ts'

export type Forwarding = {
  accept: Send
  /** `canRead`: of all spools, including the spools that other relays left. */
  state: () => ForwarderState
  /** Of all spools together. */
  spoolSize: () => { bytes: number; envelopes: number }
  /** Envelopes that damage of the spools has cost since the start. */
  lost: () => number
  /** A lower limit of the time at which the oldest envelope came, in milliseconds since 1970. */
  oldest: () => number | null
  /** Resolves when every accepted envelope is with the collector or on the disk. */
  stop: () => Promise<void>
  close: () => Promise<void>
}
type Parts = {
  dataDir: string
  /** Of the spools: first the relay's own, then the spools that other relays left. */
  directories: string[]
  /** Bytes of each. */
  limit: number
  collector: Collector
  log: Logger
  metrics: Metrics
}

export function createForwarding(parts: Parts): Forwarding {
  const { directories, limit, log, metrics } = parts
  const disk = createCollectorDisk({
    dataDir: parts.dataDir,
    send: createBatches(parts.collector.post),
    accept: (signal, bytes) => forwarder!.accept(signal, bytes),
    log,
  })
  const { send } = disk
  const spools = directories.map((directory) => createSpool({ directory, limit, log, metrics }))
  const forwarders = spools.map((spool) => createForwarder({ send, spool, log, metrics }))
  const [forwarder] = forwarders
  return { accept: forwarder!.accept, state, spoolSize, lost, oldest, stop, close }

  function state(): ForwarderState {
    return { ...forwarder!.state(), canRead: forwarders.every((each) => each.state().canRead) }
  }

  function spoolSize(): { bytes: number; envelopes: number } {
    const sizes = spools.map((spool) => spool.size())
    return {
      bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      envelopes: sizes.reduce((sum, { envelopes }) => sum + envelopes, 0),
    }
  }

  function lost(): number {
    return spools.reduce((sum, spool) => sum + spool.lost(), 0)
  }

  function oldest(): number | null {
    const instants = spools.flatMap((spool) => spool.oldest() ?? [])
    return instants.length === 0 ? null : Math.min(...instants)
  }

  async function stop(): Promise<void> {
    await disk.stop()
    await Promise.all(forwarders.map((each) => each.stop()))
  }

  async function close(): Promise<void> {
    await Promise.all(spools.map((spool) => spool.close()))
  }
}
