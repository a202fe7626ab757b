// What became of a message: a word, and what the receiver answered.
import type { AlertDelivery, DeliveryStatus } from '../../../../../contract/alerts.ts'
import { formatAge } from '../../../format/format-time.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import css from './deliveries.module.css'

type Words = { word: string; severity: string; icon: IconName }

const WORDS: Record<DeliveryStatus, Words> = {
  sent: { word: 'Sent', severity: 'ok', icon: 'resolved' },
  waiting: { word: 'Waiting', severity: 'warn', icon: 'clock' },
  failed: { word: 'Failed', severity: 'error', icon: 'alert' },
  withheld: { word: 'Withheld', severity: '', icon: 'ignored' },
}
/** A longer answer opens below its first words. */
const SHORT = 24

export function DeliveryState({ delivery, now }: { delivery: AlertDelivery; now: number }) {
  const { word, severity, icon } = WORDS[delivery.status]
  const detail = detailOf(delivery, now)
  const state = (
    <span className={css.state} data-severity={severity}>
      <Icon name={icon} small />
      <span className="clip">
        <b>{word}</b> <UntrustedText text={detail} />
      </span>
    </span>
  )
  if (detail.length <= SHORT) return state
  return (
    <details>
      <summary>{state}</summary>
      <p className={css.detail}>
        <UntrustedText text={detail} />
      </p>
    </details>
  )
}

/** `503 busy in 90 ms, again in 4 min`, or of one that has no message yet, `gathered, in 28 s`. */
function detailOf({ detail, next, attempts }: AlertDelivery, now: number): string {
  if (next === null) return detail
  const isDue = Date.parse(next) <= now
  const time = isDue ? 'now' : `in ${formatAge(new Date(now).toISOString(), Date.parse(next))}`
  const again = attempts > 0 ? `again ${time}` : time
  return detail === '' ? again : `${detail}, ${again}`
}
