// What an admin sees of the settings of the login, which are variables of the relay, and a test of the
// provider. `contract/login.ts` has the types of the answers.
import type { Context } from 'koa'
import { HttpError } from '../../server/http-error.ts'
import type { Config } from '../config.ts'
import type { OpenIdSettings } from '../open-id-settings.ts'
import type { Callers } from './callers.ts'
import { CALLBACK_PATH, scopesOf } from './open-id/open-id.ts'
import { createProvider } from './open-id/provider.ts'
import type { StoreAccess } from './store-access.ts'

/** Both are behind the access to the API. They throw 403 for others than admins of all services. */
export type LoginSettings = {
  /** `GET /login/settings`. */
  show: (ctx: Context) => Promise<void>
  /** `POST /login/test`: reads the discovery of the provider again, and answers whether that succeeded. */
  test: (ctx: Context) => Promise<void>
}

type Parts = { config: Config; callers: Callers; store: StoreAccess; hasSessions: boolean }

export function createLoginSettings({ config, callers, store, hasSessions }: Parts): LoginSettings {
  const { openId, trustedHeader, signedHeader } = config.login
  return { show, test }

  async function show(ctx: Context): Promise<void> {
    await requireAdmin(ctx)
    ctx.body = {
      isOpen: !callers.needsLogin,
      hasPassword: config.password !== undefined,
      canInvite: hasSessions,
      openId: openId === undefined ? null : publicSettings(openId),
      trustedHeader: trustedHeader === undefined ? null : ofTrustedHeader(trustedHeader),
      signedHeader: signedHeader === undefined ? null : ofSignedHeader(signedHeader),
      rights: ofRights(openId ?? trustedHeader ?? signedHeader),
    }
  }

  async function test(ctx: Context): Promise<void> {
    await requireAdmin(ctx)
    ctx.body = await testProvider(openId)
  }

  async function requireAdmin(ctx: Context): Promise<void> {
    const caller = await callers.callerOf(ctx)
    if (caller !== undefined && (await store.isAdmin(caller))) return
    throw new HttpError(403, 'This needs the role admin for all services.')
  }
}

type Result = { ok: boolean; message: string }

async function testProvider(settings: OpenIdSettings | undefined): Promise<Result> {
  if (settings === undefined) throw new HttpError(404, 'OIDC_ISSUER is not set, so there is nothing to test.')
  if (settings.isGitHub)
    return { ok: true, message: 'GitHub has no discovery: only a login shows whether it accepts the client.' }
  const start = performance.now()
  try {
    const { config } = await createProvider(settings).connect()
    const milliseconds = Math.round(performance.now() - start)
    const hasLogout = config.serverMetadata().end_session_endpoint !== undefined
    const logout = hasLogout ? 'It has a logout page.' : 'It has no logout page.'
    return { ok: true, message: `The provider answered in ${milliseconds} ms. ${logout}` }
  } catch (error) {
    if (error instanceof HttpError) return { ok: false, message: error.message }
    throw error
  }
}

function publicSettings(settings: OpenIdSettings) {
  const { issuer, isGitHub, clientId, publicUrl } = settings
  return {
    issuer,
    isGitHub,
    clientId,
    redirectUri: `${publicUrl}${CALLBACK_PATH}`,
    scopes: scopesOf(settings),
  }
}

type Login = Config['login']

function ofTrustedHeader({ header, groupsHeader, networks }: NonNullable<Login['trustedHeader']>) {
  return { header, groupsHeader: groupsHeader ?? null, proxies: networks }
}

function ofSignedHeader({ header, keysUrl, audience }: NonNullable<Login['signedHeader']>) {
  return { header, keysUrl, audience }
}

/** Undefined: people log in with a password only. */
function ofRights(settings: Login[keyof Login]) {
  const { allowed, grants, groupsClaim } = settings ?? { allowed: [], grants: [], groupsClaim: 'groups' }
  return { allowed, grants, groupsClaim }
}
