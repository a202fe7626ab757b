// For Svelte 5 and SvelteKit in the browser: the hook `handleError`, and `onerror` of a boundary.

import { report } from './core.ts'

/** What SvelteKit passes to the hook. */
type KitError = { error: unknown; status: number; message: string }

/**
 * SvelteKit's hook, for `hooks.client.ts` and `hooks.server.ts`: `export { handleError } from
 * '@errata/monitoring/svelte'`. The page has the digest in `page.error.digest`. An address without a route is
 * not reported. On the server `svelte-server.ts` takes its place.
 */
export function handleError({ error, status, message }: KitError): { message: string; digest: string } {
  return { message, digest: status === 404 ? '' : report(error, 'svelte') }
}

/** `<svelte:boundary onerror={onBoundaryError}>`: reports what the boundary catches. */
export function onBoundaryError(error: unknown): void {
  report(error, 'svelte')
}
