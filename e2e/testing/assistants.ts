// The official clients of the Model Context Protocol, and a built application with five bugs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js'
import * as http2025 from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { build } from 'vite'
import { findScripts } from '../../web/monitoring/build/map-files.ts'
import { uploadMaps } from '../../web/monitoring/build/upload-maps.ts'
import type { CreatedToken, TokenScope } from '../../contract/people.ts'
import { post, requireOk } from './http.ts'
import type { BrowserSession } from './browser-session.ts'
import { serveApplication } from './static-server.ts'

export const APP = { service: 'assistants-app', release: '1.4.0' }

/** The names of the bugs are the texts of the buttons. */
export const BUGS = ['class method', 'nested helper', 'async after await', 'JSON.parse', 'arrow property']

const SOURCES = join(import.meta.dirname, 'maps-app/src')
const FILES = ['cart.ts', 'orders.ts', 'prices.ts']

type Tool = { name: string; description?: string | undefined; inputSchema: object }
export type Answer = { text: string; isError: boolean }
export type AssistantClient = {
  version: string | undefined
  tools(): Promise<Tool[]>
  call(name: string, input?: Record<string, unknown>): Promise<Answer>
}

/** With the client of the revision 2026-07-28. */
export async function connect(url: string, token?: string): Promise<AssistantClient> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), options(token)))
  return {
    version: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}) => toAnswer(await client.callTool({ name, arguments: input })),
  }
}

/** With the client of the revisions of 2025. */
export async function connect2025(url: string, token?: string): Promise<AssistantClient> {
  const client = new Client2025({ name: 'test', version: '1' })
  const transport = new http2025.StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), options(token))
  await client.connect(transport)
  return {
    version: transport.protocolVersion,
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}) => toAnswer(await client.callTool({ name, arguments: input })),
  }
}

function options(token: string | undefined) {
  return token === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } }
}

/** `result`: whose content is one text. */
function toAnswer(result: object): Answer {
  const { content, isError = false } = result as { content: { text: string }[]; isError?: boolean }
  return { text: content[0]!.text, isError }
}

export async function createToken(url: string, scope: TokenScope, services = ['*']): Promise<CreatedToken> {
  const body = { name: `assistant ${scope} ${services.join()}`, scope, services, expires: null }
  const answer = await post(`${url}/api/tokens`, body)
  await requireOk(answer)
  return (await answer.json()) as CreatedToken
}

/** Builds the application, uploads its maps, and causes each bug in a page. */
export async function causeBugs(stackUrl: string, browser: BrowserSession): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-assistants-'))
  try {
    await build({
      configFile: false,
      root: join(import.meta.dirname, 'assistants-app'),
      logLevel: 'warn',
      resolve: {
        alias: { '@errata/monitoring': join(import.meta.dirname, '../../web/monitoring/index.ts') },
      },
      build: { outDir: folder, emptyOutDir: true, sourcemap: true },
    })
    const { problems } = await uploadMaps({ url: stackUrl, ...APP }, findScripts(folder), folder)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    const server = await serveApplication(folder, stackUrl)
    const { page, close } = await browser.open(server.url)
    for (const bug of BUGS) await page.getByRole('button', { name: bug, exact: true }).click()
    await page.waitForLoadState('networkidle')
    await close()
    server.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `cart.ts:37`: the line of the source that fails, which a comment marks. */
export function lineOf(bug: string): string {
  for (const file of FILES) {
    const lines = readFileSync(join(SOURCES, file), 'utf8').split('\n')
    const at = lines.findIndex((line) => line.endsWith(`] fails ${bug}`))
    if (at >= 0) return `${file}:${at + 1}`
  }
  throw new Error(`no line fails ${bug}`)
}

/** As clients count roughly. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4)
}
