// Answers about people, tokens, sessions and the audit log, for the tests of the settings.
import type { LoginSettings } from '../../../../../contract/login.ts'
import type {
  ApiToken,
  AuditEntry,
  Invite,
  Me,
  Person,
  Role,
  Session,
} from '../../../../../contract/people.ts'
import type { playRecording } from '../../../testing/recording.ts'

const DAY_MS = 24 * 3600 * 1000

/** What a role and services are, where they are all of somebody. */
export const onlyRights = (role: Role, services: string[]) => ({
  role,
  services,
  rights: [{ role, services }],
})

export const KAI: Me = { name: 'Kai Voss', email: null, method: 'invite', ...onlyRights('admin', ['*']) }

const person: Person = {
  id: 'kai',
  name: KAI.name,
  email: null,
  ...onlyRights('admin', ['*']),
  method: 'invite',
  provider: '',
  lastSeen: null,
  sessions: 1,
  isCurrent: false,
}
const LENA = {
  email: 'lena@shop.example',
  method: 'oidc',
  provider: 'https://id.shop.example/realms/shop',
} as const
/** Of somebody in two groups. */
export const TWO_RIGHTS = {
  ...onlyRights('write', ['*']),
  rights: [
    { role: 'write' as const, services: ['shop', 'pay'] },
    { role: 'read' as const, services: ['*'] },
  ],
}
export const LONG_NAME = 'A'.repeat(100)

export const PEOPLE: Person[] = [
  { ...person, isCurrent: true },
  { ...person, ...LENA, id: 'lena', name: 'Lena Marek', ...onlyRights('write', ['shop', 'pay']) },
  { ...person, id: 'mark', name: '<b>Mark</b>', ...onlyRights('read', ['shop-*', 'a', 'b', 'c', 'd']) },
  { ...person, id: 'long', name: LONG_NAME, ...onlyRights('read', ['s'.repeat(200)]) },
]

/** Instants by the clock of the test. */
const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS + 60_000).toISOString()

export const newInvite = (): Invite => ({
  id: 'invite',
  email: null,
  role: 'write',
  services: ['shop'],
  by: 'Kai Voss',
  expires: daysFromNow(7),
})

export function newToken(name: string, days: number | null, changed: Partial<ApiToken> = {}): ApiToken {
  return {
    id: name,
    name,
    scope: 'maps',
    services: ['*'],
    expires: days === null ? null : daysFromNow(days),
    prefix: 'errata_AL6PkhKO',
    by: 'Kai Voss',
    createdAt: daysFromNow(-1),
    lastUsed: null,
    ...changed,
  }
}

export const newSession = (id: string, isCurrent: boolean): Session => ({
  id,
  method: 'invite',
  device: 'Firefox on Linux',
  address: '198.51.100.7',
  createdAt: daysFromNow(-2),
  lastSeen: daysFromNow(-1),
  isCurrent,
})

export function newEntry(act: string, changed: Partial<AuditEntry> = {}): AuditEntry {
  const values = { target: '', before: null, after: null, ...changed }
  return { at: daysFromNow(-1), by: 'Kai Voss', method: 'invite', address: '198.51.100.7', act, ...values }
}

export const LOGIN: LoginSettings = {
  isOpen: false,
  hasPassword: true,
  canInvite: true,
  openId: null,
  trustedHeader: null,
  signedHeader: null,
  rights: { allowed: [], grants: [], groupsClaim: 'groups' },
}

type Answers = {
  me: Me
  people: Person[]
  invites: Invite[]
  tokens: ApiToken[]
  login: LoginSettings
  canMail: boolean
}
type Replace = Awaited<ReturnType<typeof playRecording>>['replace']

/** What the settings request, whatever section is open. */
export function answerSettings(replace: Replace, answers: Partial<Answers> = {}): void {
  const { me = KAI, people = PEOPLE, invites = [], tokens = [], login = LOGIN, canMail = false } = answers
  replace(/^\/api\/me$/, () => Response.json(me))
  replace(/^\/api\/people$/, () => Response.json({ people, invites, canMail }))
  replace(/^\/api\/tokens$/, () => Response.json({ tokens }))
  replace(/^\/login\/settings$/, () => Response.json(login))
}
