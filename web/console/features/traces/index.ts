// The parts of traces that other features use.
export { HeatmapSpace, LatencyHeatmap } from './list/latency-heatmap.tsx'
export { ClockNotice } from './page/clock-notice.tsx'
export { clockOffsets, correctClocks } from './spans/clocks.ts'
export { groupRepeatedSpans, type SpanGroup } from './spans/repeated-spans.ts'
export { buildTree, type SpanNode, type SpanTree } from './spans/span-tree.ts'
export { clampPercent, percentOf, placeText, roundTicks } from './spans/time-window.ts'
export { TraceDetails } from './page/trace-details.tsx'
export { fetchTraceAround, traceAroundQuery, tracesQuery } from './traces-query.ts'
