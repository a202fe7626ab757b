import { guard } from './guard.ts'
import { newId } from './page.ts'

/** A visit ends after half an hour without a sign of life, as the field counts it. */
const idleMs = 1_800_000
const key = 'errata.session'

/** Returns the id of the visit; `started` is called when a new one begins. Without storage a visit is one page. */
export function createSession(started: (id: string) => void): () => string {
  let [id = '', lastSeen = '0'] = guard(() => sessionStorage.getItem(key)?.split(' ')) ?? []
  return () => {
    const fresh = !id || Date.now() - Number(lastSeen) > idleMs
    lastSeen = String(Date.now())
    if (fresh) id = newId(16)
    guard(() => sessionStorage.setItem(key, `${id} ${lastSeen}`))
    if (fresh) started(id)
    return id
  }
}
