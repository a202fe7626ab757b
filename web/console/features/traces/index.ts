// The parts of traces that other features use.
export { HeatmapSpace, LatencyHeatmap } from './list/latency-heatmap.tsx'
export { ClockNotice } from './page/clock-notice.tsx'
export { clampPercent, percentOf, placeText, roundTicks } from './spans/time-window.ts'
export { TraceDetails } from './page/trace-details.tsx'
export { fetchTraceAround, traceAroundQuery, tracesQuery } from './traces-query.ts'
