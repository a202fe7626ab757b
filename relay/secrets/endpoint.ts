// `/api/scrubbing`: what is replaced before anything is stored, and what of a text would be.
import type { Context } from 'koa'
import { readBody } from '../../server/body.ts'
import { HttpError } from '../../server/http-error.ts'
import { isObject, parseJson } from '../../server/json.ts'
import { KEY_PROVIDERS } from './credential-forms.ts'
import { RULES } from './scrub.ts'
import type { Scrubbing } from './scrubbing.ts'
import { SECRET_NAMES, SHORT_NAMES } from './secret-names.ts'

export type ScrubbingPaths = {
  /** `GET`: the rules and all names. */
  show: (ctx: Context) => Promise<void>
  /** `POST`: applies the rules to a text, which is neither stored nor logged. */
  explain: (ctx: Context) => Promise<void>
}

/** Characters: of an attribute, the relay stores fewer. */
const MAX_TEXT = 16 * 1024
/** Bytes: four of JSON for a character. */
const MAX_BODY = 4 * MAX_TEXT + 64

const LOG_IN = 'Log in, or send a token of Errata as a bearer token.'

/** `isAllowed`: whether the store knows the session or the token of a request. */
export function createScrubbingPaths(
  scrubbing: Scrubbing,
  isAllowed: (ctx: Context) => Promise<boolean>,
): ScrubbingPaths {
  return { show, explain }

  async function show(ctx: Context): Promise<void> {
    await requireAccess(ctx)
    ctx.body = {
      rules: RULES,
      providers: KEY_PROVIDERS,
      names: SECRET_NAMES,
      wordsInQuotes: SHORT_NAMES,
      ...scrubbing.names(),
    }
  }

  async function explain(ctx: Context): Promise<void> {
    await requireAccess(ctx)
    const body = await readBody(ctx.req, MAX_BODY)
    const json = body.ok ? parseJson(body.bytes.toString()) : undefined
    const text = isObject(json) ? json['text'] : undefined
    if (typeof text !== 'string' || text.length > MAX_TEXT)
      throw new HttpError(400, `Send {"text": "…"} as JSON, with at most ${MAX_TEXT} characters.`)
    ctx.body = scrubbing.current().explain(text)
  }

  async function requireAccess(ctx: Context): Promise<void> {
    if (!(await isAllowed(ctx))) throw new HttpError(401, LOG_IN, { 'WWW-Authenticate': 'Bearer' })
  }
}
