// The notes of an issue.
import { randomUUID } from 'node:crypto'
import { rfc3339 } from '../../../database/instants.ts'
import type { Note } from '../../../../contract/issues.ts'
import { defaultFilters } from '../../../http/filters.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { json, type JsonObject } from '../../../http/body.ts'
import { path } from '../../../http/path.ts'
import type { ChangeContext, QueryContext } from '../query-context.ts'
import { ISSUE_ID, requireIssue } from '../list/issue-rows.ts'

/** Characters of a note. Longer texts belong into a ticket. */
const MAX_NOTE = 10_000

/** Notes shown of one issue. */
const MAX_NOTES = 200

/** The oldest first. */
export async function readNotes(
  { engine, issueCache }: QueryContext,
  fingerprints: string[],
): Promise<Note[]> {
  const counts = await issueCache.noteCounts(fingerprints)
  if (!fingerprints.some((fingerprint) => counts.has(fingerprint))) return []
  const rows = await engine.query<Note>(
    `SELECT toString(NoteId) AS id, toString(CreatedAt) AS at, Author AS by, Body AS body
     FROM issue_notes FINAL WHERE IssueId IN {fingerprints:Array(String)}
     ORDER BY CreatedAt, NoteId LIMIT ${MAX_NOTES}`,
    { fingerprints },
  )
  return rows.map((note) => ({ ...note, at: rfc3339(note.at) }))
}

export const notesPath = path('POST /api/issues/:id/notes', {
  summary: 'Adds a note',
  parameters: { id: ISSUE_ID },
  answer: 'Note',
  status: 201,
  body: json('NewNote', parseNote),
  handle: async ({ parameters: { id }, body }, context: ChangeContext) => {
    const note = await addNote(context, id, body)
    context.live.publishIssues([id])
    return note
  },
})

function parseNote({ body }: JsonObject): string {
  if (typeof body !== 'string' || body.trim() === '' || body.length > MAX_NOTE)
    throw new HttpError(400, `body must be a string of 1 to ${MAX_NOTE} characters.`)
  return body.toWellFormed().replaceAll('\0', '\uFFFD')
}

async function addNote(context: ChangeContext, issueId: string, text: string): Promise<Note> {
  const { engine, merges, issueCache, actor } = context
  const { id } = await requireIssue(context, merges.issueOf(issueId), defaultFilters())
  const at = new Date().toISOString()
  const note: Note = { id: randomUUID(), at, by: actor.name, body: text }
  const row = { IssueId: id, NoteId: note.id, Author: note.by, Body: text, CreatedAt: at, UpdatedAt: at }
  try {
    await engine.insert('issue_notes', JSON.stringify(row), note.id)
  } finally {
    // Also after an error: the row may be stored.
    issueCache.invalidateNotes([id])
  }
  return note
}
