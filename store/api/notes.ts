// POST /api/issues/:id/notes, and the notes of an issue.
import { randomUUID } from 'node:crypto'
import type { Note } from './contract.ts'
import { rfc3339 } from '../rfc3339.ts'
import { issuesOf, unknown } from '../issues/issue-rows.ts'
import { readFilters } from './http/filters.ts'
import { Refusal } from './http/http-error.ts'
import type { Grouped } from '../issues/issue-state.ts'

/** Characters of a note. Longer texts belong into a ticket. */
const MAX_NOTE = 10_000

/** Notes shown of one issue. */
const MAX_NOTES = 200

export async function notesOf({ engine, ledger }: Grouped, ids: string[]): Promise<Note[]> {
  const noted = await ledger.notes(ids)
  if (!ids.some((id) => noted.has(id))) return []
  const rows = await engine.ask<Note>(
    `SELECT toString(NoteId) AS id, toString(CreatedAt) AS at, Author AS by, Body AS body
     FROM issue_notes FINAL WHERE IssueId IN {ids:Array(String)} ORDER BY CreatedAt, NoteId LIMIT ${MAX_NOTES}`,
    { ids },
  )
  return rows.map((note) => ({ ...note, at: rfc3339(note.at) }))
}

export async function addNote(
  grouped: Grouped,
  given: string,
  request: Record<string, unknown>,
): Promise<Note> {
  const text = request['body']
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_NOTE)
    throw new Refusal(400, `body must be a text of 1 to ${MAX_NOTE} characters.`)
  const issueId = grouped.merges.issueOf(given)
  const [issue] = await issuesOf(grouped, [issueId], readFilters(new URLSearchParams()))
  if (!issue) throw unknown(issueId)
  const note: Note = {
    id: randomUUID(),
    at: new Date().toISOString(),
    by: '',
    body: text.toWellFormed().replaceAll('\0', '\uFFFD'),
  }
  const row = {
    IssueId: issueId,
    NoteId: note.id,
    Author: note.by,
    Body: note.body,
    CreatedAt: note.at,
    UpdatedAt: note.at,
  }
  try {
    await grouped.engine.insert('issue_notes', JSON.stringify(row), note.id)
  } finally {
    grouped.ledger.noted([issueId])
  }
  return note
}
