// The screen of an incident from a file.
import { lazyRouteComponent } from '@tanstack/react-router'
import { optionOf, searchReader, STACK_VIEWS, TRACE_PARAMETERS } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const incident = defineScreen({
  path: '/incident',
  search: searchReader({
    ...TRACE_PARAMETERS,
    view: optionOf(['trace']),
    stack: optionOf(STACK_VIEWS),
  }),
  component: lazyRouteComponent(() => import('./incident-screen.tsx'), 'IncidentScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    incident: typeof incident
  }
}
