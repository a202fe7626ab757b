// How often a channel may send.
import type { ChannelLimits } from '../../../../../contract/alerts.ts'
import { Fold } from '../../../ui/fold.tsx'
import css from './channels.module.css'

/** As the store has them. */
export const DEFAULT_LIMITS: ChannelLimits = { gatherSeconds: 30, pauseSeconds: 300, messagesPerHour: 20 }

const FIELDS: Record<keyof ChannelLimits, { label: string; help: string; min: number; max: number }> = {
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
}
const NAMES = Object.keys(FIELDS) as (keyof ChannelLimits)[]

type Props = { limits: ChannelLimits; onChange: (limits: ChannelLimits) => void }

export function LimitFields({ limits, onChange }: Props) {
  return (
    <Fold title="How often">
      {NAMES.map((name) => {
        const { label, help, min, max } = FIELDS[name]
        return (
          <label key={name} className={css.field}>
            {label}
            <input
              type="number"
              min={min}
              max={max}
              required
              value={Number.isNaN(limits[name]) ? '' : limits[name]}
              onChange={(event) => onChange({ ...limits, [name]: event.target.valueAsNumber })}
            />
            <small>{help}</small>
          </label>
        )
      })}
    </Fold>
  )
}
