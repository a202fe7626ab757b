// The screen that shows how to connect an application.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readText, searchReader } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const connect = defineScreen({
  path: '/connect',
  // The set-up that is shown, by its id.
  search: searchReader({ setup: readText }),
  menu: { label: 'Connect', icon: 'link', keys: 'g c', order: 10, header: 'wide' },
  component: lazyRouteComponent(() => import('./connect-screen.tsx'), 'ConnectScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    connect: typeof connect
  }
}
