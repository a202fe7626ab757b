// Logging in and out, and whether this browser has a session: a page cannot read the cookie of its session.
import { RECENT_PAGES_KEY } from '../../app/recent-pages.ts'
import { request } from '../../http/http.ts'

const STORAGE_KEY = 'errata.login'

export async function logIn(password: string): Promise<void> {
  await request('/login', { method: 'POST', body: { password } })
  try {
    localStorage.setItem(STORAGE_KEY, '1')
  } catch {
    // The storage is full or forbidden: the palette does not offer to log out.
  }
}

export function hasLoggedIn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

/** Forgets recent pages too: their titles are messages of errors. */
export async function logOut(): Promise<void> {
  await request('/logout', { method: 'POST' })
  for (const key of [STORAGE_KEY, RECENT_PAGES_KEY])
    try {
      localStorage.removeItem(key)
    } catch {
      // The storage is forbidden, so it contains nothing.
    }
}
