// One operation in the list.
import { Link } from '@tanstack/react-router'
import type { OperationRow } from '../../../../contract/operations.ts'
import type { Filters } from '../../search/filters.ts'
import { pluralize } from '../../format/format-number.ts'
import { formatDuration } from '../../format/format-time.ts'
import { UntrustedCode, plainText } from '../../ui/untrusted-text.tsx'
import { Count } from '../../ui/count.tsx'
import type { Roving } from '../../ui/roving.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { SparkLine } from '../../charts/spark-line.tsx'
import { Distribution } from './distribution.tsx'
import { changeOf, formatShare, hasManyErrors } from './operation-texts.ts'
import css from './operations.module.css'

type Props = {
  operation: OperationRow
  filters: Filters
  period: { start: number; end: number }
  /** Of the trend, in milliseconds. */
  step: number
  /** Undefined while the baseline is loading. */
  durationsNs: number[] | undefined
  /** Its share of the total time, from 0 to 1, and the largest share of the list. */
  share: { value: number | undefined; longest: number }
  index: number
  roving: Roving
}

export function OperationTableRow(props: Props) {
  const { operation, filters, period, step, durationsNs, share, index, roving } = props
  const { service, name, kind, count, errors, p50Ns, p95Ns, p99Ns, trend = [], usual } = operation
  const { q: _q, service: _service, ...rest } = filters
  const errorShare = errors / Math.max(1, count)
  const change = changeOf(p95Ns, usual?.p95Ns)
  return (
    <tr {...roving.rowProps(index)}>
      <td className={css.name}>
        <div className={filters.service ? 'row' : undefined}>
          <Link
            to="/operations/$service"
            params={{ service }}
            search={{ ...rest, operation: name }}
            className="clip row-link"
            tabIndex={roving.tabIndexOf(index)}
          >
            <UntrustedCode text={name} empty="(no name)" />
          </Link>
          <small>
            {!filters.service && <ServiceName name={service} />} {kind}
          </small>
        </div>
      </td>
      <td className="num">
        <Count value={count} noun="call" />
      </td>
      <td className={`num ${css.errors} ${toneOf(errorShare)}`} title={pluralize(errors, 'error')}>
        {formatShare(errorShare)}
      </td>
      <td className={`num ${css.p50}`}>{formatDuration(p50Ns)}</td>
      <td className={`num ${css.p95}`}>
        <b>{formatDuration(p95Ns)}</b>
      </td>
      <td className={`num ${css.p99}`}>{formatDuration(p99Ns)}</td>
      <td className={css.shape}>
        {durationsNs && <Distribution operation={operation} durationsNs={durationsNs} />}
      </td>
      <td className={css.trend}>
        <SparkLine
          points={trend.map((point) => ({ at: Date.parse(point.at), value: point.p95Ns }))}
          {...period}
          step={step}
          label={`p95 of ${plainText(name)} over time`}
        />
      </td>
      <td className={`num wide-only ${css.change}`} data-tone={change?.tone}>
        {durationsNs && (change?.text ?? <span className="faint">–</span>)}
      </td>
      <td className={css.share}>
        {share.value !== undefined && (
          <span className="metered">
            <i
              className="meter wide-only"
              style={{ width: `${(share.value / Math.max(share.longest, 1e-9)) * 100}%` }}
            />
            <span className="num">
              {formatShare(share.value)}
              <span className="faint narrow-only"> of time</span>
            </span>
          </span>
        )}
      </td>
    </tr>
  )
}

function toneOf(errorShare: number): string | undefined {
  if (errorShare === 0) return 'faint'
  return hasManyErrors(errorShare) ? 'bad' : ''
}
