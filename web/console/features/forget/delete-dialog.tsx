// Asks before something is deleted, and shows first how much it is.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ForgetAnswer, ForgetCounts, ForgetRequest } from '../../../../contract/forget.ts'
import type { Issue } from '../../../../contract/issues.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { messageOf } from '../../http/error-text.ts'
import { request } from '../../http/http.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { UntrustedCode } from '../../ui/untrusted-text.tsx'

export type DeleteTarget =
  | { kind: 'issue'; issue: Pick<Issue, 'id' | 'count' | 'users'> }
  | { kind: 'event'; digest: string }
  | { kind: 'user' | 'session'; id: string }

type Props = { target: DeleteTarget; onClose: () => void; onDeleted?: () => void }

export function DeleteDialog({ target, onClose, onDeleted }: Props) {
  const [isNow, setNow] = useState(false)
  const { showToast } = useToast()
  const client = useQueryClient()
  const person = 'id' in target ? target : null
  const counts = useQuery({
    queryKey: ['forget', target],
    queryFn: () => (person ? forget(person, { preview: true }) : null),
    enabled: person !== null,
    gcTime: 0,
  })
  const run = async () => {
    try {
      if ('id' in target) showToast({ text: describeDates(await forget(target, { now: isNow })) })
      else {
        await request(addressOf(target), { method: 'DELETE', timeoutMs: DELETE_TIMEOUT_MS })
        showToast({ text: `The ${target.kind} was deleted` })
      }
      onDeleted?.()
      void client.invalidateQueries()
    } catch (error) {
      showToast({ text: `The ${target.kind} could not be deleted: ${messageOf(error)}`, failed: true })
    }
  }
  return (
    <ConfirmDialog
      title={`Delete this ${target.kind}?`}
      action={`Delete ${target.kind}`}
      isDisabled={person !== null && counts.isPending}
      run={() => void run()}
      onClose={onClose}
    >
      {describeTarget(target, counts.data ?? null, counts.error)}
      {person && (
        <label>
          <input type="checkbox" checked={isNow} onChange={() => setNow(!isNow)} />
          At once instead of in the night
        </label>
      )}
    </ConfirmDialog>
  )
}

/** The store reads every table for a person, and rewrites all parts that have the rows. */
const DELETE_TIMEOUT_MS = 60_000

type Person = { kind: 'user' | 'session'; id: string }

function forget({ kind, id }: Person, options: Pick<ForgetRequest, 'now' | 'preview'>) {
  const person: ForgetRequest = kind === 'user' ? { userId: id } : { sessionId: id }
  const body = { ...person, ...options }
  return request<ForgetAnswer>('/api/forget', { method: 'POST', body, timeoutMs: DELETE_TIMEOUT_MS })
}

function addressOf(target: Exclude<DeleteTarget, Person>): string {
  return target.kind === 'issue'
    ? `/api/issues/${encodeURIComponent(target.issue.id)}`
    : `/api/events/${encodeURIComponent(target.digest)}`
}

function describeTarget(target: DeleteTarget, counts: ForgetCounts | null, error: Error | null): ReactNode {
  if (target.kind === 'issue') {
    const { count, users } = target.issue
    return `All its events (${pluralize(count, 'event')} of ${pluralize(users, 'user')} in the last 30 days),
      its changes and its notes are deleted at once. Spans stay. This cannot be undone.`
  }
  if (target.kind === 'event')
    return (
      <>
        The event <UntrustedCode text={target.digest} /> is deleted at once. The counts of its issue over all
        time stay. This cannot be undone.
      </>
    )
  if (error) return `How much it is could not be read: ${messageOf(error)}.`
  if (counts && counts.exceptions + counts.spans + counts.logs === 0)
    return (
      <>
        Nothing is stored of the {target.kind} <UntrustedCode text={target.id} />: check the id. Data that
        still waits on a disk or in a page is not stored when it comes.
      </>
    )
  return (
    <>
      <UntrustedCode text={target.id} />: {counts ? describeCounts(counts) : 'counting…'} Titles of issues are
      replaced, counts stay. This cannot be undone.
    </>
  )
}

function describeCounts({ exceptions, spans, logs }: ForgetCounts): string {
  return `${pluralize(exceptions, 'exception')}, ${pluralize(spans, 'span')} and ${formatCount(logs)} ${
    logs === 1 ? 'log record' : 'log records'
  } are deleted.`
}

function describeDates({ doneBy = '', backupsUntil = '' }: ForgetAnswer): string {
  const now = Date.now()
  return `Gone from the store by ${formatShortDateTime(doneBy, now)}, from backups by ${formatShortDateTime(
    backupsUntil,
    now,
  )}`
}
