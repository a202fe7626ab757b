// Metrics: every data point is an item.
import { type Checked, type Shape, isTime, reject } from './checked.ts'
import { isShape } from './clean.ts'

const KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary']
/** Points of one metric in one request; a histogram per route and status stays far below. */
const MAX_POINTS = 4096

/** Nothing when points are left; an empty reason when they were counted one by one already. */
export function checkPoints(metric: Shape, checked: Checked): string | undefined {
  const { clean } = checked
  if (typeof metric['name'] === 'string') metric['name'] = clean.text(metric['name'])
  clean.attributes(metric, 'metadata')
  const kind = KINDS.find((name) => isShape(metric[name]))
  if (kind === undefined) return 'it has no data points'
  const holder = metric[kind] as Shape
  const points = holder['dataPoints'] ?? []
  if (!Array.isArray(points)) return 'its data points are no list'
  const kept = points.slice(0, MAX_POINTS).filter((point) => isPoint(point))
  if (kept.length < points.length)
    reject(checked, 'a data point is no object with readable times', points.length - kept.length)
  for (const point of kept) {
    clean.attributes(point)
    if (Array.isArray(point['exemplars']))
      for (const exemplar of point['exemplars'])
        if (isShape(exemplar)) clean.attributes(exemplar, 'filteredAttributes')
  }
  holder['dataPoints'] = kept
  checked.accepted += kept.length
  return kept.length > 0 ? undefined : ''
}

function isPoint(point: unknown): point is Shape {
  return isShape(point) && isTime(point['startTimeUnixNano']) && isTime(point['timeUnixNano'])
}
