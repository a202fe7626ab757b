// For Svelte 5 and SvelteKit in the browser: the hook `handleError`, and `onerror` of a boundary.

import { report } from '../core.ts'
import { digestOf } from '../digest.ts'
import { guard } from '../guard.ts'

/** The argument of SvelteKit's hook. */
type KitError = { error: unknown; status: number; message: string }

/**
 * SvelteKit's hook, for `hooks.client.ts` and `hooks.server.ts`: `export { handleError } from
 * '@errata/monitoring/svelte'`. The page has the digest in `page.error.digest`. Prints the error, as
 * SvelteKit does without the hook. Paths without a route are not reported. On the server `svelte-server.ts`
 * is used.
 */
export function handleError({ error, status, message }: KitError): { message: string; digest: string } {
  if (status !== 404) report(error, 'svelte')
  console.error(error)
  return { message, digest: status === 404 ? '' : digestOf(error) }
}

/**
 * `<svelte:boundary onerror={onBoundaryError}>`: reports errors that the boundary catches. SvelteKit 3 calls
 * `handleError` first and passes its result, with the digest, to the boundary: no error is reported twice.
 */
export function onBoundaryError(error: unknown): void {
  if (error instanceof Error || !guard(() => (error as { digest: string }).digest)) report(error, 'svelte')
}
