// What browsers may do with our pages. Inline scripts are allowed by their hash, inline styles not at all.
import { createHash } from 'node:crypto'
import type { Context, Next } from 'koa'

export async function setSecurityHeaders(ctx: Context, next: Next): Promise<void> {
  ctx.set({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
  await next()
}

export function contentPolicy(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, code = '']) => ` '${hashOf(code)}'`,
  )
  return [
    "default-src 'self'",
    `script-src 'self'${scripts.join('')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function hashOf(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`
}
