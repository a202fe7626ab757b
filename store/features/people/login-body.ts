// The body of a login, as the relay sends it after it has asked a provider or checked the owner's password.
import type { Identity } from '../../../server/caller.ts'
import { HttpError } from '../../../server/http-error.ts'
import { isObject } from '../../../server/json.ts'
import type { JsonObject } from '../../http/body.ts'
import { parseAccepted } from './invites.ts'
import { parseAllRights } from './members.ts'

export type Login = { device: string; address: string } & (
  | { by: 'password'; passwordKey: string }
  | { by: 'name'; name: string; password: string }
  | { by: 'invite'; invite: string; name: string; password: string }
  | ProviderLogin
)

/** `refusal`: why the identity has no rights of its own. `invite`: the secret of the one that is accepted. */
export type ProviderLogin = {
  by: 'oidc'
  identity: Identity
  refusal: string | null
  invite: string | null
  sid: string | null
  idToken: string | null
}

export function parseLogin(body: JsonObject): Login {
  const common = { device: text(body['device']), address: text(body['address']) }
  switch (body['by']) {
    case 'password':
      return { ...common, by: 'password', passwordKey: text(body['passwordKey']) }
    case 'name':
      return { ...common, by: 'name', name: text(body['name']), password: text(body['password']) }
    case 'invite':
      return { ...common, by: 'invite', invite: text(body['invite']), ...parseAccepted(body) }
    case 'oidc':
      return {
        ...common,
        by: 'oidc',
        identity: parseIdentity(body['identity'], textOrNull(body['refusal']) !== null),
        refusal: textOrNull(body['refusal']),
        invite: textOrNull(body['invite']),
        sid: textOrNull(body['sid']),
        idToken: textOrNull(body['idToken']),
      }
    default:
      throw new HttpError(400, 'by must be password, name, invite or oidc.')
  }
}

function parseIdentity(value: unknown, isRefused: boolean): Identity {
  if (!isObject(value)) throw new HttpError(400, 'identity must be an object.')
  const { issuer, subject, name, email } = value
  return {
    issuer: text(issuer),
    subject: text(subject),
    name: text(name),
    email: typeof email === 'string' ? email : null,
    rights: isRefused ? [] : parseAllRights(value['rights']),
  }
}

export function text(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed()
  throw new HttpError(400, 'A member of the body must be a string.')
}

export function textOrNull(value: unknown): string | null {
  return value === null ? null : text(value)
}
