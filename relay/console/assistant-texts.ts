// `/llms.txt` and `/connect.md`, for assistants. They have no data, so they need no login.
import type { Context } from 'koa'
import { HttpError } from '../../server/http-error.ts'
import type { Addresses } from '../address.ts'

export type AssistantTexts = {
  llms: (ctx: Context) => Promise<void>
  /** `?setup=`: the instructions for one framework. Throws 404 for one that does not exist. */
  connect: (ctx: Context) => Promise<void>
}

/** Without a host that a URL may have, the texts name none. */
const UNKNOWN = 'http://127.0.0.1:8080'

/** Hosts of a URL may have quotes and other signs, which end a header or a command. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/

export function createAssistantTexts(addresses: Addresses): AssistantTexts {
  return {
    async llms(ctx) {
      const { llmsText } = await loadTexts()
      send(ctx, 'text/plain', llmsText(originOf(addresses, ctx)))
    },
    async connect(ctx) {
      const { connectMarkdown, SETUP_IDS } = await loadTexts()
      const setup = ctx.query['setup']
      if (setup !== undefined && !SETUP_IDS.includes(String(setup)))
        throw new HttpError(404, `setup must be one of ${SETUP_IDS.join(', ')}.`)
      send(ctx, 'text/markdown', connectMarkdown(originOf(addresses, ctx), setup?.toString()))
    },
  }
}

/** The address at which somebody called. */
export function originOf(addresses: Addresses, { req }: Context): string {
  const address = `${addresses.isSecure(req) ? 'https' : 'http'}://${addresses.host(req)}`
  const origin = URL.parse(address)?.origin ?? ''
  return ORIGIN.test(origin) ? origin : UNKNOWN
}

/** Few read them. */
function loadTexts() {
  return import('../../web/setup/connect-markdown.ts')
}

/** The texts have the address at which they were requested. */
function send(ctx: Context, type: string, text: string): void {
  ctx.set('Cache-Control', 'no-store')
  ctx.type = `${type}; charset=utf-8`
  ctx.body = text
}
