// One vital by device class: p75, distribution and share of views. A row filters the screen by its device.
import { Select } from '../../ui/select.tsx'
import { Link } from '@tanstack/react-router'
import type { VitalDevice } from '../../../../contract/vitals.ts'
import { readOption } from '../../search/filters.ts'
import { formatPercent } from '../../format/format-number.ts'
import { type DeviceName, DeviceIcon, DEVICES } from './device-names.tsx'
import { Distribution, RatedValue, RatingShape } from './rating.tsx'
import { formatVital, RATING_TEXTS, VITAL_LIMITS, type VitalName } from './vital-names.ts'
import css from './by-device.module.css'

const NAMES = Object.keys(DEVICES) as DeviceName[]

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

type Props = { devices: VitalDevice[]; vital: VitalName; device: DeviceName | undefined }

export function ByDevice({ devices, vital, device }: Props) {
  const rows = devices.filter(({ name }) => name === vital)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={css.panel}>
      <h2>By device</h2>
      <table className="rows" aria-label={`${vital} by device`}>
        <thead>
          <tr>
            <th>Device</th>
            <th className={`num ${css.p75}`}>p75</th>
            <th className={css.rating}>Views by rating</th>
            <th className={`num ${css.share}`}>Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.device} aria-current={row.device === device || undefined}>
              <th scope="row">
                <DeviceLink value={row.device} isSet={row.device === device} />
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
      <Legend vital={vital} />
    </section>
  )
}

/** The selected device links to all devices. */
function DeviceLink({ value, isSet }: { value: string; isSet: boolean }) {
  const name = readOption(NAMES, value)
  if (!name) return <span className="faint">Other</span>
  return (
    <Link
      to="/vitals"
      className="row-link"
      search={(current) => ({ ...current, device: isSet ? undefined : name })}
      title={isSet ? 'Show all devices' : `Only ${DEVICES[name].plural}`}
    >
      <DeviceIcon name={name} className={css.icon} /> {DEVICES[name].title}
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
