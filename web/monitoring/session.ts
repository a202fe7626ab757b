import { attempt } from './attempt.ts'

/** A visit ends after half an hour without a sign of life, as the field counts it. */
const idleMs = 1_800_000
const key = 'errata.session'

/** Returns the id of the visit, each call being a sign of life; `started` is called when a new one begins. Without storage a visit is one page. */
export function createSession(newId: () => string, started: (id: string) => void): () => string {
  let [, id = '', seen = '0'] =
    attempt(() => /^([\da-f]{32}) (\d+)$/.exec(sessionStorage.getItem(key) ?? '')) ?? []
  return () => {
    const fresh = Date.now() - Number(seen) > idleMs
    seen = String(Date.now())
    if (fresh) id = newId()
    // Full, forbidden or corrupt: then the id lives as long as the page.
    attempt(() => sessionStorage.setItem(key, `${id} ${seen}`))
    if (fresh) started(id)
    return id
  }
}
