// The key of a DSN: in the query, in a header, or in the DSN of an envelope.
import type { Context } from 'koa'
import { textOf } from './json-values.ts'

const IN_HEADER = /\bsentry_key\s*=\s*([^\s,]+)/i

/** '' without one. */
export function keyOf(ctx: Context): string {
  const fromQuery = textOf(ctx.query['sentry_key'])
  if (fromQuery !== '') return fromQuery
  const headers = [ctx.get('X-Sentry-Auth'), ctx.get('Authorization')]
  return headers.map((header) => IN_HEADER.exec(header)?.[1] ?? '').find((key) => key !== '') ?? ''
}

/** `https://KEY@host/path/PROJECT`; null: no DSN. */
export function parseDsn(dsn: unknown): { key: string; project: string } | null {
  const url = URL.parse(textOf(dsn))
  const project = url?.pathname.split('/').at(-1) ?? ''
  return url === null || url.username === '' || !/^\d+$/.test(project) ? null : { key: url.username, project }
}
