// The screen of what happened since an instant.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { readText, searchReader } from '../../search/filters.ts'

export const today = defineScreen({
  path: '/today',
  /** `since`: `24h`, `7d` or an instant. Default: the last visit. */
  search: searchReader({ since: readText, service: readText, environment: readText }),
  menu: { label: 'Today', icon: 'clock', keys: 'g h', order: 6, header: 'wide' },
  component: lazyRouteComponent(() => import('./today-screen.tsx'), 'TodayScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    today: typeof today
  }
}
