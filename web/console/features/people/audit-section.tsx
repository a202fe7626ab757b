// The audit log: what people and programs did, narrowed by who and by what.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { AuditEntry } from '../../../../contract/people.ts'
import { pluralize } from '../../format/format-number.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { QueryState } from '../../http/query-state.tsx'
import { searchParameters } from '../../http/query.ts'
import { TextSearch, useSearchText } from '../../search/text-search.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ACTION_GROUPS, authorOf, changesOf, describeAction, targetOf } from './audit-texts.ts'
import { auditQuery } from './people-query.ts'
import { Initials, SectionHead } from './section-head.tsx'
import css from './people.module.css'

const route = getRouteApi('/settings')

export function AuditSection() {
  const { q, act } = route.useSearch()
  const query = useInfiniteQuery(auditQuery({ q, act }))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <>
      <SectionHead title="Audit log" caption="what people and programs did; stored for a year, never changed">
        <a className="button" href={`/api/audit.json?${searchParameters({ q, act })}`} download>
          <Icon name="download" small />
          Export {q || act ? 'what matches' : 'all'}
        </a>
      </SectionHead>
      <Filters />
      <QueryState query={query} label="audit log" />
      {query.data && entries.length === 0 && (
        <p className="faint">{q || act ? 'No entry matches.' : 'Nothing was done yet.'}</p>
      )}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {entries.length > 0 && (
        <ShowMore list={query}>{pluralize(entries.length, 'entry', 'entries')}</ShowMore>
      )}
    </>
  )
}

function Filters() {
  const { q, act } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useSearchText(q)
  return (
    <search className={`filters ${css.filters}`}>
      <TextSearch
        text={text}
        setText={setText}
        leave={() => {}}
        label="Search the audit log"
        placeholder="Part of a name or an address"
      />
      <Select
        label="Actions"
        all="All actions"
        value={act}
        options={ACTION_GROUPS}
        onChange={(value) => void navigate({ search: (current) => ({ ...current, act: value }) })}
      />
    </search>
  )
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <table className={`cards rows ${css.audit}`} aria-label="Audit log, latest first">
      <thead>
        <tr>
          <th scope="col" className={css.at}>
            Time
          </th>
          <th scope="col" className={css.by}>
            By
          </th>
          <th scope="col">Action</th>
          <th scope="col" className={css.from}>
            From
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          // oxlint-disable-next-line no-array-index-key -- entries have no key, and their order never changes
          <AuditRow key={`${entry.at} ${index}`} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, by, address, act } = entry
  const now = useNow()
  const [target, changes] = [targetOf(entry), changesOf(entry)]
  return (
    <tr>
      <td className={css.at}>
        <time dateTime={at} title={at}>
          {formatShortDateTime(at, now)}
        </time>
      </td>
      <td className={css.by}>
        <span className={css.author}>
          <Initials name={by} />
          <Author entry={entry} />
        </span>
      </td>
      <td className={css.what}>
        {act.endsWith('.failed') && <Icon name="alert" small className={css.failed} />}
        {describeAction(entry)}{' '}
        {target && (
          <b>
            <UntrustedText text={target} />
          </b>
        )}
        {changes && (
          <small>
            <UntrustedText text={changes} />
          </small>
        )}
      </td>
      <td className={`${css.from} wide-only`}>{address || 'this machine'}</td>
    </tr>
  )
}

/** A name leads to all that this person did. */
function Author({ entry }: { entry: AuditEntry }) {
  const { by } = entry
  if (by === '') return <span className="faint">{authorOf(entry)}</span>
  return (
    <Link to="/settings" search={{ section: 'audit', q: by }} className="clip">
      <UntrustedText text={by} />
    </Link>
  )
}
