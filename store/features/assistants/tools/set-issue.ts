// set_issue: changes the status or the assignee of an issue, or adds a note; and undoes a change.
import { z } from 'zod'
import type { Issue } from '../../../../contract/issues.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { documentOf } from '../../../http/markdown-document.ts'
import { quoted, titleOf } from '../../../http/markdown-text.ts'
import { defaultFilters } from '../../../http/filters.ts'
import {
  changeIssuesPath,
  issueNotFound,
  issuesOfChange,
  notesPath,
  readIssues,
  undoPath,
} from '../../issues/index.ts'
import { ask, type AssistantContext } from '../context.ts'
import { resolveIssue } from '../reference.ts'
import { call } from '../steps.ts'
import { REFERENCE } from './get-issue.ts'
import { tool } from './tool.ts'

export const setIssue = tool({
  name: 'set_issue',
  title: 'Change an issue',
  description:
    'Resolves, ignores, reopens or assigns an issue, or adds a note. Answers what was before and is now, ' +
    'and how to undo it. Resolve an issue only when its fix is deployed; before that, "release" or ' +
    '"inNextRelease".',
  isWrite: true,
  input: z.strictObject({
    issue: REFERENCE,
    status: z.enum(['open', 'resolved', 'ignored']).optional(),
    inNextRelease: z.literal(true).optional().describe('Resolved from the next release on.'),
    release: z
      .string()
      .optional()
      .describe('The release with the fix, deployed or not: seen in it or a later one, the issue is back.'),
    assignee: z.string().nullable().optional().describe('A name; "me": whoever the token belongs to.'),
    note: z.string().max(10_000).optional(),
    undo: z.string().optional().describe('The id of a change, to undo it.'),
  }),
  async answer({ issue: ref, note, undo, release: inRelease, ...fields }, caller) {
    const change = { ...fields, ...(inRelease !== undefined && { inRelease }) }
    const context = caller.forRole('write')
    const { issueId } = await resolveIssue(context, ref)
    const before = await read(context, issueId)
    const hasChange = Object.values(change).some((value) => value !== undefined)
    if (!hasChange && note === undefined && undo === undefined)
      throw new HttpError(400, 'One of status, release, inNextRelease, assignee, note and undo is required.')
    if (undo !== undefined) await undoChange(context, issueId, undo)
    const changed = hasChange
      ? await ask(context, changeIssuesPath, { body: { ids: [issueId], ...change } })
      : null
    if (note !== undefined) await ask(context, notesPath, { values: { id: issueId }, body: { body: note } })
    const after = await read(context, issueId)
    const where = inRelease === undefined ? '' : `, in release ${quoted(inRelease)}`
    await record(context, { before, after, hasNote: note !== undefined })
    return documentOf(titleOf(after), [
      {
        blocks: [
          `- Issue: ${quoted(issueId)}`,
          `- Status: ${before.status} → ${after.status}${where}`,
          `- Assignee: ${nameOf(before)} → ${nameOf(after)}`,
          ...(note === undefined ? [] : ['- A note was added.']),
        ],
      },
      {
        title: 'Next',
        isShort: true,
        blocks:
          changed === null
            ? []
            : [`- To undo it: ${call('set_issue', { issue: issueId, undo: changed.change })}`],
      },
    ])
  },
})

/** A change of the issue. Throws 400 for a change of others alone. */
async function undoChange(context: AssistantContext, issueId: string, id: string): Promise<void> {
  if (!(await issuesOfChange(context, id)).includes(issueId))
    throw new HttpError(400, `No change of the issue ${issueId} has this id.`)
  await ask(context, undoPath, { values: { id } })
}

async function read(context: AssistantContext, id: string): Promise<Issue> {
  const [issue] = await readIssues(context, [id], defaultFilters())
  if (issue === undefined) throw issueNotFound(id)
  return issue
}

type Change = { before: Issue; after: Issue; hasNote: boolean }

/** What a program does is in the audit log, besides the history of the issue. */
function record({ people, actor }: AssistantContext, { before, after, hasNote }: Change): Promise<void> {
  return people.audit.record(actor, {
    act: 'issue.changed',
    target: after.id,
    before: { status: before.status, assignee: before.assignee },
    after: { status: after.status, assignee: after.assignee, ...(hasNote && { note: 'added' }) },
  })
}

function nameOf({ assignee }: Issue): string {
  return assignee === null ? 'nobody' : quoted(assignee)
}
