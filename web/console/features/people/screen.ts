// The screens of settings, and of an invite.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { optionOf, searchReader } from '../../search/filters.ts'

const SECTIONS = ['account', 'people', 'tokens', 'audit'] as const

export type Section = (typeof SECTIONS)[number]

export const settings = defineScreen({
  path: '/settings',
  search: searchReader({ section: optionOf(SECTIONS) }),
  menu: { label: 'Settings', icon: 'user', keys: 'g e', order: 12, header: 'never' },
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
})

/** The secret is behind `#`, which no server and no log sees. */
export const invite = defineScreen({
  path: '/invite',
  component: lazyRouteComponent(() => import('./invite-screen.tsx'), 'InviteScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    settings: typeof settings
    invite: typeof invite
  }
}
