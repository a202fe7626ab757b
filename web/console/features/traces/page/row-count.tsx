// Below the waterfall: the number of rows or matches, and whether all spans are loaded.
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import type { TraceRows } from '../spans/trace-rows.ts'
import { useTrace } from './trace-context.ts'
import type { SpanMatches } from './use-span-matches.ts'
import css from './trace.module.css'

type Props = {
  traceRows: TraceRows
  /** State of the attribute search. */
  attributes: SpanMatches['state']
}

const SEARCH_STATES: Record<SpanMatches['state'], string> = {
  ready: '',
  searching: ' · searching attributes …',
  failed: ' · attribute search failed',
}

export function RowCount({ traceRows, attributes }: Props) {
  const { trace } = useTrace()
  return (
    <p className={`num caption line ${css.count}`}>
      <span role="status">
        {describeRows(trace, traceRows)}
        {SEARCH_STATES[attributes]}
      </span>
      <span>{trace.truncated ? `first ${formatCount(trace.spans.length)} loaded` : 'all loaded'}</span>
    </p>
  )
}

function describeRows(trace: TraceAnswer, { rows, matching, collapsedGroups }: TraceRows): string {
  const spans = pluralize(trace.totalSpans, 'span')
  if (matching?.length === 0) return `0 of ${spans} match the filter`
  if (matching) {
    const verb = matching.length === 1 ? 'matches' : 'match'
    return `${formatCount(matching.length)} of ${spans} ${verb}, ${pluralize(rows.length, 'row')}`
  }
  if (collapsedGroups.size > 0 && rows.length !== trace.totalSpans) {
    const groups = `${pluralize(collapsedGroups.size, 'group')} of repeated spans`
    return `${pluralize(rows.length, 'row')}, ${spans}, ${groups}`
  }
  return `${formatCount(rows.length)} of ${spans}`
}
