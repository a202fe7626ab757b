// GET /api/openapi.json: OpenAPI 3.1, made from the declarations of the paths and the types of `contract/`.
import manifest from '../../package.json' with { type: 'json' }
import { path, type Path, type PathDescription } from '../path.ts'
import schemas from './schemas.json' with { type: 'json' }

const DESCRIPTION =
  'What the console of Errata shows, as JSON. Instants are RFC 3339 in UTC, durations are nanoseconds. A ' +
  'list has `nextCursor`, null at its end. With a password, send one of API_TOKENS as a bearer token.'

/** The paths, and the one of their document. */
export function withDocument<Context>(paths: Path<Context>[]): Path<Context>[] {
  const own: Path<Context> = path('GET /api/openapi.json', {
    summary: 'This document',
    answer: 'application/json',
    handle: () => document,
  })
  const document = documentOf([own, ...paths])
  return [own, ...paths]
}

function documentOf(paths: PathDescription[]): object {
  const operations: Record<string, Record<string, object>> = {}
  for (const item of paths) {
    const template = item.address.replaceAll(/:(\w+)/g, '{$1}')
    operations[template] = { ...operations[template], [item.method.toLowerCase()]: operationOf(item) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Errata', version: manifest.version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths: operations,
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
}

function operationOf({ summary, parameters, answer, status, body }: PathDescription): object {
  return {
    summary,
    parameters,
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: { description: summary, content: contentOf(answer) },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function contentOf(answer: string): object {
  if (answer === 'none') return {}
  if (answer === 'application/json') return { [answer]: { schema: { type: 'object' } } }
  return answer.includes('/') ? { [answer]: { schema: { type: 'string' } } } : json(answer)
}

function json(name: string): object {
  return { 'application/json': { schema: reference(name) } }
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}
