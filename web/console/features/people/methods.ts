// How somebody logs in, in words.
import type { AccessMethod } from '../../../../contract/people.ts'

export const METHODS: Record<AccessMethod, string> = {
  open: 'without a login',
  password: 'password of the installation',
  token: 'API token',
  oidc: 'identity provider',
  header: 'proxy',
  invite: 'name and password',
  command: 'command on the server',
}

export const ROLES = { read: 'read', write: 'write', admin: 'admin' } as const
