// `svelte.ts` on the server: the hook reports with the Node part of the package.

import { captureException } from './node.ts'

type ServerKitError = { error: unknown; status: number; message: string; event: { request: Request } }

export function handleError({ error, status, message, event }: ServerKitError): {
  message: string
  digest: string
} {
  const { method, url } = event.request
  const request = `[${status}] ${method} ${new URL(url).pathname}`
  if (status === 404) {
    console.error(request)
    return { message, digest: '' }
  }
  console.error(request, error)
  return { message, digest: captureException(error, { handled: false }) }
}

/** The server never calls it. */
export function onBoundaryError(): void {}
