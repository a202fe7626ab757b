// Traces and their spans: the paths, and what other features use.
import type { Path, WithEngine } from '../../http/path.ts'
import { heatmapPath } from './heatmap.ts'
import { selectionAttributesPath } from './selection-attributes.ts'
import { spanMatchesPath } from './span-matches.ts'
import { spanPath } from './span.ts'
import { tracePath } from './trace.ts'
import { tracesPath } from './traces.ts'

export const paths: Path<WithEngine>[] = [
  tracesPath,
  heatmapPath,
  selectionAttributesPath,
  tracePath,
  spanPath,
  spanMatchesPath,
]

export { tracePath }
export { traceMarkdown } from './trace-markdown.ts'
export { spanCondition } from './span-filter.ts'
export { NO_SELECTION, TRACE_FILTERS, type TraceFilters } from './trace-parameters.ts'
export { traceRows } from './trace-rows.ts'
export { countTraces, traceAlternatives } from './trace-filter.ts'
export { withUserAgents } from './user-agents.ts'
