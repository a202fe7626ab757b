// What happened in the page before the exception, with the time before it.
import type { Event } from '../../../../store/api/contract.ts'
import { formatCount } from '../../format-number.ts'
import { formatDuration, nanosBetween } from '../../format-time.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { EventSection } from './event-section.tsx'
import { MAX_TITLE_MESSAGE } from './issue-header.tsx'
import css from './issue.module.css'

const ICONS = new Map<string, IconName>([
  ['navigation', 'nav'],
  ['fetch', 'net'],
  ['xhr', 'net'],
  ['click', 'click'],
  ['console', 'console'],
  ['vitals', 'paint'],
  ['error', 'alert'],
])

export function Breadcrumbs({ event }: { event: Event }) {
  return (
    <EventSection id="breadcrumbs" title="Breadcrumbs" note={formatCount(event.breadcrumbs.length)}>
      <table className={css.breadcrumbs} aria-labelledby="breadcrumbs">
        <tbody>
          {event.breadcrumbs.map(({ at, kind, text }, index) => (
            // oxlint-disable-next-line no-array-index-key -- two breadcrumbs can be equal to the millisecond
            <tr key={index}>
              <td>{formatDuration(nanosBetween(event.at, at))}</td>
              <td>
                <Icon name={ICONS.get(kind.split('.')[0] ?? '') ?? 'right'} small />
                {kind}
              </td>
              <td>
                <ForeignText text={text} />
              </td>
            </tr>
          ))}
          <tr data-severity="error">
            <td>0</td>
            <td>
              <Icon name="alert" small />
              exception
            </td>
            <td>
              <ForeignText text={`${event.type}: ${event.message.slice(0, MAX_TITLE_MESSAGE)}`} />
            </td>
          </tr>
        </tbody>
      </table>
    </EventSection>
  )
}
