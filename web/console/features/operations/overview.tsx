// All matching operations together: figures, and the p95 over time with its baseline.
import { useQuery } from '@tanstack/react-query'
import type { OperationsTotals } from '../../../../contract/operations.ts'
import { trendQuery } from '../issues/index.ts'
import { type Filters, RANGES } from '../../search/filters.ts'
import { formatDuration } from '../../format/format-time.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { type BandPoint, LineChart } from '../../charts/line-chart.tsx'
import { formatStep, stepOf } from '../../charts/time-axis.ts'
import { Measures } from './measures.tsx'
import css from './overview.module.css'

type Props = { totals: OperationsTotals; filters: Filters; period: { start: number; end: number } }

export function Overview({ totals, filters, period }: Props) {
  const releases = useQuery(trendQuery({ ...filters, q: undefined })).data?.releases ?? []
  const { trend } = totals
  const band = trend.flatMap(({ at, usual }): BandPoint[] =>
    usual ? [{ at, low: usual.lowNs, high: usual.highNs }] : [],
  )
  const time = filters.from ? 'selected period' : RANGES[filters.range ?? '24h'].toLowerCase()
  return (
    <>
      <Measures label="All operations" measured={totals} milliseconds={period.end - period.start} />
      <figure className={css.chart}>
        <figcaption className="chart-caption">
          <b>
            p95 of {filters.q ? 'these operations' : 'all operations'}
            {!filters.q && filters.service && (
              <>
                {' '}
                of <UntrustedText text={filters.service} />
              </>
            )}
          </b>
          <span className={`key ${css.line}`}>{time}</span>
          {band.length > 0 && <span className={`key ${css.band}`}>same hours of the previous 7 days</span>}
          {trend.length > 1 && <span className="push wide-only">{formatStep(stepOf(trend))} a point</span>}
        </figcaption>
        <LineChart
          lines={[{ points: trend.map(({ at, p95Ns: value }) => ({ at, value })) }]}
          {...period}
          start={Math.min(period.start, Date.parse(trend[0]?.at ?? '') || period.start)}
          format={formatDuration}
          label="p95 over time"
          band={band}
          releases={releases}
        />
      </figure>
    </>
  )
}
