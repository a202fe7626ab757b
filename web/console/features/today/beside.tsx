// Beside the issues: what became slower, and how much of what pages sent arrived.
import { Link } from '@tanstack/react-router'
import type { Today } from '../../../../contract/today.ts'
import { formatCount, formatRate } from '../../format/format-number.ts'
import { SlowerTable } from '../releases/index.ts'
import css from './today.module.css'

export function hasBeside({ slower, delivery }: Today): boolean {
  return slower.length > 0 || delivery.now.sent > 0
}

export function Beside({ answer: { slower, delivery } }: { answer: Today }) {
  return (
    <aside aria-label="Speed and delivery" className="sections">
      {slower.length > 0 && (
        <section aria-labelledby="slower">
          <header className={css.heading}>
            <h2 id="slower">Slower</h2>
            <small className="faint">than in the week before, p75 and p95</small>
          </header>
          <SlowerTable rows={slower} label="What became slower" hasServices />
        </section>
      )}
      {delivery.now.sent > 0 && (
        <section aria-labelledby="delivery">
          <header className={css.heading}>
            <h2 id="delivery">Errata itself</h2>
            <Link to="/status" className="push">
              Status
            </Link>
          </header>
          <dl className={css.facts}>
            <dt>Delivery</dt>
            <dd>
              <b>{formatRate(delivery.now.arrived / delivery.now.sent)}</b> of{' '}
              {formatCount(delivery.now.sent)} records
              {delivery.usual.sent > 0 &&
                `, usually ${formatRate(delivery.usual.arrived / delivery.usual.sent)}`}
            </dd>
          </dl>
        </section>
      )}
    </aside>
  )
}
