// The body of `POST /api/mcp`, the Model Context Protocol. Types only; the protocol has the answers.

/** A request of JSON-RPC 2.0, or a notification, which has no id. */
export type McpMessage = { jsonrpc: '2.0'; id?: string | number; method: string; params?: McpParams }

/** `name`: of the tool that is called. Further members depend on the method. */
export type McpParams = { name?: string }
