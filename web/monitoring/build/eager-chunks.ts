// Makes Chromium compile the chunks of this package while they arrive, outside of the main thread.

import type { Plugin } from 'vite'

/**
 * Otherwise each of their functions is compiled on the main thread when it is first called: a fifth of what a
 * page with tracing pays. Other engines ignore the comment.
 */
export const eagerHint = '//# allFunctionsCalledOnLoad\n'

/** Loaded by every page. An application that puts them into chunks of its own keeps those as they are. */
const ownChunk = /\/monitoring\/(dist\/)?(client|chunks\/(client|later))\.[jt]s$/

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...parameters: never[]) => unknown>>[1]

export function addEagerHints(bundle: Bundle): void {
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk' || !ownChunk.test(output.facadeModuleId ?? '')) continue
    // The lines of an inline map would be wrong.
    if (output.code.includes('sourceMappingURL=data:')) continue
    output.code = eagerHint + output.code
    const map = bundle[`${output.fileName}.map`]
    // An empty line in front.
    if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";')
  }
}
