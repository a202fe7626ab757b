// How often a channel may send.
import { useId } from 'react'
import type { Channel, ChannelKind, ChannelLimits } from '../../../../../contract/alerts.ts'
import { Fold } from '../../../ui/fold.tsx'
import css from './channels.module.css'

export type Limits = ChannelLimits & Pick<Channel, 'heartbeatMinutes'>

/** As the store has them. */
export const DEFAULT_LIMITS: Limits = {
  gatherSeconds: 30,
  pauseSeconds: 300,
  messagesPerHour: 20,
  heartbeatMinutes: 0,
}

/** What is sent: only a webhook has a heartbeat. */
export function limitsOf(kind: ChannelKind, { heartbeatMinutes, ...limits }: Limits): Partial<Limits> {
  return { ...limits, ...(kind === 'webhook' && { heartbeatMinutes }) }
}

const FIELDS: Record<keyof Limits, { label: string; help: string; min: number; max: number }> = {
  gatherSeconds: {
    label: 'Gather, seconds',
    help: 'After the first change, so that what belongs together is one message.',
    min: 0,
    max: 3_600,
  },
  pauseSeconds: { label: 'Pause, seconds', help: 'Between two messages.', min: 0, max: 86_400 },
  messagesPerHour: {
    label: 'Messages an hour',
    help: 'Then one message says until when the channel pauses, and a summary follows.',
    min: 1,
    max: 3_600,
  },
  heartbeatMinutes: {
    label: 'Heartbeat, minutes',
    help: 'A message so often while rules are evaluated: a monitor of yours notices its absence. 0: none.',
    min: 0,
    max: 1_440,
  },
}
const NAMES = Object.keys(FIELDS) as (keyof Limits)[]

type Props = { kind: ChannelKind; limits: Limits; onChange: (limits: Limits) => void }

export function LimitFields({ kind, limits, onChange }: Props) {
  const id = useId()
  const names = NAMES.filter((name) => kind === 'webhook' || name !== 'heartbeatMinutes')
  return (
    <Fold title="How often">
      {names.map((name) => {
        const { label, help, min, max } = FIELDS[name]
        return (
          <div key={name} className={css.field}>
            <label>
              {label}
              <input
                type="number"
                min={min}
                max={max}
                required
                aria-describedby={`${id}-${name}`}
                value={Number.isNaN(limits[name]) ? '' : limits[name]}
                onChange={(event) => onChange({ ...limits, [name]: event.target.valueAsNumber })}
              />
            </label>
            <small id={`${id}-${name}`}>{help}</small>
          </div>
        )
      })}
    </Fold>
  )
}
