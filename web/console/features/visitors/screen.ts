// The screen of one user or session.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { FILTER_PARAMETERS, readText, searchReader } from '../../search/filters.ts'

const { range, from, to } = FILTER_PARAMETERS

/** Ids may have slashes, which some proxies decode in a path. */
export const visitors = defineScreen({
  path: '/visitors',
  search: searchReader({ range, from, to, user: readText, session: readText }),
  menu: { label: 'User or session', icon: 'user', order: 12, header: 'never' },
  component: lazyRouteComponent(() => import('./visitor-screen.tsx'), 'VisitorScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    visitors: typeof visitors
  }
}
