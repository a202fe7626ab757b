// The bodies and answers of `/api/forget` and `/api/export`: deleting and exporting what is stored of a
// person. Types only.

/** Log records include web vitals. An exception is a log record, or an event of a span. */
export type ForgetCounts = { exceptions: number; spans: number; logs: number }

/**
 * Exactly one of `userId` and `sessionId`. `now`: at once instead of in the following night. `preview`:
 * nothing is deleted.
 */
export type ForgetRequest = { userId?: string; sessionId?: string; now?: boolean; preview?: boolean }

/**
 * `doneBy`: when the rows have left the disk. `backupsUntil`: when the last backup that has them is deleted,
 * as BACKUP_DAYS says. Both are missing in a preview.
 */
export type ForgetAnswer = ForgetCounts & { doneBy?: string; backupsUntil?: string }

/** `hash`: keyed, of the id, which is not stored. `doneAt`: null while it waits or runs. */
export type Deletion = ForgetCounts & {
  id: string
  kind: 'user' | 'session'
  hash: string
  requestedAt: string
  doneBy: string
  doneAt: string | null
  backupsUntil: string
}

/** The latest first. */
export type DeletionsAnswer = { deletions: Deletion[] }

/** Of a column of the tables: a map has texts, an event or a link of a span is in lists. */
export type ExportedValue =
  | string
  | number
  | Record<string, string>
  | (string | number | Record<string, string>)[]

/** Rows as the tables have them, by the names of the columns. `sessionId` null: of a user. */
export type ExportAnswer = {
  userId: string | null
  sessionId: string | null
  at: string
  exceptions: Record<string, ExportedValue>[]
  spans: Record<string, ExportedValue>[]
  logs: Record<string, ExportedValue>[]
  /** What the person saw at errors, with the page and its styles as `HtmlText` and `CssText`. */
  snapshots: Record<string, ExportedValue>[]
}
