// The screens that a user can go to, in the order of the header, with the keys that open them.
import type { IconName } from '../ui/icon.tsx'

export type Destination = {
  to: '/' | '/traces' | '/releases' | '/operations' | '/vitals' | '/status' | '/maps' | '/connect' | '/lookup'
  label: string
  keys?: string
  icon: IconName
  /** Narrow headers have it in a menu. */
  isSecondary?: true
}

export const DESTINATIONS: Destination[] = [
  { to: '/', label: 'Issues', keys: 'g i', icon: 'new' },
  { to: '/traces', label: 'Traces', keys: 'g t', icon: 'net' },
  { to: '/releases', label: 'Releases', keys: 'g r', icon: 'tag' },
  { to: '/operations', label: 'Operations', keys: 'g o', icon: 'expand' },
  { to: '/vitals', label: 'Vitals', keys: 'g v', icon: 'paint' },
  { to: '/status', label: 'Status', keys: 'g s', icon: 'clock', isSecondary: true },
  { to: '/maps', label: 'Source maps', keys: 'g m', icon: 'terminal', isSecondary: true },
  { to: '/connect', label: 'Connect', keys: 'g c', icon: 'link', isSecondary: true },
  { to: '/lookup', label: 'Look up a digest', icon: 'search', isSecondary: true },
]

/** Whether the page at `pathname` belongs to the screen: an issue to the issues. */
export function isWithin(to: Destination['to'], pathname: string): boolean {
  if (to === '/') return pathname === '/' || pathname.startsWith('/issues/')
  return pathname === to || pathname.startsWith(`${to}/`)
}
