// The screen that looks up a digest, and the link on an error screen.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'

export const lookup = defineScreen({
  path: '/lookup',
  menu: { label: 'Look up a digest', icon: 'search', order: 11, header: 'never' },
  component: lazyRouteComponent(() => import('./lookup-screen.tsx'), 'LookupScreen'),
})

export const digest = defineScreen({
  path: '/d/$digest',
  component: lazyRouteComponent(() => import('./digest-screen.tsx'), 'DigestScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    lookup: typeof lookup
    digest: typeof digest
  }
}
