// GET /api/openapi.json: OpenAPI 3.1, made once from `endpoints.ts` and the schemas of `contract.ts`.
import manifest from '../../package.json' with { type: 'json' }
import { ENDPOINTS, NO_CONTENT, type Endpoint } from './endpoints.ts'
import schemas from './schemas.json' with { type: 'json' }

type Operations = Record<string, Record<string, object>>

const DESCRIPTION =
  'What the console of Errata shows, as JSON. Instants are RFC 3339 in UTC, durations are nanoseconds. A ' +
  'list has `nextCursor`, null at its end. With a password, send one of API_TOKENS as a bearer token.'

/** What the parameter of a path is, by what stands before it. */
const IDS: Record<string, string> = {
  issues: 'The id of an issue: 16 hex digits.',
  changes: 'The id of a change: the `change` of its answer.',
  events: 'A digest, in any spelling, or an id that a framework gave.',
  traces: 'The id of a trace: 32 hex digits.',
  spans: 'The id of a span: 16 hex digits.',
}

export const openApiDocument: object = {
  openapi: '3.1.0',
  info: { title: 'Errata', version: manifest.version, description: DESCRIPTION },
  servers: [{ url: '/' }],
  security: [{ token: [] }],
  paths: pathsOf(Object.entries(ENDPOINTS)),
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas,
    responses: {
      Problem: {
        description: 'What is wrong, as RFC 9457',
        content: { 'application/problem+json': { schema: reference('Problem') } },
      },
    },
  },
}

function pathsOf(endpoints: [string, Endpoint][]): Operations {
  const paths: Operations = {}
  for (const [key, endpoint] of endpoints) {
    const [method = '', path = ''] = key.split(' ')
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(path, endpoint) }
  }
  return paths
}

function operationOf(path: string, endpoint: Endpoint): object {
  const { summary, answer, status = 200, parameters = [], body } = endpoint
  return {
    summary,
    parameters: [
      ...pathParameters(path),
      ...parameters.map((parameter) => ({ ...parameter, in: 'query', required: false })),
    ],
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: { description: summary, content: contentOf(answer) },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/(\w+)\/:(\w+)/g)].map(([, before = '', name]) => ({
    name,
    in: 'path',
    required: true,
    description: IDS[before],
    schema: { type: 'string' },
  }))
}

function contentOf(answer: string): object {
  if (answer === NO_CONTENT) return {}
  if (answer === 'application/json') return { [answer]: { schema: { type: 'object' } } }
  return answer.includes('/') ? { [answer]: { schema: { type: 'string' } } } : json(answer)
}

function json(name: string): object {
  return { 'application/json': { schema: reference(name) } }
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}
