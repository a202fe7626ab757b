// The incident that is open in this tab. A small one stays open when the page is reloaded.
import { writeStored, readStored } from '../../ui/storage.ts'
import { parseIncident, readIncident } from './read-incident.ts'
import type { Incident } from '../../../../contract/incident.ts'

/** `from`: the address of the page that closing the file returns to. */
type OpenIncident = { incident: Incident; from: string }

const STORAGE_KEY = 'errata.incident'
/** Characters: session storage holds some five million. */
const MAX_STORED = 2_000_000

let current: OpenIncident | null | undefined

export function openedIncident(): OpenIncident | null {
  if (current === undefined) current = readOpened()
  return current
}

/** `from`: null if another incident is open, whose way back stays. Throws IncidentError. */
export async function openIncident(file: Blob, from: string | null): Promise<void> {
  const incident = await readIncident(file)
  setOpenIncident({ incident, from: from ?? openedIncident()?.from ?? '/' })
}

export function closeIncident(): void {
  setOpenIncident(null)
}

function setOpenIncident(opened: OpenIncident | null): void {
  current = opened
  const isStored = opened !== null && JSON.stringify(opened).length <= MAX_STORED
  writeStored(STORAGE_KEY, isStored ? opened : undefined, 'sessionStorage')
}

function readOpened(): OpenIncident | null {
  try {
    const { incident, from } = readStored(STORAGE_KEY, 'sessionStorage') as OpenIncident
    return { incident: parseIncident(JSON.stringify(incident)), from }
  } catch {
    return null
  }
}
