// What Sentry's SDKs report as not sent: what was lost first, then what the application has left out.
import type { DiscardedItems } from '../../../../contract/status.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import css from './status.module.css'

/** `discarded`: the most items first. */
export function DiscardedTable({ discarded }: { discarded: DiscardedItems[] }) {
  const [lost, configured] = [true, false].map((isLost) =>
    discarded.filter((items) => items.isLost === isLost),
  ) as [DiscardedItems[], DiscardedItems[]]
  return (
    <>
      <p className={css.note}>
        <b>Sentry's SDKs report {pluralize(sum(lost), 'lost item')}.</b>{' '}
        {configured.length > 0 &&
          `They left out ${formatCount(sum(configured))} more, because of a sample rate or a filter.`}
      </p>
      <table aria-label="Items that Sentry's SDKs did not send">
        <thead>
          <tr>
            <th>Reason</th>
            <th>Category</th>
            <th className="num">Lost</th>
            <th className="num">Left out</th>
          </tr>
        </thead>
        <tbody>
          {[...lost, ...configured].map(({ reason, category, quantity, isLost }) => (
            <tr key={`${reason}\n${category}`}>
              <th scope="row">
                <UntrustedText text={reason.replaceAll('_', ' ')} empty="Unknown" />
              </th>
              <td>
                <UntrustedText text={category.replaceAll('_', ' ')} empty="Unknown" />
              </td>
              <td className="num">{isLost ? formatCount(quantity) : '–'}</td>
              <td className="num">{isLost ? '–' : formatCount(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function sum(items: DiscardedItems[]): number {
  return items.reduce((total, { quantity }) => total + quantity, 0)
}
