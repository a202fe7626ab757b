// The four stages of the path of an event, in its order.
import type { ReactNode } from 'react'
import type { StatusAnswer } from '../../../../contract/status.ts'
import type { Health } from '../../http/health.ts'
import { formatBytes, formatCount, pluralize } from '../../format/format-number.ts'
import { formatAge } from '../../format/format-time.ts'
import { collectorStage, relayStage, type Stage } from './describe-status.ts'
import css from './status.module.css'

type Props = {
  health: Health | undefined
  status: StatusAnswer | undefined
  isStoreDown: boolean
  now: number
}

const WORDS: Record<Stage, string> = {
  ok: 'OK',
  delayed: 'Delayed',
  down: 'Does not answer',
  none: 'Not used',
}

export function Stages({ health, status, isStoreDown, now }: Props) {
  const isStoreUp = !isStoreDown && health?.store !== 'down'
  return (
    <ol className={css.stages} aria-label="Path of an event">
      <StageColumn name="Page" note="SDK" stage={health ? 'ok' : 'down'}>
        <Fact name="Last event">{status?.lastStored ? `${formatAge(status.lastStored, now)} ago` : '–'}</Fact>
        <Fact name="Queued">unknown (held in the browser)</Fact>
      </StageColumn>
      <RelayColumn health={health} now={now} />
      <CollectorColumn health={health} now={now} />
      <StageColumn name="Store" note="storage and queries" stage={isStoreUp ? 'ok' : 'down'}>
        <Fact name="Stored">{status?.lastStored ? `${formatAge(status.lastStored, now)} ago` : '–'}</Fact>
        <Fact name="Rows">
          {status
            ? `${formatCount(status.rows.exceptions)} exceptions, ${formatCount(status.rows.spans)} spans`
            : '–'}
        </Fact>
        <Fact name="Rejected">{status ? `${pluralize(status.refused, 'request')} since start` : '–'}</Fact>
      </StageColumn>
    </ol>
  )
}

type QueueProps = Pick<Props, 'health' | 'now'>

function RelayColumn({ health, now }: QueueProps) {
  const spool = health?.spool
  return (
    <StageColumn name="Relay" note="/monitoring" stage={relayStage(health, now)}>
      <Fact name="Queued">{spool ? `${formatCount(spool.envelopes)} deliveries` : '–'}</Fact>
      <Fact name="Oldest">{formatOldest(spool?.oldest, now)}</Fact>
      <Fact name="Size">
        {spool ? formatBytes(spool.bytes) : '–'}
        {spool?.limit ? ` of ${formatBytes(spool.limit)}` : ''}
      </Fact>
    </StageColumn>
  )
}

function CollectorColumn({ health, now }: QueueProps) {
  const queue = health?.collectorQueue
  const unknown = health?.collector === 'ok' ? 'unknown' : '–'
  return (
    <StageColumn name="Collector" note="queue and retries" stage={collectorStage(health, now)}>
      <Fact name="Queued">{queue ? formatBytes(queue.bytes) : unknown}</Fact>
      <Fact name="Oldest">
        {queue?.bytes && !queue.oldest ? 'unknown' : formatOldest(queue?.oldest, now)}
      </Fact>
      <Fact name="Free">{queue ? formatBytes(queue.room) : '–'}</Fact>
    </StageColumn>
  )
}

function formatOldest(instant: string | null | undefined, now: number): string {
  return instant ? `at most ${formatAge(instant, now)}` : '–'
}

type ColumnProps = { name: string; note: string; stage: Stage; children: ReactNode }

function StageColumn({ name, note, stage, children }: ColumnProps) {
  return (
    <li className={css.stage}>
      <p className="health" data-state={stage}>
        <span className="dot" />
        <b>{name}</b> {note}
      </p>
      <p className={css.state} data-state={stage}>
        {WORDS[stage]}
      </p>
      <dl>{children}</dl>
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
