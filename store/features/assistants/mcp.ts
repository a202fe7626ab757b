// POST /api/mcp: the Model Context Protocol over HTTP, one request and one answer, without sessions. The
// library is loaded with the first request: it takes 50 MB.
import type { IncomingMessage } from 'node:http'
import type { McpMessage } from '../../../contract/assistants.ts'
import { JsonMessage, json, type Body } from '../../http/body.ts'
import { path } from '../../http/path.ts'
import type { AssistantContext, McpRequest } from './context.ts'

const HEADERS = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version'] as const

const MESSAGE = json('McpMessage', (message) => message as McpMessage)

/** What of a message is wrong is answered by the protocol, not with a problem document. */
const REQUEST: Body<McpRequest> = {
  ...MESSAGE,
  read: async (source) => ({
    message: await MESSAGE.read(source),
    headers: source instanceof JsonMessage ? {} : headersOf(source),
  }),
}

/** Any other method is answered with 405: this revision has no sessions, and no stream of its own. */
export const mcpPath = path('POST /api/mcp', {
  summary: 'Tools for assistants: the Model Context Protocol, revisions 2026-07-28 and of 2025',
  role: 'read',
  answer: 'application/json',
  body: REQUEST,
  async handle({ body }, context: AssistantContext) {
    const { answerMessage } = await import('./server.ts')
    return answerMessage(body, context)
  },
})

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    HEADERS.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
