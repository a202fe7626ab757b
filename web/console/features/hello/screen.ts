// The screen that greets every service.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'

export const hello = defineScreen({
  path: '/hello',
  menu: { label: 'Hello', icon: 'user', keys: 'g h', order: 10, header: 'wide' },
  component: lazyRouteComponent(() => import('./hello-screen.tsx'), 'HelloScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    hello: typeof hello
  }
}
