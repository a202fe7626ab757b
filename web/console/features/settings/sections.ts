// The sections of the settings, in the order of the navigation: `?section=` names one.
import { lazy, type ComponentType } from 'react'
import type { Me } from '../../../../contract/people.ts'

type SectionDefinition = {
  label: string
  /** `you`: of whoever looks. `installation`: of everybody. */
  group: 'you' | 'installation'
  /** Only an admin of all services may open it. */
  isForAdmins: boolean
  /** Loaded when it is opened. */
  component: ComponentType<{ me: Me }>
}

export const SECTIONS = {
  account: {
    label: 'Account, sessions',
    group: 'you',
    isForAdmins: false,
    component: lazy(async () => ({ default: (await import('../people/index.ts')).AccountSection })),
  },
  people: {
    label: 'People',
    group: 'installation',
    isForAdmins: true,
    component: lazy(async () => ({ default: (await import('../people/index.ts')).PeopleSection })),
  },
  login: {
    label: 'Log-in',
    group: 'installation',
    isForAdmins: true,
    component: lazy(async () => ({ default: (await import('../login/index.ts')).LoginSection })),
  },
  tokens: {
    label: 'API tokens',
    group: 'installation',
    isForAdmins: false,
    component: lazy(async () => ({ default: (await import('../people/index.ts')).TokenSection })),
  },
  services: {
    label: 'Services',
    group: 'installation',
    isForAdmins: false,
    component: lazy(async () => ({
      default: (await import('./services/service-section.tsx')).ServiceSection,
    })),
  },
  privacy: {
    label: 'Privacy',
    group: 'installation',
    isForAdmins: true,
    component: lazy(async () => ({
      default: (await import('./privacy/privacy-section.tsx')).PrivacySection,
    })),
  },
  data: {
    label: 'Data',
    group: 'installation',
    isForAdmins: true,
    component: lazy(async () => ({ default: (await import('./stored-data/data-section.tsx')).DataSection })),
  },
  audit: {
    label: 'Audit log',
    group: 'installation',
    isForAdmins: true,
    component: lazy(async () => ({ default: (await import('../people/index.ts')).AuditSection })),
  },
} satisfies Record<string, SectionDefinition>

export type Section = keyof typeof SECTIONS
