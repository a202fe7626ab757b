// Logging in and out, and whether this browser has a session: a page cannot read the cookie of its session.
import { writeStored, readStored } from '../../ui/storage.ts'
import { RECENT_PAGES_KEY } from '../../app/recent-pages.ts'
import { request } from '../../http/http.ts'

const STORAGE_KEY = 'errata.login'

export async function logIn(password: string): Promise<void> {
  await request('/login', { method: 'POST', body: { password } })
  writeStored(STORAGE_KEY, 1)
}

export function hasLoggedIn(): boolean {
  return readStored(STORAGE_KEY) !== undefined
}

/** Forgets recent pages too: their titles are messages of errors. */
export async function logOut(): Promise<void> {
  await request('/logout', { method: 'POST' })
  writeStored(STORAGE_KEY, undefined)
  writeStored(RECENT_PAGES_KEY, undefined)
}
