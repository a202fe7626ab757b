// The session id of this tab: it lives in `sessionStorage` until half an hour passes without an event.

import { attempt } from './attempt.ts'

/** A session ends after half an hour without an event, as in other analytics. */
const idleMs = 1_800_000
const key = 'errata.session'

/**
 * Returns a function that returns the session id; each call counts as activity. `started` is called when a
 * session begins. Without `sessionStorage` a session is one page.
 */
export function createSession(newId: () => string, started: (id: string) => void): () => string {
  let [, id = '', active = '0'] =
    attempt(() => /^([\da-f]{32}) (\d+)$/.exec(sessionStorage.getItem(key) ?? '')) ?? []
  return () => {
    const isNew = Date.now() - Number(active) > idleMs
    active = String(Date.now())
    if (isNew) id = newId()
    // Storage that is full or forbidden: the id lives as long as the page.
    attempt(() => sessionStorage.setItem(key, `${id} ${active}`))
    if (isNew) started(id)
    return id
  }
}
