// Entries of the audit log about a person, who is named by a keyed hash: the id does not stay.
import type { ForgetCounts } from '../../../contract/forget.ts'
import type { WithAudit } from '../people/index.ts'
import { HASH_LENGTH } from './deletions.ts'
import type { Person } from './person-rows.ts'
import type { Forget } from './store-forget.ts'

export type RecordContext = WithAudit & { forget: Forget }

/** `counts`: of an export null. */
export async function recordOfPerson(
  { people, actor, forget }: RecordContext,
  action: 'deleted' | 'exported',
  { kind, id }: Person,
  counts: ForgetCounts | null,
): Promise<void> {
  const target = forget.forgottenRows.hashOf(kind, id).slice(0, HASH_LENGTH)
  const before = counts === null ? {} : { before: { ...counts } }
  await people.audit.record(actor, { act: `${kind}.${action}`, target, ...before })
}
