// Data: how long what is stored, how much space it takes, and backups.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DataAnswer, DataKind, LastBackup, StoredData } from '../../../../../contract/settings.ts'
import { formatBytes, formatCount, pluralize } from '../../../format/format-number.ts'
import { formatDay, formatShortDateTime } from '../../../format/format-time.ts'
import { QueryState } from '../../../http/query-state.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { UntrustedCode } from '../../../ui/untrusted-text.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { DiskSection, statusQuery } from '../../status/index.ts'
import { dataQuery } from '../settings-query.ts'
import section from '../section.module.css'
import css from './stored-data.module.css'

const KINDS: Record<DataKind, string> = {
  events: 'Events and log records',
  traces: 'Traces',
  feedback: 'Feedback of users',
  snapshots: 'Snapshots of pages',
  measures: 'Statistics: operations, vitals, sessions',
  maps: 'Source maps',
  commits: 'Commits and owners of builds',
  issues: 'Issues: counts, changes, notes; releases',
  alerts: 'Alerts that were sent',
  audit: 'Audit log',
  other: 'Settings and the rest',
}

export function DataSection() {
  const query = useQuery(dataQuery())
  const status = useQuery(statusQuery())
  const now = useNow()
  return (
    <>
      <header className={section.head}>
        <h1>Data</h1>
        {status.data && (
          <p className="caption">
            <b>{formatBytes(status.data.bytes)}</b> in the store, {status.data.engine} engine
          </p>
        )}
      </header>
      <section aria-labelledby="retention" className={section.part}>
        <h2 id="retention">How long it is stored</h2>
        <QueryState query={query} label="data" thin />
        {query.data && <Retention kinds={query.data.kinds} />}
      </section>
      <div className={section.split}>
        <div className={`sections ${section.part}`}>
          <QueryState query={status} label="disk" thin />
          {status.data && <DiskSection status={status.data} now={now} />}
        </div>
        {query.data && <Backups {...query.data} isEmbedded={status.data?.engine !== 'clickhouse'} />}
      </div>
    </>
  )
}

function Retention({ kinds }: { kinds: StoredData[] }) {
  return (
    <>
      <table aria-label="Stored data" className={`cards ${section.labelled} ${css.data}`}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Stored for</th>
            <th scope="col" className="num">
              Since
            </th>
            <th scope="col" className="num">
              Rows
            </th>
            <th scope="col" className="num">
              On disk
            </th>
            <th scope="col" className="num">
              A day
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, variable, days, oldest, rows, bytes, bytesPerDay }) => (
            <tr key={kind}>
              <th scope="row">{KINDS[kind]}</th>
              <td data-label="Stored for">
                {describeDays(kind, days)} {variable && <code className={css.variable}>{variable}</code>}
              </td>
              <td className="num" data-label="Since">
                {oldest ? formatDay(new Date(oldest)) : '–'}
              </td>
              <td className="num" data-label="Rows">
                {rows === null ? '–' : formatCount(rows)}
              </td>
              <td className="num" data-label="On disk">
                {formatBytes(bytes)}
              </td>
              <td className="num" data-label="A day">
                {bytesPerDay === null ? '–' : formatBytes(bytesPerDay)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={section.note}>
        The variable is set where the store starts, and a change applies with its next start: a shorter time
        deletes the older days then.
      </p>
    </>
  )
}

function describeDays(kind: DataKind, days: number | null): string {
  if (days === null) return 'until somebody deletes it'
  return `${pluralize(days, 'day')}${kind === 'maps' ? ' after the last use' : ''}`
}

function Backups({ backupDays, lastBackup, isEmbedded }: DataAnswer & { isEmbedded: boolean }) {
  const now = useNow()
  return (
    <section aria-labelledby="backups" className={section.part}>
      <h2 id="backups">Backups</h2>
      <dl className={section.facts}>
        <dt>Last</dt>
        <dd>
          {lastBackup
            ? describeBackup(lastBackup, now)
            : isEmbedded
              ? 'no backup was made yet'
              : 'on the ClickHouse server, with its own backups'}
        </dd>
        {lastBackup && (
          <>
            <dt>Where</dt>
            <dd>
              <UntrustedCode text={lastBackup.folder} />
            </dd>
          </>
        )}
        <dt>You keep them</dt>
        <dd>
          {pluralize(backupDays, 'day')} <code className={css.variable}>BACKUP_DAYS</code>
        </dd>
      </dl>
      {isEmbedded && (
        <>
          <Command command={'npm run backup -- "$BACKUP_FOLDER"'}>To back up, while it runs</Command>
          <Command
            command={`npm run restore -- ${lastBackup ? quote(lastBackup.folder) : '"$BACKUP_FOLDER"'}`}
          >
            To restore, into an empty DATA_DIR
          </Command>
        </>
      )}
    </section>
  )
}

function describeBackup({ at, bytes, seconds }: LastBackup, now: number): string {
  return `${formatShortDateTime(at, now)}, ${formatBytes(bytes)} in ${pluralize(seconds, 'second')}`
}

function Command({ command, children }: { command: string; children: ReactNode }) {
  return (
    <>
      <p className="caption">{children}</p>
      <div className={section.command}>
        <UntrustedCode text={command} />
        <CopyButton text={command} label="Copy the command" />
      </div>
    </>
  )
}

/** For a Unix shell. */
function quote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
