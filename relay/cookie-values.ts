// The values of a cookie in a request.
import type { Context } from 'koa'

/** A sibling domain can set cookies of the same name in front of ours. This many of each name are tried. */
const MAX_DUPLICATES = 8

export function cookiesOf(ctx: Context, name: string): string[] {
  return ctx
    .get('Cookie')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1))
    .slice(0, MAX_DUPLICATES)
}
