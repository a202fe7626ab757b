// `svelte.ts` on the server: the hook sends the error as the Node part of the package does.

import { captureException } from './node.ts'

type KitError = { error: unknown; status: number; message: string }

export function handleError({ error, status, message }: KitError): { message: string; digest: string } {
  return { message, digest: status === 404 ? '' : captureException(error, { handled: false }) }
}

/** The server does not call it for a boundary. */
export function onBoundaryError(): void {}
