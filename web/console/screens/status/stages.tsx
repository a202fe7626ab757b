// The four stages of an event, in the order of its way.
import type { ReactNode } from 'react'
import type { StatusAnswer } from '../../../../store/api/contract.ts'
import type { Health } from '../../api/status.ts'
import { formatBytes, formatCount } from '../../format-number.ts'
import { formatAge } from '../../format-time.ts'
import { relayStage, type Stage } from './describe-status.ts'
import css from './status.module.css'

type Props = {
  health: Health | undefined
  status: StatusAnswer | undefined
  isStoreDown: boolean
  now: number
}

const WORDS: Record<Stage, string> = {
  ok: 'works',
  delayed: 'is behind',
  down: 'does not answer',
  none: 'not used',
}

export function Stages({ health, status, isStoreDown, now }: Props) {
  const spool = health?.spool
  const isStoreUp = !isStoreDown && health?.store !== 'down'
  return (
    <ol className={css.stages} aria-label="The way of an event">
      <StageColumn name="Page" note="SDK" stage={health ? 'ok' : 'down'}>
        <Fact name="Last event">{status?.lastStored ? `${formatAge(status.lastStored, now)} ago` : '–'}</Fact>
        <Fact name="Waiting">in the pages, not known here</Fact>
      </StageColumn>
      <StageColumn name="Relay" note="/monitoring" stage={relayStage(health, now)}>
        <Fact name="Waiting">{spool ? `${formatCount(spool.envelopes)} deliveries` : '–'}</Fact>
        <Fact name="Oldest">{spool?.oldest ? `${formatAge(spool.oldest, now)} at most` : '–'}</Fact>
        <Fact name="Queue">
          {spool ? formatBytes(spool.bytes) : '–'}
          {spool?.limit ? ` of ${formatBytes(spool.limit)}` : ''}
        </Fact>
      </StageColumn>
      <StageColumn name="Collector" note="grouping of batches" stage={collectorStage(health)}>
        <Fact name="Waiting">in its own queue, not known here</Fact>
      </StageColumn>
      <StageColumn name="Store" note="writes and answers" stage={isStoreUp ? 'ok' : 'down'}>
        <Fact name="Stored">{status?.lastStored ? `${formatAge(status.lastStored, now)} ago` : '–'}</Fact>
        <Fact name="Rows">
          {status
            ? `${formatCount(status.rows.exceptions)} exceptions, ${formatCount(status.rows.spans)} spans`
            : '–'}
        </Fact>
        <Fact name="Refused">{status ? `${formatCount(status.refused)} bodies since its start` : '–'}</Fact>
      </StageColumn>
    </ol>
  )
}

function collectorStage(health: Health | undefined): Stage {
  if (!health) return 'down'
  return health.collector
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
