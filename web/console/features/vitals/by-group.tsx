// One vital by device class, browser or system: p75, distribution and share of views. A row filters the
// screen.
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { VitalsAnswer } from '../../../../contract/vitals.ts'
import { type Filters, readOption } from '../../search/filters.ts'
import { hasValue, toggleOnly } from '../../search/token-filters.ts'
import { formatCount, formatPercent } from '../../format/format-number.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { type DeviceName, DeviceIcon, DEVICES } from './device-names.tsx'
import { Distribution, RatedValue, RatingShape } from './rating.tsx'
import { type GroupName, groupRows } from './vitals-query.ts'
import { formatVital, RATING_TEXTS, VITAL_LIMITS, type VitalName } from './vital-names.ts'
import css from './by-group.module.css'

const NAMES = Object.keys(DEVICES) as DeviceName[]

/** Rows before "more". */
const SHORT = 5

const GROUPS: Record<GroupName, string> = { device: 'Device', browser: 'Browser', os: 'OS' }
export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[]

type SelectProps = { value: DeviceName | undefined; change: (device: string | undefined) => void }

export function DeviceSelect({ value, change }: SelectProps) {
  return (
    <Select
      label="Device"
      all="All devices"
      value={value}
      options={Object.fromEntries(NAMES.map((name) => [name, DEVICES[name].title]))}
      onChange={change}
    />
  )
}

type Props = {
  answer: VitalsAnswer
  group: GroupName
  setGroup: (group: GroupName) => void
  vital: VitalName
  filters: Filters
  device: DeviceName | undefined
}

export function ByGroup({ answer, group, setGroup, vital, filters, device }: Props) {
  const [isOpen, setOpen] = useState(false)
  const rows = groupRows(answer, group, vital)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const rest = rows.length - SHORT
  const isSet = (value: string) => (group === 'device' ? value === device : hasValue(filters, group, value))
  return (
    <section className={css.panel}>
      <div className={`line ${css.head}`}>
        <h2>By {group === 'os' ? 'OS' : group}</h2>
        <Segmented
          legend="Group by"
          name="group"
          options={GROUP_NAMES.map((value) => ({ value, label: GROUPS[value] }))}
          value={group}
          onChange={setGroup}
        />
      </div>
      <table className="rows" aria-label={`${vital} by ${group}`}>
        <thead>
          <tr>
            <th>{GROUPS[group]}</th>
            <th className={`num ${css.p75}`}>p75</th>
            <th className={css.rating}>Views by rating</th>
            <th className={`num ${css.share}`}>Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isOpen ? rows.length : SHORT).map((row) => (
            <tr key={row.value} aria-current={isSet(row.value) || undefined}>
              <th scope="row">
                <GroupLink group={group} value={row.value} isSet={isSet(row.value)} />
              </th>
              <td className={`num ${css.p75}`}>
                <RatedValue {...row} />
              </td>
              <td className={css.rating}>
                <Distribution {...row} />
              </td>
              <td className={`num ${css.share}`}>{formatPercent(row.count, total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <button type="button" className="quiet small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer' : `${formatCount(rest)} more`}
        </button>
      )}
      <Legend vital={vital} />
    </section>
  )
}

type LinkProps = { group: GroupName; value: string; isSet: boolean }

/** The selected value links to all values. */
function GroupLink({ group, value, isSet }: LinkProps) {
  if (value === '') return <span className="faint">Unknown</span>
  const device = group === 'device' ? readOption(NAMES, value) : undefined
  const only = device ? DEVICES[device].plural : plainText(value)
  return (
    <Link
      to="/vitals"
      className="row-link"
      search={(current) => ({
        ...current,
        ...(group === 'device' ? { device: isSet ? undefined : value } : toggleOnly(current, group, value)),
      })}
      title={isSet ? 'Show all' : `Only ${only}`}
    >
      {device && <DeviceIcon name={device} className={css.icon} />}{' '}
      {device ? DEVICES[device].title : <UntrustedText text={value} />}
    </Link>
  )
}

function Legend({ vital }: Pick<Props, 'vital'>) {
  const { good, poor } = VITAL_LIMITS[vital]
  return (
    <p className={`caption line ${css.legend}`}>
      <span>
        <RatingShape rating="good" />
        {RATING_TEXTS.good}, ≤ {formatVital(vital, good)}
      </span>
      <span>
        <RatingShape rating="needs-improvement" />
        {RATING_TEXTS['needs-improvement']}, ≤ {formatVital(vital, poor)}
      </span>
      <span>
        <RatingShape rating="poor" />
        {RATING_TEXTS.poor}
      </span>
    </p>
  )
}
