// Opens an incident file: shows it, or reports what is wrong with it.
import { useLocation, useNavigate } from '@tanstack/react-router'

/** Resolves to null, or to a sentence about the file. The reader is loaded with the first file. */
export function useOpenIncident(): (file: Blob) => Promise<string | null> {
  const navigate = useNavigate()
  const { href, pathname } = useLocation()
  return async (file) => {
    try {
      const { openIncident } = await import('./open-incident.ts')
      await openIncident(file, pathname === '/incident' ? null : href)
      await navigate({ to: '/incident', search: {}, state: { openedAt: Date.now() } })
      return null
    } catch (error) {
      return error instanceof Error ? error.message : 'The file cannot be read.'
    }
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Another file at the same address: the screen starts again. */
    openedAt?: number
  }
}
