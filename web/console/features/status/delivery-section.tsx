// How much of what pages sent arrived, by browser, the worst first, and what SDKs did not send.
import { useQuery } from '@tanstack/react-query'
import type { Delivery } from '../../../../contract/status.ts'
import { DiscardedTable } from './discarded-table.tsx'
import { deliveryQuery } from './status-query.ts'
import { formatCount, formatRate, pluralize } from '../../format/format-number.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { QueryState } from '../../http/query-state.tsx'
import css from './status.module.css'

/** Each query reads the records of a day. */
const POLL_MS = 60_000
/** With fewer records the share is left to chance. */
const MIN_RECORDS = 50
/** Browsers of the table, the worst first. */
const MAX_BROWSERS = 12

export function DeliverySection() {
  const query = useQuery({ ...deliveryQuery(), refetchInterval: POLL_MS })
  const answer = query.data
  return (
    <section className={css.delivery} aria-labelledby="delivery">
      <h2 id="delivery">
        Delivery <small>last 24 hours</small>
      </h2>
      <QueryState query={query} label="the delivery" />
      {answer && answer.total.sent === 0 && (
        <p className={css.note}>No page has sent numbered records in the last 24 hours.</p>
      )}
      {answer && answer.total.sent > 0 && (
        <>
          <p className={css.note}>
            <b>{shareOf(answer.total)} of the records arrived.</b> {worst(answer.browsers)}
          </p>
          <table aria-label="Delivery by browser">
            <thead>
              <tr>
                <th>Browser</th>
                <th className="num">Sent</th>
                <th className="num">Arrived</th>
                <th className="num">Lost</th>
                <th className="num">Baseline, 7 d</th>
              </tr>
            </thead>
            <tbody>
              {answer.browsers.slice(0, MAX_BROWSERS).map(({ browser, os, usual, ...delivery }) => (
                <tr key={`${browser} ${os}`}>
                  <th scope="row">
                    <UntrustedText text={browser} empty="Unknown" />{' '}
                    <small>
                      <UntrustedText text={os} />
                    </small>
                  </th>
                  <td className="num">{formatCount(delivery.sent)}</td>
                  <td className="num">{shareOf(delivery)}</td>
                  <td className="num">{formatCount(delivery.sent - delivery.arrived)}</td>
                  <td className="num faint">{shareOf(usual)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">
                  All <small>{pluralize(answer.sessions, 'session')}</small>
                </th>
                <td className="num">{formatCount(answer.total.sent)}</td>
                <td className="num">{shareOf(answer.total)}</td>
                <td className="num">{formatCount(answer.total.sent - answer.total.arrived)}</td>
                <td className="num faint">{shareOf(answer.usual)}</td>
              </tr>
            </tfoot>
          </table>
        </>
      )}
      <p className={css.note}>
        Pages number their records. A missing number between two of the same session is a lost record. Two
        losses are not counted: the last record of a tab, and pages that cannot send anything, for example
        because of a blocker.
      </p>
      {answer && answer.discarded.length > 0 && <DiscardedTable discarded={answer.discarded} />}
    </section>
  )
}

function shareOf({ sent, arrived }: Delivery): string {
  return sent === 0 ? '–' : formatRate(arrived / sent)
}

/** Only if it lost records, with enough of them to compare. */
function worst(browsers: ({ browser: string; os: string } & Delivery)[]): string {
  const [first, ...others] = browsers.filter(({ sent }) => sent >= MIN_RECORDS)
  if (!first || others.length === 0 || first.sent === first.arrived) return ''
  return `From ${[first.browser, first.os].filter(Boolean).join(' on ')}: ${shareOf(first)}.`
}
