// A console with nothing but the logins by a provider or a proxy, on a free port.
import http from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Router } from '@koa/router'
import Koa, { type Context } from 'koa'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { HttpError, sendProblem } from '../../server/http-error.ts'
import { readConfig } from '../config.ts'
import { type EndedSession, type FinishedLogin, createOpenId } from '../console/open-id/open-id.ts'
import { createSignedHeader } from '../console/signed-header.ts'
import { createTrustedHeader } from '../console/trusted-header.ts'
import {
  type Browser,
  CLIENT,
  openBrowser,
  type IdentityProvider,
  type ProviderOptions,
  startIdentityProvider,
} from './identity-provider.ts'
import { closeServer, listen } from './recording-collector.ts'

export type LoginApp = {
  url: string
  /** DATA_DIR. */
  folder: string
  ended: EndedSession[]
  log: () => Record<string, unknown>[]
}

/** `environment`: by the URL of the application, as PUBLIC_URL has it. Ends after the test. */
export async function startLoginApp(
  environment: (url: string) => Promise<Record<string, string>> | Record<string, string>,
): Promise<LoginApp> {
  const server = http.createServer()
  const url = await listen(server)
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-login-'))
  onTestFinished(async () => {
    await closeServer(server)
    rmSync(folder, { recursive: true })
  })
  const file = path.join(folder, 'log')
  const app: LoginApp = { url, folder, ended: [], log: () => readLog(file) }
  const { login } = readConfig({ DATA_DIR: folder, ...(await environment(url)) })
  const logger = pino(pino.destination({ dest: file, sync: true }))
  const openId = login.openId && createOpenId(login.openId, folder, logger)
  const trusted = login.trustedHeader && createTrustedHeader(login.trustedHeader, logger)
  const signed = login.signedHeader && createSignedHeader(login.signedHeader)
  const router = new Router()
  if (openId !== undefined) {
    router.get('/login/oidc', openId.start)
    router.get('/login/oidc/callback', async (ctx) => {
      const login = await openId.finish(ctx)
      if (login.refusal !== null && login.invite === null) throw new HttpError(403, login.refusal)
      ctx.body = login
    })
    router.post('/login/oidc/backchannel', async (ctx) => {
      app.ended.push(await openId.backchannel(ctx))
      ctx.status = 204
    })
    router.get('/logout', async (ctx) => {
      const hint = ctx.query['hint']
      ctx.body = { url: await openId.logoutUrl(typeof hint === 'string' ? hint : null) }
    })
  }
  router.get('/who', async (ctx) => {
    ctx.body = JSON.stringify(trusted?.(ctx.req) ?? (await signed?.(ctx.req)) ?? null)
  })
  const koa = new Koa()
  koa.use((ctx, next) => answerErrors(ctx, next))
  koa.use(router.routes())
  const handle = koa.callback()
  server.on('request', (request, response) => void handle(request, response))
  return app
}

export type OpenIdApp = LoginApp & { provider: IdentityProvider }

/** The application and a provider, which know each other. Everybody may log in, unless `more` has limits. */
export async function startOpenIdApp(
  more: Record<string, string> | ((issuer: string) => Record<string, string>) = {},
  options: ProviderOptions = {},
): Promise<OpenIdApp> {
  let provider: IdentityProvider | undefined
  const app = await startLoginApp(async (url) => {
    provider = await startIdentityProvider(url, options)
    return {
      PUBLIC_URL: url,
      OIDC_ISSUER: provider.url,
      OIDC_SCOPES: 'openid email profile groups',
      OIDC_ALLOWED: '*',
      ...CLIENT,
      ...(typeof more === 'function' ? more(provider.url) : more),
    }
  })
  return { ...app, provider: provider! }
}

type LoginOptions = { to?: string; browser?: Browser; change?: (url: URL) => void }

/** All of a login; `change` may alter the address of the provider and the one of the callback. */
export async function logIn(
  app: OpenIdApp,
  { browser = openBrowser(), ...options }: LoginOptions = {},
): Promise<Result> {
  const callback = await callbackOf(app, { browser, ...options })
  return resultOf((await browser.visit(callback.href)).response)
}

export async function callbackOf(
  app: OpenIdApp,
  { to = '/', browser, change = () => {} }: LoginOptions & { browser: Browser },
): Promise<URL> {
  const start = `${app.url}/login/oidc?to=${encodeURIComponent(to)}`
  const { url } = await browser.visit(start, ({ origin }) => origin === app.provider.url)
  change(url)
  const { url: callback } = await browser.visit(url.href, ({ origin }) => origin === app.url)
  change(callback)
  return callback
}

export type Result = { status: number; detail?: string } & Partial<FinishedLogin>

export async function resultOf(response: Response | undefined): Promise<Result> {
  return { ...((await response!.json()) as object), status: response!.status }
}

async function answerErrors(ctx: Context, next: () => Promise<void>): Promise<void> {
  try {
    await next()
  } catch (error) {
    sendProblem(ctx, error instanceof HttpError ? error : new HttpError(500, String(error)))
  }
}

function readLog(file: string): Record<string, unknown>[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>)
}
