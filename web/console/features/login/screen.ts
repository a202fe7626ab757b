// The screens of the login and of an invite.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readText, searchReader } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const login = defineScreen({
  path: '/login',
  search: searchReader({ next: readText }),
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
})

/** The secret is behind `#`, which no server and no log sees. */
export const invite = defineScreen({
  path: '/invite',
  component: lazyRouteComponent(() => import('./invite-screen.tsx'), 'InviteScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    login: typeof login
    invite: typeof invite
  }
}
