// The body of `POST /api/mcp`, the Model Context Protocol, and the answer of `GET /api/lookup`. Types only.

/** A request of JSON-RPC 2.0, or a notification, which has no id. */
export type McpMessage = { jsonrpc: '2.0'; id?: string | number; method: string; params?: McpParams }

/** `name`: of the tool that is called. Further members depend on the method. */
export type McpParams = { name?: string }

/** What a text names. `digest`: null where that is an issue. `traceId`: of the occurrence, or the trace. */
export type LookupAnswer = { issueId: string | null; digest: string | null; traceId: string | null }
