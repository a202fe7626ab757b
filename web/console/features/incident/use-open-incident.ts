// Opens the file of an incident: shows it, or says what is wrong with the file.
import { useLocation, useNavigate } from '@tanstack/react-router'

/** Resolves to null, or to a sentence about the file. What reads a file is loaded with the first one. */
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
    /** Another file, at the same address: the screen starts anew. */
    openedAt?: number
  }
}
