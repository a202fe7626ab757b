// The audit log: what people and programs did.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry, AuditValues } from '../../../../contract/people.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { QueryState } from '../../http/query-state.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { auditQuery } from './people-query.ts'
import css from './people.module.css'

/** What was done, in words; of others, its name. */
const ACTS: Record<string, string> = {
  login: 'logged in with',
  'login.failed': 'failed to log in:',
  logout: 'logged out',
  'session.ended': 'ended a session:',
  'token.created': 'made the token',
  'token.revoked': 'revoked the token',
  'invite.created': 'invited somebody',
  'invite.accepted': 'accepted an invite as',
  'invite.withdrawn': 'withdrew an invite',
  'person.changed': 'changed the rights of',
  'person.removed': 'ended the access of',
}

export function AuditSection() {
  const query = useInfiniteQuery(auditQuery())
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <>
      <header className={css.head}>
        <h1>Audit log</h1>
        <p className="caption">what people and programs did; stored for a year, and never changed</p>
        <a className="button push" href="/api/audit?limit=100" download="audit.json">
          Export
        </a>
      </header>
      <QueryState query={query} label="audit log" />
      {entries.length > 0 && <AuditTable entries={entries} />}
      <ShowMore list={query}>{`${entries.length} entries`}</ShowMore>
    </>
  )
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const now = useNow()
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col">By</th>
            <th scope="col">Action</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ at, by, method, address, act, target, before, after }) => (
            <tr key={`${at} ${act} ${target}`}>
              <td>
                <time dateTime={at}>{formatShortDateTime(at, now)}</time>
              </td>
              <td>
                <UntrustedText text={by} empty={method === 'password' ? 'owner' : 'nobody'} />
              </td>
              <td>
                {ACTS[act] ?? act} {target && <UntrustedText text={target} />}
                <Values before={before} after={after} />
              </td>
              <td>
                <code>{address}</code> <small>{method}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `role write → read`. */
function Values({ before, after }: { before: AuditValues | null; after: AuditValues | null }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const texts = names.flatMap((name) => {
    const [from, to] = [before?.[name], after?.[name]].map((value) => String(value ?? ''))
    if (from === to) return []
    return [`${name} ${[from, to].filter(Boolean).join(' → ')}`]
  })
  if (texts.length === 0) return null
  return (
    <small className={css.second}>
      <UntrustedText text={texts.join(', ')} />
    </small>
  )
}
