/** A visit ends after half an hour without a sign of life, as the field counts it. */
const idleMs = 1_800_000
const key = 'errata.session'

/** Returns the id of the visit, each call being a sign of life; `started` is called when a new one begins. Without storage a visit is one page. */
export function createSession(newId: () => string, started: (id: string) => void): () => string {
  let [id = '', seen = '0'] = stored()
  return () => {
    const fresh = Date.now() - Number(seen) > idleMs
    seen = String(Date.now())
    if (fresh) id = newId()
    keep(`${id} ${seen}`)
    if (fresh) started(id)
    return id
  }
}

function stored(): string[] {
  try {
    return sessionStorage.getItem(key)?.split(' ') ?? []
  } catch {
    return []
  }
}

function keep(text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Full, forbidden or corrupt: the id lives as long as the page.
  }
}
