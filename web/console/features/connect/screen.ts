// The screen that shows how to connect an application.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'

export const connect = defineScreen({
  path: '/connect',
  menu: { label: 'Connect', icon: 'link', keys: 'g c', order: 8, header: 'wide' },
  component: lazyRouteComponent(() => import('./connect-screen.tsx'), 'ConnectScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    connect: typeof connect
  }
}
