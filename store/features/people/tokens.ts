// Tokens for programs: made here, shown once, and revoked at once.
import type { ApiToken, CreatedToken, NewToken, TokensAnswer, TokenScope } from '../../../contract/people.ts'
import { HttpError } from '../../../server/http-error.ts'
import { hasRole, serviceTest, withRole, type Actor } from '../../http/actor.ts'
import { json, type JsonObject } from '../../http/body.ts'
import { ofPath } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import type { PeopleContext } from './context.ts'
import { parseExpiry, parseName, parseServices } from './members.ts'
import type { TokenRecord } from './records.ts'
import { hashOf, newToken } from './secrets.ts'

const SCOPES: readonly TokenScope[] = ['maps', 'read', 'write']
const MAX_TOKENS = 500
const ID_LENGTH = 16
/** `errata_` and eight letters, of which nobody guesses the others. */
const PREFIX_LENGTH = 15

export const tokensPath = path('GET /api/tokens', {
  summary: 'Tokens of the caller, or all for an admin, the newest first',
  answer: 'TokensAnswer',
  async handle(_request, { people, actor }: PeopleContext): Promise<TokensAnswer> {
    const { token: tokens } = await people.registry.read()
    const visible = [...tokens].filter(([, token]) => mayManage(actor, token))
    return { tokens: visible.toSorted(([, a], [, b]) => b.createdAt - a.createdAt).map(toApiToken) }
  },
})

export const createTokenPath = path('POST /api/tokens', {
  summary: 'Makes a token, which this answer alone shows',
  answer: 'CreatedToken',
  status: 201,
  role: 'read',
  body: json('NewToken', parseToken),
  async handle({ body }, { people, actor }: PeopleContext): Promise<CreatedToken> {
    requirePerson(actor)
    if (body.scope !== 'read' && !hasRole(actor, 'write'))
      throw new HttpError(403, `A token of the scope ${body.scope} needs the role write.`)
    const { token: tokens } = await people.registry.read()
    if (tokens.size >= MAX_TOKENS)
      throw new HttpError(409, `There are ${MAX_TOKENS} tokens, which is the limit: revoke one first.`)
    const secret = newToken()
    const record: TokenRecord = {
      name: body.name,
      scope: body.scope,
      services: body.services,
      expiresAt: body.expiresAt,
      prefix: secret.slice(0, PREFIX_LENGTH),
      by: actor.name,
      person: actor.person,
      createdAt: Date.now(),
      lastUsed: null,
    }
    const id = hashOf(secret)
    await people.registry.write('token', id, record)
    const { name, scope, services } = record
    const after = { scope, services, expires: expiryText(record) }
    await people.audit.record(actor, { act: 'token.created', target: name, after })
    return { ...toApiToken([id, record]), token: secret }
  },
})

export const revokeTokenPath = path('DELETE /api/tokens/:id', {
  summary: 'Revokes a token, from now on',
  parameters: { id: ofPath('The id of a token.') },
  answer: 'none',
  status: 204,
  role: 'read',
  async handle({ parameters: { id } }, { people, actor }: PeopleContext): Promise<void> {
    requirePerson(actor)
    const { token: tokens } = await people.registry.read()
    const entry = [...tokens].find(
      ([hash, token]) => hash.slice(0, ID_LENGTH) === id && mayManage(actor, token),
    )
    if (entry === undefined) throw new HttpError(404, 'No token has this id.')
    await people.registry.write('token', entry[0], null)
    await people.audit.record(actor, { act: 'token.revoked', target: entry[1].name })
  },
})

/** Returns their names. */
export async function revokeTokensOf(
  { registry }: Pick<PeopleContext['people'], 'registry'>,
  person: string,
): Promise<string[]> {
  const own = [...(await registry.readNow()).token].filter(([, token]) => token.person === person)
  for (const [id] of own) await registry.write('token', id, null)
  return own.map(([, { name }]) => name)
}

/** A token cannot make or revoke tokens: one that leaks would outlive its revocation. */
function requirePerson({ token }: Actor): void {
  if (token !== null) throw new HttpError(403, 'A token cannot make or revoke tokens.')
}

function mayManage(actor: Actor, token: TokenRecord): boolean {
  const isOwn = token.person !== null && token.person === actor.person
  return isOwn || (hasRole(actor, 'admin') && serviceTest(withRole(actor, 'admin')) === null)
}

function parseToken({ name, scope, services, expires }: JsonObject): TokenBody {
  const tokenScope = SCOPES.find((each) => each === scope)
  if (tokenScope === undefined) throw new HttpError(400, `scope must be one of ${SCOPES.join(', ')}.`)
  return {
    name: parseName(name),
    scope: tokenScope,
    services: parseServices(services),
    expiresAt: parseExpiry(expires ?? null),
  }
}

type TokenBody = Omit<NewToken, 'expires'> & { expiresAt: number | null }

function toApiToken([id, token]: [string, TokenRecord]): ApiToken {
  const { name, scope, services, prefix, by, createdAt, lastUsed } = token
  return {
    id: id.slice(0, ID_LENGTH),
    name,
    scope,
    services,
    prefix,
    by,
    createdAt: new Date(createdAt).toISOString(),
    expires: expiryText(token),
    lastUsed,
  }
}

function expiryText({ expiresAt }: TokenRecord): string | null {
  return expiresAt === null ? null : new Date(expiresAt).toISOString()
}
