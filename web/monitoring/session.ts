// The session id of this tab and the number of its records, in `sessionStorage`.

import { attempt } from './attempt.ts'

/** A session ends after half an hour without an event, as in common analytics tools. */
const idleMs = 1_800_000
const key = 'errata.session'

type Session = {
  /** Returns the id. Each call counts as activity and may start a session. */
  active(this: void): string
  /** Returns the id without counting as activity; empty before the first activity. */
  current(this: void): string
  /**
   * For the next record that is sent: the start of the session id, and the number of the record in this tab.
   * A number missing between two of the same session is a lost record.
   */
  nextNumber(this: void): string
  /** Removes the id from storage. */
  remove(this: void): void
}

/** `previous`: the last session of this tab, if any; its last activity in milliseconds since 1970. */
type SessionStart = { id: string; previous: { id: string; activeAt: number } | undefined }

/** Calls `started` when a session starts. Without `sessionStorage` a session is one page. */
export function createSession(newId: () => string, started: (start: SessionStart) => void): Session {
  let [, id = '', activeAt = '0', sent = ''] =
    attempt(() => /^([\da-f]{32}) (\d+) ?(\d*)$/.exec(sessionStorage.getItem(key) ?? '')) ?? []
  // If storage is full or forbidden, the id lasts as long as the page.
  const store = () => attempt(() => sessionStorage.setItem(key, `${id} ${activeAt} ${sent}`))
  return {
    active() {
      const previous = id ? { id, activeAt: Number(activeAt) } : undefined
      const isNew = Date.now() - Number(activeAt) > idleMs
      activeAt = String(Date.now())
      if (isNew) id = newId()
      store()
      if (isNew) started({ id, previous })
      return id
    },
    current: () => id,
    nextNumber() {
      sent = `${+sent + 1}`
      store()
      return `${id.slice(0, 8)} ${sent}`
    },
    remove: () => attempt(() => sessionStorage.removeItem(key)),
  }
}
