// The screen of an incident from a file.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readIncidentSearch } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const incident = defineScreen({
  path: '/incident',
  search: readIncidentSearch,
  component: lazyRouteComponent(() => import('./incident-screen.tsx'), 'IncidentScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    incident: typeof incident
  }
}
