// How a client of the Model Context Protocol learns that it needs a token. Errata gives no tokens by OAuth:
// a person makes one in the settings. The answers are those that clients of OAuth understand.
import type { Context, Next } from 'koa'
import { HttpError } from '../../server/http-error.ts'
import type { Addresses } from '../address.ts'
import { originOf } from './assistant-texts.ts'
import { setChallenge } from './proxy.ts'

export const TOOL_PATH = '/api/mcp'

/** Where RFC 9728 has the metadata of a path, and of a server that has them for all paths. */
export const METADATA_PATHS = ['', TOOL_PATH].map((path) => `/.well-known/oauth-protected-resource${path}`)

/** Where clients register that find no metadata of an authorization server. */
export const REGISTRATION_PATH = '/register'

export type ToolAccess = {
  /** Adds to a 401 where the metadata is, and what to do. */
  challenge: (ctx: Context, next: Next) => Promise<void>
  /** Metadata of the protected resource (RFC 9728), without an authorization server. No data. */
  metadata: (ctx: Context) => void
  /** An error as OAuth has them, whose text clients show. */
  refuseRegistration: (ctx: Context) => void
}

export function createToolAccess(addresses: Addresses): ToolAccess {
  return {
    async challenge(ctx, next) {
      const header = challengeOf(ctx, originOf(addresses, ctx))
      setChallenge(ctx, header)
      try {
        await next()
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 401) throw error
        throw new HttpError(401, whatToDo(originOf(addresses, ctx)), { 'WWW-Authenticate': header })
      }
    },
    metadata(ctx) {
      const origin = originOf(addresses, ctx)
      ctx.set('Cache-Control', 'no-store')
      ctx.body = {
        resource: origin + TOOL_PATH,
        resource_name: 'Errata',
        bearer_methods_supported: ['header'],
        scopes_supported: ['read', 'write'],
        resource_documentation: `${origin}/connect.md`,
      }
    },
    refuseRegistration(ctx) {
      ctx.status = 403
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { error: 'access_denied', error_description: whatToDo(originOf(addresses, ctx)) }
    },
  }
}

function whatToDo(origin: string): string {
  return (
    `Errata needs a token: make one at ${origin}/settings?section=tokens, and let your assistant send it ` +
    `as "Authorization: Bearer TOKEN" (${origin}/connect.md shows how). There is no login by OAuth.`
  )
}

/** RFC 6750: an error only where a token was sent. */
function challengeOf(ctx: Context, origin: string): string {
  const problem = 'error="invalid_token", error_description="Unknown, revoked or expired"'
  return [
    'Bearer realm="Errata"',
    ...(ctx.get('Authorization') === '' ? [] : [problem]),
    'scope="read"',
    `resource_metadata="${origin}${METADATA_PATHS[1]}"`,
  ].join(', ')
}
