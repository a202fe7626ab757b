// What became slower: web vitals of routes and p95 of operations, each with both values.
import { Link } from '@tanstack/react-router'
import type { SlowerRow } from '../../../../contract/releases.ts'
import { filterFor } from '../../search/search-query.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { UntrustedCode } from '../../ui/untrusted-text.tsx'
import { formatVital } from '../vitals/index.ts'
import css from './slower-table.module.css'

type Row = SlowerRow & { service: string }

/** `hasServices`: the rows are of several services. */
type Props = { rows: Row[]; label: string; hasServices?: boolean }

export function SlowerTable({ rows, label, hasServices = false }: Props) {
  return (
    <table className={css.slower} aria-label={label}>
      <thead className="visually-hidden">
        <tr>
          <th>What</th>
          <th>Before</th>
          <th>Since</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.service} ${row.kind} ${row.name} ${row.place}`}>
            <th scope="row">
              <PlaceLink row={row} /> {hasServices && <ServiceName name={row.service} />}
            </th>
            <td className="num faint">{formatVital(row.name, row.before)}</td>
            <td className="num">
              <b>{formatVital(row.name, row.since)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PlaceLink({ row: { service, kind, name, place } }: { row: Row }) {
  const text = (
    <>
      {name} <UntrustedCode text={place} empty="(no route)" />
    </>
  )
  return kind === 'vital' ? (
    <Link to="/vitals" search={{ service, vital: name, ...filterFor('route', place) }}>
      {text}
    </Link>
  ) : (
    <Link to="/operations/$service" params={{ service }} search={{ operation: place }}>
      {text}
    </Link>
  )
}
