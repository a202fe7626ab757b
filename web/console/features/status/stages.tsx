// The four stages of the path of an event, in its order.
import type { ReactNode } from 'react'
import type { StatusAnswer } from '../../../../contract/status.ts'
import type { Health } from '../../http/health.ts'
import { formatBytes, formatCount, formatFew, formatLimit, pluralize } from '../../format/format-number.ts'
import { formatAge } from '../../format/format-time.ts'
import { Bars } from '../../charts/spark-line.tsx'
import {
  collectorStage,
  describeClock,
  describeSpoolDamage,
  isUnused,
  relayStage,
  type Stage,
} from './describe-status.ts'
import css from './status.module.css'

/** `healthAt`, `statusAt`: when the answers arrived, in milliseconds since 1970. */
type Props = {
  health: Health | undefined
  healthAt: number
  status: StatusAnswer | undefined
  statusAt: number
  isStoreDown: boolean
  now: number
}

const WORDS: Record<Stage, string> = {
  ok: 'OK',
  delayed: 'Delayed',
  down: 'Does not answer',
  none: 'Not used',
}

export function Stages({ health, healthAt, status, statusAt, isStoreDown, now }: Props) {
  const isStoreUp = !isStoreDown && health?.store !== 'down'
  return (
    <ol className={css.stages} aria-label="Path of an event">
      <StageColumn name="Page" note="SDK" {...pageState(health, status)}>
        <Fact name="Last event">{status?.lastStored ? `${formatAge(status.lastStored, now)} ago` : '–'}</Fact>
        {status?.minutes?.some(Boolean) && (
          <Fact name="Last hour">
            <Bars values={inBars(status.minutes)} label={describeHour(status.minutes)} />
          </Fact>
        )}
        <Fact name="Queued">unknown (held in the browser)</Fact>
      </StageColumn>
      <RelayColumn health={health} healthAt={healthAt} now={now} />
      <CollectorColumn health={health} now={now} />
      <StageColumn name="Store" note="storage and queries" stage={isStoreUp ? 'ok' : 'down'}>
        <Fact name="Stored">{status?.lastStored ? `${formatAge(status.lastStored, now)} ago` : '–'}</Fact>
        <Fact name="Rows">
          {status
            ? `${formatCount(status.rows.exceptions)} exceptions, ${formatCount(status.rows.spans)} spans`
            : '–'}
        </Fact>
        <Fact name="Rejected">{status ? `${pluralize(status.refused, 'request')} since start` : '–'}</Fact>
        <Fact name="Damage">
          {status?.damage === undefined
            ? '–'
            : status.damage
              ? pluralize(status.damage, 'problem')
              : 'none found'}
        </Fact>
        <Fact name="Memory">{formatMemory(status?.memory)}</Fact>
        <Fact name="Clock">{describeClock(status?.time, statusAt)}</Fact>
      </StageColumn>
    </ol>
  )
}

/** How many events arrive now; a page that sends nothing needs no server to be wrong. */
function pageState(health: Health | undefined, status: StatusAnswer | undefined) {
  if (!health) return { stage: 'down' as const }
  if (isUnused(status)) return { stage: 'none' as const, text: 'Nothing received yet' }
  const minutes = status?.minutes
  if (!minutes) return { stage: 'ok' as const }
  return { stage: 'ok' as const, text: `${formatFew(sum(minutes) / minutes.length)} events a minute` }
}

function describeHour(minutes: number[]): string {
  const most = formatCount(Math.max(...minutes))
  return `${pluralize(sum(minutes), 'event')} in the last hour, at most ${most} a minute`
}

/** Minutes of a bar: sixty bars are too thin for the column. */
const BAR_MINUTES = 2

function inBars(minutes: number[]): number[] {
  return minutes.flatMap((_, at) => (at % BAR_MINUTES ? [] : [sum(minutes.slice(at, at + BAR_MINUTES))]))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

type QueueProps = Pick<Props, 'health' | 'now'>

function RelayColumn({ health, healthAt, now }: QueueProps & Pick<Props, 'healthAt'>) {
  const spool = health?.spool
  return (
    <StageColumn name="Relay" note="/monitoring" stage={relayStage(health, now)}>
      <Fact name="Queued">{spool ? `${formatCount(spool.envelopes)} deliveries` : '–'}</Fact>
      <Fact name="Oldest">{formatOldest(spool?.oldest, now)}</Fact>
      <Fact name="Size">
        {spool ? formatBytes(spool.bytes) : '–'}
        {spool?.limit ? ` of ${formatLimit(spool.limit)}` : ''}
      </Fact>
      <Fact name="Damage">{spool ? describeSpoolDamage(spool) : '–'}</Fact>
      <Fact name="Memory">{formatMemory(health?.memory?.relay)}</Fact>
      <Fact name="Clock">{describeClock(health?.time, healthAt)}</Fact>
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
      <Fact name="Memory">{formatMemory(health?.memory?.collector)}</Fact>
    </StageColumn>
  )
}

function formatMemory(bytes: number | null | undefined): string {
  return bytes ? formatBytes(bytes) : '–'
}

function formatOldest(instant: string | null | undefined, now: number): string {
  return instant ? `at most ${formatAge(instant, now)}` : '–'
}

/** `text`: instead of the word for the stage. */
type ColumnProps = { name: string; note: string; stage: Stage; text?: string; children: ReactNode }

function StageColumn({ name, note, stage, text = WORDS[stage], children }: ColumnProps) {
  return (
    <li className={css.stage}>
      <p className="health" data-state={stage}>
        <span className="dot" />
        <b>{name}</b> {note}
      </p>
      <p className={css.state} data-state={stage}>
        {text}
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
