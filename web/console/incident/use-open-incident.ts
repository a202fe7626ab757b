// Opens the file of an incident: shows it, or says what is wrong with the file.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { readIncident } from './incident-file.ts'
import { openedIncident, setOpenIncident } from './open-incident.ts'

/** Resolves to null, or to a sentence about the file. */
export function useOpenIncident(): (file: Blob) => Promise<string | null> {
  const navigate = useNavigate()
  const { href, pathname } = useLocation()
  return async (file) => {
    try {
      const incident = await readIncident(file)
      const from = pathname === '/incident' ? (openedIncident()?.from ?? '/') : href
      setOpenIncident({ incident, from })
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
