// The issues in traces of an operation, where its time goes, and the distribution of its durations.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type {
  OperationBreakdownAnswer,
  OperationIssue,
  OperationRow,
} from '../../../../contract/operations.ts'
import { operationBreakdownQuery } from './operations-query.ts'
import type { Filters } from '../../search/filters.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { formatDateTime } from '../../format/format-time.ts'
import { UntrustedCode } from '../../ui/untrusted-text.tsx'
import { ErrorTitle } from '../../ui/error-title.tsx'
import { firstLine, needsAttention, Status } from '../issues/index.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { Sparkline } from '../../charts/spark-line.tsx'
import { Distributions } from './distribution.tsx'
import { formatShare } from './operation-texts.ts'
import css from './operation-breakdown.module.css'

type Props = {
  filters: Filters & { operation: string }
  row: OperationRow
  durationsNs: number[] | undefined
}

export function OperationBreakdown({ filters, row, durationsNs }: Props) {
  const query = useQuery(operationBreakdownQuery(filters))
  return (
    <div className="sections">
      <QueryState query={query} label="the breakdown" thin />
      {query.data && <Issues answer={query.data} />}
      {query.data && query.data.sampled > 0 && <Parts answer={query.data} service={row.service} />}
      {durationsNs && (
        <section aria-labelledby="distribution">
          <h2 id="distribution">Distribution</h2>
          <Distributions operation={row} durationsNs={durationsNs} />
        </section>
      )}
    </div>
  )
}

/** If the number of calls is limited, the tooltip shows since when they are counted. */
function Issues({ answer: { issues, calls, since } }: { answer: OperationBreakdownAnswer }) {
  return (
    <section aria-labelledby="operation-issues">
      <h2 id="operation-issues">
        Issues{' '}
        <small title={since ? `since ${formatDateTime(since)}` : undefined}>
          in traces of {calls === 1 ? 'the call' : `${formatCount(calls)} calls`}
        </small>
      </h2>
      {issues.length === 0 && <p className="faint">No issues.</p>}
      <ul className={css.issues}>
        {issues.map((item) => (
          <IssueLine key={item.issue.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

function IssueLine({ item: { issue, count } }: { item: OperationIssue }) {
  return (
    <li>
      <Link to="/issues/$id" params={{ id: issue.id }} search={{}} className="clip">
        <ErrorTitle type={issue.type} message={firstLine(issue.message)} />
      </Link>
      <p className="row caption">
        <Status status={issue.status} />
        <span className="num">{formatCount(count)} here</span>
        <Sparkline buckets={issue.trend} hot={needsAttention(issue.status)} />
      </p>
    </li>
  )
}

function Parts({ answer, service }: { answer: OperationBreakdownAnswer; service: string }) {
  const { parts, sampled, selfShare } = answer
  return (
    <section aria-labelledby="operation-parts">
      <h2 id="operation-parts">
        Where its time goes{' '}
        <small>{sampled === 1 ? 'in one call' : `in the newest ${pluralize(sampled, 'call')}`}</small>
      </h2>
      <table className={`rows ${css.parts}`} aria-labelledby="operation-parts">
        <tbody>
          {parts.map(({ service: of, name, share }) => (
            <tr key={`${of} ${name}`}>
              <th scope="row">
                <div className="clip">
                  <UntrustedCode text={name} empty="(no name)" />
                </div>
                {of !== service && (
                  <small>
                    <ServiceName name={of} />
                  </small>
                )}
              </th>
              <Share share={share} />
            </tr>
          ))}
          <tr>
            <th scope="row">the operation itself</th>
            <Share share={selfShare} />
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Share({ share }: { share: number }) {
  return (
    <>
      <td className={css.share}>
        <i className="meter">
          <i className="meter" style={{ width: `${Math.min(1, share) * 100}%` }} />
        </i>
      </td>
      <td className="num">{formatShare(share)}</td>
    </>
  )
}
