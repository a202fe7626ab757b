// What made an interaction or the largest paint slow: element, phases and script. Neither texts nor queries.

import type { INPMetricWithAttribution, LCPMetricWithAttribution } from 'web-vitals/attribution'
import type { Attributes } from '../options.ts'

/** Of the library, for INP or LCP. Engines differ in what they know. */
export type Attribution = Partial<
  INPMetricWithAttribution['attribution'] & LCPMetricWithAttribution['attribution']
>

/** Names of the phases: as the library has them, and in records. */
const phases = {
  inputDelay: 'input_delay',
  processingDuration: 'processing',
  presentationDelay: 'presentation',
  timeToFirstByte: 'time_to_first_byte',
  resourceLoadDelay: 'load_delay',
  resourceLoadDuration: 'load_duration',
  elementRenderDelay: 'render_delay',
} as const

/** Debug ids of the files in a stack. A function of the client chunk, which other chunks cannot import. */
export type ReadDebugIds = (stack: string) => string

/** Attributes of what is known; durations in milliseconds. */
export function causeOf(attribution: Attribution, readDebugIds: ReadDebugIds): Attributes {
  const { interactionTarget, target = interactionTarget, url, longestScript } = attribution
  const durations = Object.entries(phases).map(([name, phase]) => [
    `errata.vital.phase.${phase}`,
    attribution[name as keyof typeof phases],
  ])
  return {
    // The engine's own selector of an element that is gone may have the `src` of an image.
    'errata.vital.element': target?.replace(/\[.*/, ''),
    // Not a `data:` URL, which is the image itself.
    'errata.vital.url': url?.startsWith('http') ? withoutQuery(url) : undefined,
    ...Object.fromEntries(durations),
    ...scriptOf(longestScript, readDebugIds),
  }
}

/** Only Chromium knows scripts, and nothing but the URL of one of another origin without CORS. */
function scriptOf(longest: Attribution['longestScript'], readDebugIds: ReadDebugIds): Attributes {
  const { sourceURL = '', sourceFunctionName, sourceCharPosition } = longest?.entry ?? {}
  if (!sourceURL) return {}
  const file = withoutQuery(sourceURL)
  return {
    'code.file.path': file,
    'code.function.name': sourceFunctionName,
    // In characters from the start of the file, or of the page with an inline script. -1: not known.
    'errata.vital.script.position': sourceCharPosition! < 0 ? undefined : sourceCharPosition,
    'errata.vital.script.duration': longest?.intersectingDuration,
    'errata.debug_ids': readDebugIds(`${file}:`),
  }
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/, '')
}
