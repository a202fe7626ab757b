// The attributes of a script tag: splits lists and warns about unknown names.

import type { Options } from './options.ts'

const names = new Set([
  'service',
  'release',
  'environment',
  'url',
  'root',
  'tracesSampleRate',
  'propagateTo',
  'ignoreErrors',
  'denyUrls',
  'consoleErrors',
  'consoleWarnings',
  'reloadStale',
  'keepUnsent',
  'vitals',
  'fallback',
  'feedback',
  'snapshot',
  'enabled',
])

/**
 * Changes `options`: lists are separated by commas. Prints a warning about attributes that are not options,
 * or options that cannot be strings.
 */
export function readAttributes(options: Options): void {
  for (const name of ['propagateTo', 'ignoreErrors', 'denyUrls'] as const) {
    const value: unknown = options[name]
    if (typeof value === 'string') options[name] = value.split(/\s*,\s*/).filter(Boolean)
  }
  const unknown = Object.entries(options)
    .filter(([name, value]) => typeof value === 'string' && !names.has(name))
    .map(([name]) => name)
  if (unknown.length) console.warn(`errata: unknown attributes of the script tag: ${unknown.join(', ')}`)
}
