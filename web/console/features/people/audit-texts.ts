// Entries of the audit log in words.
import type { AuditEntry } from '../../../../contract/people.ts'
import { formatDay, formatMinute } from '../../format/format-time.ts'

/** By the beginning of the action, as the API filters by it. */
export const ACTION_GROUPS: Record<string, string> = {
  log: 'Logins and logouts',
  'login.failed': 'Failed logins',
  'session.ended': 'Ended sessions',
  person: 'Roles and access',
  invite: 'Invites',
  token: 'Tokens',
  rule: 'Rules of alerts',
  channel: 'Channels of alerts',
  service: 'Settings of services',
  maps: 'Source maps',
  issue: 'Issues',
  user: 'Data of users',
  backup: 'Backups',
  audit: 'Exports of this log',
}

/** What was done; its target follows. Of others, the name of the action. */
const ACTIONS: Record<string, string> = {
  login: 'logged in with',
  logout: 'logged out',
  'session.ended': 'ended the session',
  'token.created': 'made the token',
  'token.revoked': 'revoked the token',
  'invite.created': 'made an invite',
  'invite.accepted': 'accepted an invite as',
  'invite.withdrawn': 'withdrew an invite',
  'person.changed': 'changed the rights of',
  'person.removed': 'ended the access of',
  'person.renamed': 'chose the name',
  'person.password': 'changed the password of',
  'person.password-refused': 'entered a wrong current password, for the password of',
  'person.channel': 'chose a channel for messages to',
  'rule.created': 'made the rule',
  'rule.changed': 'changed the rule',
  'rule.deleted': 'deleted the rule',
  'channel.created': 'made the channel',
  'channel.changed': 'changed the channel',
  'channel.deleted': 'deleted the channel',
  'digest.changed': 'changed the digest',
  'ticket-template.changed': 'changed the template of tickets for',
  'service.changed': 'changed the settings of',
  'scrub-names.changed': 'changed the names of secrets',
  'maps.uploaded': 'uploaded source maps of',
  'commits.uploaded': 'uploaded the commits of',
  'maps.deleted': 'deleted source maps of',
  'issue.changed': 'changed the issue',
  'issue.deleted': 'deleted the issue',
  'event.deleted': 'deleted the event',
  'user.deleted': 'deleted the data of the user with the hash',
  'user.exported': 'exported the data of the user with the hash',
  'user.repeated': 'deleted again, after a restore, the data of the user with the hash',
  'session.repeated': 'deleted again, after a restore, the data of the session with the hash',
  'session.deleted': 'deleted the data of the session with the hash',
  'session.exported': 'exported the data of the session with the hash',
  'backup.created': 'made a backup',
  'backup.restored': 'restored the backup of',
  'audit.exported': 'exported the audit log',
}

/** By how it was tried; the target is the device, a name, or what was wrong. */
const FAILURES: Record<string, string> = {
  password: 'entered a wrong password with',
  invite: 'failed to log in as',
}

export function describeAction({ act, method }: AuditEntry): string {
  if (act === 'login.failed') return FAILURES[method] ?? 'failed to log in:'
  return ACTIONS[act] ?? act.replace('.', ' ')
}

/** What it was done to; empty for nothing. */
export function targetOf({ target }: AuditEntry): string {
  return INSTANT.test(target) ? formatInstant(new Date(target)) : target
}

/** Of an entry without a name. */
export function authorOf({ act, method }: AuditEntry): string {
  if (act === 'login.failed') return 'unknown'
  if (method === 'password') return 'the owner'
  if (method === 'command') return 'a command'
  return method === 'token' ? 'a token' : 'not logged in'
}

/** As the API writes one: the end of a token, the time of a backup. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** `rights: write: shop → read: shop`; empty where nothing changed. */
export function changesOf({ before, after }: AuditEntry): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .flatMap((name) => {
      const [from, to] = [before?.[name], after?.[name]].map((value) => textOf(name, value))
      if (from === to) return []
      return [`${name}: ${[from, to].filter(Boolean).join(' → ')}`]
    })
    .join(' · ')
}

function textOf(name: string, value: string | number | boolean | string[] | null | undefined): string {
  if (value === undefined || value === null) return ''
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  if (INSTANT.test(text)) return formatInstant(new Date(text))
  if (name === 'rights') return text.replaceAll(/: \*(?=,|$)/g, ': all services')
  return name === 'services' && text === '*' ? 'all services' : text
}

/** With the year, because the log is read much later. */
function formatInstant(date: Date): string {
  return `${formatDay(date)} ${date.getFullYear()} ${formatMinute(date)}`
}
