// One operation in the list.
import { Link } from '@tanstack/react-router'
import type { OperationRow } from '../../../../store/api/trace-contract.ts'
import type { Filters } from '../../filters.ts'
import { formatPercent, pluralize } from '../../format-number.ts'
import { formatDuration } from '../../format-time.ts'
import { Count } from '../../parts/count.tsx'
import type { Roving } from '../../parts/roving.ts'
import { ServiceName } from '../../parts/service-name.tsx'
import { SparkLine } from '../../parts/spark-line.tsx'
import css from './operations.module.css'

type Props = {
  operation: OperationRow
  filters: Filters
  period: { start: number; end: number }
  index: number
  roving: Roving
}

export function OperationTableRow({ operation, filters, period, index, roving }: Props) {
  const { service, name, kind, count, errors, p50Ns, p95Ns, p99Ns, trend = [] } = operation
  const { q: _q, service: _service, ...rest } = filters
  const search = { ...rest, operation: name }
  return (
    <tr
      data-row={index}
      aria-current={index === roving.index || undefined}
      onFocus={() => roving.setIndex(index)}
    >
      <td className={css.name}>
        <Link
          to="/operations/$service"
          params={{ service }}
          search={search}
          className="clip"
          tabIndex={roving.tabIndexOf(index)}
        >
          <code>{name || '(no name)'}</code>
        </Link>
        <small>
          <ServiceName name={service} /> {kind}
        </small>
      </td>
      <td className={`num ${css.calls}`}>
        <Count value={count} noun="call" />
      </td>
      <td
        className={`num ${css.errors} ${errors === 0 ? 'faint' : css.failed}`}
        title={pluralize(errors, 'error')}
      >
        {errors === 0 ? '0' : formatPercent(errors, count)}
      </td>
      <td className={`num ${css.p50}`}>{formatDuration(p50Ns)}</td>
      <td className={`num ${css.p95}`}>
        <b>{formatDuration(p95Ns)}</b>
      </td>
      <td className={`num ${css.p99}`}>{formatDuration(p99Ns)}</td>
      <td className={css.trend}>
        <SparkLine
          points={trend.map((point) => ({ at: point.at, value: point.count }))}
          {...period}
          label={`Calls of ${name} over time`}
        />
        <SparkLine
          points={trend.map((point) => ({ at: point.at, value: point.p95Ns }))}
          {...period}
          label={`p95 of ${name} over time`}
        />
      </td>
      <td className={css.traces}>
        <Link to="/traces" search={{ ...search, service }} tabIndex={-1} aria-label={`Traces of ${name}`}>
          traces
        </Link>
      </td>
    </tr>
  )
}
