// The declaration of a path of the API: its method and address, what it reads and answers, and its handler.
// The router, the checks of parameters and the OpenAPI document follow from it.
import type { IncomingMessage } from 'node:http'
import type { Role } from '../../contract/people.ts'
import type { Engine } from '../database/engine/engine.ts'
import { EMPTY_BODY, JsonMessage, NO_BODY, type Body, type JsonObject, type SchemaName } from './body.ts'
import { describeParameters, readParameters } from './parameters.ts'
import type { ParameterDescription, Parameters, Values } from './parameters.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What the OpenAPI document says about a path. */
export type PathDescription = {
  method: Method
  /** As the router takes it: `/api/issues/:id`. */
  address: string
  summary: string
  parameters: ParameterDescription[]
  /** A type of `contract/`, a media type of text, or `none` where there is no body. */
  answer: SchemaName | `${string}/${string}` | 'none'
  status: number
  body: SchemaName | null
  /** What a caller must have at least. */
  role: Role
  /** It is about the installation: whoever may view some services only is refused. */
  needsAllServices: boolean
  /** A token for source maps may use it. */
  isForMaps: boolean
}

/** `Context`: what of the store its handler needs. `Result`: what the handler returns. */
export type Path<Context, Result = unknown> = PathDescription & {
  /** An upload waits for its own turn, not in the queue of queries. */
  isQueued: boolean
  headers: Record<string, string>
  /** Reads all of the request. Throws 400, 413 and 415. The result answers it. */
  read(request: RawRequest): Promise<(context: Context) => Result | Promise<Result>>
}

/** What most handlers need. Its queries are cancelled when the client leaves. */
export type WithEngine = { engine: Engine }

/** `values`: of the parameters in the path. */
export type RawRequest = {
  query: URLSearchParams
  values: Record<string, string>
  message: IncomingMessage | JsonMessage
}

/** An answer with another status or media type than the declared one, or JSON that is written already. */
export class Answer {
  readonly body: unknown
  readonly status: number | undefined
  readonly type: string | undefined
  constructor(body: unknown, status?: number, type?: string) {
    this.body = body
    this.status = status
    this.type = type
  }
}

/** JSON in pieces. */
export class JsonChunks {
  readonly chunks: Buffer[]
  constructor(chunks: Buffer[]) {
    this.chunks = chunks
  }
}

type Declaration<Context, Declared extends Parameters, Value, Result> = {
  summary: string
  answer: PathDescription['answer']
  parameters?: Declared
  /** 200 by default. */
  status?: number
  /** By default `read` for a GET, else `write`. */
  role?: Role
  needsAllServices?: boolean
  isForMaps?: boolean
  headers?: Record<string, string>
  body?: Body<Value>
  handle(request: { parameters: Values<Declared>; body: Value }, context: Context): Result | Promise<Result>
}

/**
 * Declares a path; each feature lists its own in `index.ts`. `answer` is a type of `contract/`, and
 * `npm run docs` makes its schema.
 *
 *     export const servicesPath = path('GET /api/services', {
 *       summary: 'Services and when each was last seen',
 *       parameters: { limit: LIMIT },
 *       answer: 'ServicesAnswer',
 *       handle: ({ parameters: { limit } }, { engine }: WithEngine) => readServices(engine, limit),
 *     })
 */
export function path<Context, Result, Declared extends Parameters, Value = null>(
  key: `${Method} /${string}`,
  declaration: Declaration<Context, Declared, Value, Result>,
): Path<Context, Result> {
  const [method, address] = key.split(' ') as [Method, string]
  const { summary, answer, status = 200, headers = {}, parameters = {} as Declared } = declaration
  const {
    role = method === 'GET' ? 'read' : 'write',
    needsAllServices = false,
    isForMaps = false,
  } = declaration
  const readsBody = method !== 'GET' && method !== 'DELETE'
  const body = declaration.body ?? ((readsBody ? EMPTY_BODY : NO_BODY) as Body<Value>)
  const described = describeParameters(parameters)
  checkAddress(key, described)
  return {
    method,
    address,
    summary,
    parameters: described,
    answer,
    status,
    headers,
    body: body.type,
    role,
    needsAllServices,
    isForMaps,
    isQueued: !body.isUpload,
    async read({ query, values, message }) {
      const sources = { query, path: new URLSearchParams(values) }
      const request = { parameters: readParameters(parameters, sources), body: await body.read(message) }
      return (context) => declaration.handle(request, context)
    },
  }
}

/** A request of the store to itself; undefined values of `query` are left out. */
export type OwnRequest = {
  query?: Record<string, string | number | undefined>
  values?: Record<string, string>
  body?: JsonObject
}

/** Answers like the router, with the same checks. `context`: of somebody with the role of the path. */
export async function answerPath<Context, Result>(
  path: Path<Context, Result>,
  context: Context,
  { query = {}, values = {}, body = {} }: OwnRequest,
): Promise<Result> {
  const entries = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const request = { query: new URLSearchParams(entries), values, message: new JsonMessage(body) }
  return (await path.read(request))(context)
}

/** The same answer as Markdown, at the address with `.md` behind it. `Wider`: what the text needs besides. */
export function asMarkdown<Context, Result, Wider extends Context = Context>(
  path: Path<Context, Result>,
  toText: (answer: Result, context: Wider, query: URLSearchParams) => string | Promise<string>,
): Path<Wider, string> {
  return {
    ...path,
    address: `${path.address}.md`,
    summary: 'The same as Markdown',
    answer: 'text/markdown',
    async read(request) {
      const handle = await path.read(request)
      return async (context: Wider) => toText(await handle(context), context, request.query)
    },
  }
}

/** The parameters in the address are exactly those that are declared for it. */
function checkAddress(key: string, parameters: ParameterDescription[]): void {
  const names = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  if (names.join() !== declared.join())
    throw new TypeError(`${key} declares the parameters ${declared.join()}`)
}
