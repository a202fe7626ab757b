// The filters of both lists: text, service, environment, time. All of them are in the URL.
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import { servicesQuery } from './option-queries.ts'
import { DEFAULT_RANGE, type Filters, RANGES, type Range } from './filters.ts'
import { formatShortDateTime } from '../format/format-time.ts'
import type { ListFilters } from './search-tokens.ts'
import { useNow } from '../ui/use-now.ts'
import { type BoxProps, QueryBox } from './query-box.tsx'
import { Select } from '../ui/select.tsx'

type Props = Pick<BoxProps, 'list' | 'values'> & {
  filters: ListFilters
  change: (filters: ListFilters) => void
  children?: ReactNode
}

const Box = memo(QueryBox)

export function Search({ list, filters, change, values, children }: Props) {
  return (
    <search className="filters">
      <Box list={list} filters={filters} change={change} values={values} />
      <FilterSelects filters={filters} change={change} />
      {children}
    </search>
  )
}

type SelectsProps = { filters: Filters; change: (filters: Filters) => void }

/** Service, environment and time: every list has them. A move in the list does not draw them again. */
export const FilterSelects = memo(function FilterSelects({ filters, change }: SelectsProps) {
  const { services = [], environments = [] } = useQuery(servicesQuery()).data ?? {}
  return (
    <>
      <Select
        label="Service"
        all="All services"
        value={filters.service}
        options={services.map(({ name }) => name).toSorted()}
        onChange={(service) => change({ service })}
      />
      <Select
        label="Environment"
        all="All environments"
        value={filters.environment}
        options={environments}
        onChange={(environment) => change({ environment })}
      />
      <RangeSelect filters={filters} change={change} />
    </>
  )
})

export function RangeSelect({
  filters: { from, to, range },
  change,
}: {
  filters: Filters
  change: (filters: Filters) => void
}) {
  const now = useNow(60_000)
  const setRange = (value: string) =>
    change({ range: value === DEFAULT_RANGE ? undefined : (value as Range), from: undefined, to: undefined })
  return (
    <select
      aria-label="Time range"
      value={from && to ? 'custom' : (range ?? DEFAULT_RANGE)}
      onChange={(event) => setRange(event.target.value)}
    >
      {from && to && (
        <option value="custom">
          {`${formatShortDateTime(from, now)} to ${formatShortDateTime(to, now)}`}
        </option>
      )}
      {Object.entries(RANGES).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
