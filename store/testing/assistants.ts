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
  async function request(method: string, params: Record<string, unknown>): Promise<Result> {
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
      accept: 'application/json, text/event-stream',
    }
    const message = { jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } }
    const { status, body } = await sender.post<{ result: Result }>('/api/mcp', message, headers)
    expect([method, status]).toEqual([method, 200])
    return body.result
  }
  return {
    tools: async (): Promise<string[]> => (await request('tools/list', {})).tools!.map(({ name }) => name),
    /** The text of an answer, or of an error. */
    async call(name: string, input: Record<string, unknown> = {}) {
      const { content, isError = false } = await request('tools/call', { name, arguments: input })
      return { text: content[0]!.text, isError }
    },
  }
}
