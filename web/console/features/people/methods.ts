// How somebody logs in, and what a role is for, in words.
import type { AccessMethod, Role } from '../../../../contract/people.ts'

export const METHODS: Record<AccessMethod, string> = {
  open: 'without a login',
  password: 'the password of the installation',
  token: 'API token',
  oidc: 'identity provider',
  header: 'proxy',
  invite: 'name and password',
  command: 'command on the server',
}

/** `provider`: the issuer, by its host. */
export function loginText(method: AccessMethod, provider: string): string {
  const host = URL.parse(provider)?.host
  if (method === 'header') return host ? `proxy, ${host}` : METHODS.header
  return host || METHODS[method]
}

export const ROLES: Record<Role, string> = { read: 'read', write: 'write', admin: 'admin' }
