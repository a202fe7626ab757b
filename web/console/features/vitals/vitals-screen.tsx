// Web vitals: totals, one vital over time, and each route with its distribution.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { VitalsAnswer, VitalTotal } from '../../../../contract/vitals.ts'
import { trendQuery } from '../issues/index.ts'
import { type Filters, readOption } from '../../search/filters.ts'
import { chartPeriod, describePeriod } from '../../search/period.ts'
import { usePolling } from '../../app/live.tsx'
import figures from '../../ui/figures.module.css'
import { LineChart } from '../../charts/line-chart.tsx'
import { EmptyList } from '../../search/empty-list.tsx'
import { useRoving } from '../../ui/roving.ts'
import { Screen } from '../../app/screen.tsx'
import { Search } from '../../search/search.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { rowShortcuts } from '../../app/row-shortcuts.ts'
import { useNow } from '../../ui/use-now.ts'
import { statusQuery } from '../status/index.ts'
import { ByGroup, DeviceSelect, GROUP_NAMES } from './by-group.tsx'
import { type DeviceName, DEVICES } from './device-names.tsx'
import { RatingShape } from './rating.tsx'
import { RouteTable } from './route-table.tsx'
import { causesQuery, groupByRoute, suggestedValues, vitalsQuery } from './vitals-query.ts'
import {
  formatVital,
  formatVitalChange,
  RATING_TEXTS,
  VITAL_LIMITS,
  type VitalName,
  VITALS,
} from './vital-names.ts'
import css from './vitals.module.css'

const route = getRouteApi('/vitals')

type VitalFilters = Filters & Partial<Record<'vital' | 'device' | 'by', string | undefined>>

export function VitalsScreen() {
  const { vital: vitalName, device: deviceName, by, ...filters } = route.useSearch()
  const vital = readOption([...VITALS], vitalName) ?? 'LCP'
  const navigate = route.useNavigate()
  const device = readOption(Object.keys(DEVICES) as DeviceName[], deviceName)
  const query = useQuery({
    ...vitalsQuery({ ...filters, device, vital }),
    refetchInterval: usePolling(),
  })
  const causes = useQuery({
    ...causesQuery({ ...filters, device, vital }),
    refetchInterval: usePolling(),
  }).data
  const routes = groupByRoute(query.data?.vitals ?? [], vital)
  const values = suggestedValues(query.data, vital)
  const [roving, setTable] = useRoving(routes.map(({ service, route }) => JSON.stringify([service, route])))
  const stored = useQuery(statusQuery()).data
  const change = (changed: VitalFilters) =>
    void navigate({ search: (current) => ({ ...current, ...changed }) })
  const shortcuts = [
    ...(routes.length > 0 ? rowShortcuts(roving.move) : []),
    ...VITALS.map((name, index) => ({
      keys: String(index + 1),
      label: name,
      run: () => change({ vital: name }),
    })),
  ]
  return (
    <Screen shortcuts={shortcuts}>
      <h1 className="visually-hidden">Web vitals</h1>
      <div className={css.filters}>
        <Search list="vitals" filters={filters} change={change} values={values}>
          <DeviceSelect value={device} change={(value) => change({ device: value })} />
        </Search>
      </div>
      <QueryState query={query} label="web vitals" />
      {query.data && routes.length === 0 && device && (
        <Empty title={`No web vitals of ${DEVICES[device].plural} ${describePeriod(filters)}`}>
          <button type="button" onClick={() => change({ device: undefined })}>
            Show all devices
          </button>
        </Empty>
      )}
      {query.data && routes.length === 0 && !device && (
        <EmptyList
          subject="web vital"
          filters={filters}
          change={change}
          isFirstVisit={stored?.rows.logs === 0}
        >
          The SDK measures web vitals in 10 % of sessions. Set <code>vitals</code> to change the share.
        </EmptyList>
      )}
      {query.data && routes.length > 0 && (
        <>
          <Totals answer={query.data} vital={vital} />
          <div className={`with-aside ${css.detail}`}>
            <VitalChart answer={query.data} vital={vital} filters={filters} />
            <ByGroup
              answer={query.data}
              group={readOption(GROUP_NAMES, by) ?? 'device'}
              setGroup={(group) => change({ by: group === 'device' ? undefined : group })}
              {...{ vital, filters, device }}
            />
          </div>
          <RouteTable
            routes={routes}
            causes={causes}
            filters={filters}
            vital={vital}
            roving={roving}
            setTable={setTable}
          />
        </>
      )}
    </Screen>
  )
}

function Totals({ answer: { totals }, vital }: { answer: VitalsAnswer; vital: VitalName }) {
  return (
    <nav className={figures.figures} aria-label="Web vitals">
      {VITALS.map((name) => {
        const total = totals?.find((item) => item.name === name)
        return (
          <Link
            key={name}
            to="/vitals"
            search={(current) => ({ ...current, vital: name })}
            aria-current={name === vital ? 'true' : undefined}
            className={figures.figure}
            title={VITAL_LIMITS[name].title}
          >
            <span>{name}</span>
            <strong>{total ? formatVital(name, total.p75) : '–'}</strong>
            <small>
              {total ? (
                <>
                  <span className={css.verdict}>
                    <RatingShape rating={total.rating} />
                    {RATING_TEXTS[total.rating]}
                  </span>
                  <Change total={total} />
                </>
              ) : (
                'not measured'
              )}
            </small>
          </Link>
        )
      })}
    </nav>
  )
}

function Change({ total: { name, p75, before } }: { total: VitalTotal }) {
  if (before === null) return null
  return (
    <>
      {' · '}
      <span className={css.change} title={`${formatVital(name, before)} in the previous 14 days`}>
        {formatVitalChange(name, before, p75)}
      </span>
    </>
  )
}

type ChartProps = { answer: VitalsAnswer; vital: VitalName; filters: Filters }

function VitalChart({ answer: { trend }, vital, filters }: ChartProps) {
  const now = useNow(60_000)
  const navigate = useNavigate()
  const releases = useQuery(trendQuery(filters)).data?.releases ?? []
  const { good, poor, title } = VITAL_LIMITS[vital]
  const points = (trend ?? []).filter(({ name }) => name === vital).map(({ at, p75 }) => ({ at, value: p75 }))
  return (
    <figure className={css.chart}>
      <figcaption className="line">
        <b>{vital}, p75</b>
        <span className="faint">{title}</span>
        <span className={`key ${css.limit}`} data-rating="good">
          good up to {formatVital(vital, good)}
        </span>
        <span className={`key ${css.limit}`} data-rating="poor">
          poor above {formatVital(vital, poor)}
        </span>
      </figcaption>
      <LineChart
        lines={[{ points }]}
        {...chartPeriod(filters, now)}
        format={(value) => formatVital(vital, value)}
        label={`${vital} over time`}
        limits={[
          { value: good, tone: 'ok' },
          { value: poor, tone: 'error' },
        ]}
        releases={releases}
        openRelease={(release, service) =>
          void navigate({ to: '/releases/$service/$release', params: { service, release } })
        }
      />
    </figure>
  )
}
