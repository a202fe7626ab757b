// A receiving end inside the test server: takes what pages send, answers as it is told, and tells what came.
//   POST /receiver/ok/NAME…    taken; /receiver/500/NAME answers that status; /receiver/hang/NAME never answers
//   GET  /receiver/NAME        the bodies that came under that name, in order

import type { IncomingMessage } from 'node:http'
import type { Plugin } from 'vite'

export function receiver(): Plugin {
  const received = new Map<string, unknown[]>()
  return {
    name: 'receiver',
    configureServer({ middlewares }) {
      middlewares.use('/receiver', (request, response) => {
        const [, first = '', name = ''] = request.url?.split('/') ?? []
        if (request.method === 'GET') {
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify(received.get(first) ?? []))
          return
        }
        void bodyOf(request).then((body) => {
          received.set(name, [...(received.get(name) ?? []), body])
          if (first === 'hang') return
          response.statusCode = Number(first) || 200
          response.setHeader('content-type', 'application/json')
          response.end('{}')
        })
      })
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}
