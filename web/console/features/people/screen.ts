// The screen of an invite.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'

/** The secret is behind `#`, which no server and no log sees. */
export const invite = defineScreen({
  path: '/invite',
  component: lazyRouteComponent(() => import('./invite-screen.tsx'), 'InviteScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    invite: typeof invite
  }
}
