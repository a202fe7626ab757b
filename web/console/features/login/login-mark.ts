// Whether somebody has logged in with this browser: a page cannot read the cookie of the session.
import { RECENT_PAGES_KEY } from '../../search/recent-pages.ts'

const STORAGE_KEY = 'errata.login'

export function hasLoggedIn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

export function rememberLogin(): void {
  try {
    localStorage.setItem(STORAGE_KEY, '1')
  } catch {
    // The storage is full or forbidden: the palette does not offer to log out.
  }
}

/** Also forgets the pages that were opened: their titles are messages of errors. */
export function forgetLogin(): void {
  for (const key of [STORAGE_KEY, RECENT_PAGES_KEY])
    try {
      localStorage.removeItem(key)
    } catch {
      // Then nothing is in it.
    }
}
