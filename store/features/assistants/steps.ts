// How a document names further documents: as paths of the API, and as calls of tools.
import type { Steps } from '../../http/markdown-document.ts'
import { quoted } from '../../http/markdown-text.ts'

/** For the paths that end with `.md`. */
export const PATH_STEPS: Steps = {
  event: (digest) => quoted(`/api/events/${digest}.md`),
  timeline: (digest) => quoted(`/api/events/${digest}.md?include=timeline`),
  trace: (traceId) => quoted(`/api/traces/${traceId}.md`),
  issue: (id) => quoted(`/api/issues/${id}.md`),
  differences: () => null,
  nextPage: (cursor) => quoted(`cursor=${cursor}`),
  fewer: (limit) => quoted(`limit=${limit}`),
}

/** For assistants. */
export const TOOL_STEPS: Steps = {
  event: (digest) => call('get_event', { ref: digest }),
  timeline: (digest) => call('get_event', { ref: digest, include: ['timeline'] }),
  trace: (traceId, digest) => call('get_trace', { trace: traceId, ...(digest && { around: digest }) }),
  issue: (id) => call('get_issue', { ref: id }),
  differences: (id) => call('what_differs', { issue: id }),
  nextPage: (cursor) => quoted(`"cursor": ${JSON.stringify(cursor)}`),
  fewer: (limit) => quoted(`"limit": ${limit}`),
}

export function call(tool: string, input: Record<string, string | string[]>): string {
  return quoted(`${tool} ${JSON.stringify(input)}`)
}
