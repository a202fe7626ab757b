// Why a rule has sent a message, or not: its last evaluation with the numbers that were compared.
import type { Rule } from '../../../../../contract/alerts.ts'
import { formatCount } from '../../../format/format-number.ts'
import { AgoOrInstant } from '../../../ui/age.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useHasServiceChannels } from './use-service-channels.ts'
import css from './rules.module.css'

export function RuleReason({ rule, hasChannel }: { rule: Rule; hasChannel: boolean }) {
  const { last, error, enabled } = rule
  return (
    <section aria-label="Why, and why not" className={css.reason}>
      <h3>Why, and why not</h3>
      {error && (
        <p className="bad" role="alert">
          <Icon name="alert" small /> The last evaluation failed: <UntrustedText text={error} />
        </p>
      )}
      {!enabled && <p>The rule is off: it is not evaluated.</p>}
      {!hasChannel && <NoChannel />}
      {enabled && !last && !error && <p>The rule has not been evaluated since the store started.</p>}
      {last && (
        <p>
          Evaluated <AgoOrInstant at={last.at} />:{' '}
          <UntrustedText text={last.reason || 'nothing to compare'} />.
          <Numbers numbers={last.numbers} />
        </p>
      )}
    </section>
  )
}

function NoChannel() {
  return (
    <p>
      The rule has no channel:{' '}
      {useHasServiceChannels()
        ? 'the channel of a service receives what it finds there.'
        : 'nobody receives what it finds.'}
    </p>
  )
}

function Numbers({ numbers }: { numbers: Record<string, number> }) {
  const entries = Object.entries(numbers)
  if (entries.length === 0) return null
  return (
    <span className={css.numbers}>
      {entries.map(([name, value]) => (
        <span key={name}>
          {name} <b className="num">{Number.isInteger(value) ? formatCount(value) : value}</b>
        </span>
      ))}
    </span>
  )
}
