// An assistant of the tests: calls of tools as the protocol of 2026-07-28 sends them.
import { expect } from 'vitest'
import { owner, type Sender } from './people.ts'
import type { SharedStore } from './suite.ts'

type Result = { content: { text: string }[]; isError?: boolean; tools?: { name: string }[] }

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

export function assistant(store: SharedStore, sender: Sender = owner(store)) {
  async function request(method: string, params: Record<string, unknown>) {
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
      accept: 'application/json, text/event-stream',
    }
    const message = { jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } }
    return sender.post<{ result: Result; error: { message: string } }>('/api/mcp', message, headers)
  }
  async function resultOf(method: string, params: Record<string, unknown>): Promise<Result> {
    const { status, body } = await request(method, params)
    expect([method, status]).toEqual([method, 200])
    return body.result
  }
  return {
    /** What the protocol answers to a method that fails. */
    refusal: async (method: string, params: Record<string, unknown>): Promise<string> =>
      (await request(method, params)).body.error.message,
    tools: async (): Promise<string[]> => (await resultOf('tools/list', {})).tools!.map(({ name }) => name),
    /** The text of an answer, or of an error. */
    async call(name: string, input: Record<string, unknown> = {}) {
      const { content, isError = false } = await resultOf('tools/call', { name, arguments: input })
      return { text: content[0]!.text, isError }
    },
  }
}
