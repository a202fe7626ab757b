// The routes with p75 and distribution of their vitals, and links to their traces.
import { Link } from '@tanstack/react-router'
import type { VitalCause, VitalCausesAnswer } from '../../../../contract/vitals.ts'
import { type Filters } from '../../search/filters.ts'
import { chartPeriod } from '../../search/period.ts'
import { toggleOnly } from '../../search/token-filters.ts'
import { formatCount } from '../../format/format-number.ts'
import { UntrustedCode, plainText } from '../../ui/untrusted-text.tsx'
import { Count } from '../../ui/count.tsx'
import type { Roving } from '../../ui/roving.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { SparkLine } from '../../charts/spark-line.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Distribution, RatedValue } from './rating.tsx'
import { RouteCause } from './route-cause.tsx'
import { causeOf, type RouteVitals } from './vitals-query.ts'
import { type VitalName, VITALS } from './vital-names.ts'
import css from './vitals.module.css'

type Props = {
  routes: RouteVitals[]
  /** Undefined: not known yet. */
  causes: VitalCausesAnswer | undefined
  filters: Filters
  vital: VitalName
  roving: Roving
  setTable: (table: HTMLTableElement | null) => void
}

export function RouteTable({ routes, causes, filters, vital, roving, setTable }: Props) {
  const period = chartPeriod(filters, useNow(60_000))
  return (
    <table ref={setTable} className={`cards rows ${css.list}`} aria-label="Web vitals by route">
      <thead>
        <tr>
          <th>
            Route <span className="faint">{formatCount(routes.length)}</span>
          </th>
          {VITALS.map((name) => (
            <th
              key={name}
              className={`num ${css.vital}`}
              aria-sort={name === vital ? 'descending' : undefined}
            >
              <Link to="/vitals" search={(current) => ({ ...current, vital: name })}>
                {name}
              </Link>
            </th>
          ))}
          <th className={`num ${css.views}`}>Views</th>
          <th className={css.trend}>{vital} over time</th>
          <th className={css.traces}>
            <span className="visually-hidden">Traces</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {routes.map((row, index) => (
          <RouteRow
            key={`${row.service} ${row.route}`}
            row={row}
            cause={causes && causeOf(causes, vital, row)}
            filters={filters}
            vital={vital}
            period={period}
            index={index}
            roving={roving}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Pick<Props, 'filters' | 'vital' | 'roving'> & {
  row: RouteVitals
  cause: VitalCause | undefined
  period: ReturnType<typeof chartPeriod>
  index: number
}

/** The name filters the screen by the route; the last column links to its traces. */
function RouteRow({ row, cause, filters, vital, period, index, roving }: RowProps) {
  const { service, route, views, vitals } = row
  const { q: _q, ...rest } = filters
  const trend = vitals.get(vital)?.trend
  const traces = { ...rest, service, attribute: `http.route:${route}` }
  return (
    <tr {...roving.rowProps(index)}>
      <td className={css.route}>
        <Link
          to="/vitals"
          search={(current) => ({ ...current, service, ...toggleOnly(current, 'route', route) })}
          className="clip row-link"
          tabIndex={roving.tabIndexOf(index)}
        >
          <UntrustedCode text={route} empty="(no route)" />
        </Link>
        <small>
          <ServiceName name={service} />
        </small>
        {cause && <RouteCause cause={cause} />}
      </td>
      {VITALS.map((name) => {
        const value = vitals.get(name)
        return (
          <td key={name} className={`num ${css.vital}`}>
            <span className="faint narrow-only">{name} </span>
            {value ? (
              <>
                <RatedValue {...value} />
                <Distribution {...value} />
              </>
            ) : (
              <span className="faint">–</span>
            )}
          </td>
        )
      })}
      <td className={`num ${css.views}`}>
        <Count value={views} noun="view" />
      </td>
      <td className={css.trend}>
        {trend && (
          <SparkLine
            points={trend.map(({ at, p75 }) => ({ at: Date.parse(at), value: p75 }))}
            {...period}
            label={`${vital} of ${plainText(route, 'no route')} over time`}
          />
        )}
      </td>
      <td className={css.traces}>
        {route && (
          <Link to="/traces" search={traces} aria-label={`Traces of ${plainText(route)}`}>
            traces
          </Link>
        )}
      </td>
    </tr>
  )
}
