// How many spans of the trace are rows or match the filter, and whether all are loaded.
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import type { TraceCollapse } from './trace-collapse.ts'
import type { SpanMatches } from './use-span-matches.ts'
import css from './trace.module.css'

type Props = {
  trace: TraceAnswer
  collapse: TraceCollapse
  /** Of the search in attributes. */
  attributes: SpanMatches['state']
}

const SEARCH_STATES: Record<SpanMatches['state'], string> = {
  ready: '',
  searching: ' · searching attributes …',
  failed: ' · attributes could not be searched',
}

export function RowCount({ trace, collapse, attributes }: Props) {
  return (
    <p className={`num ${css.count}`}>
      <span role="status">
        {describeRows(trace, collapse)}
        {SEARCH_STATES[attributes]}
      </span>
      <span>
        {trace.truncated ? `only the first ${formatCount(trace.spans.length)} loaded` : 'all loaded'}
      </span>
    </p>
  )
}

function describeRows(trace: TraceAnswer, { rows, matchCount, collapsedGroups }: TraceCollapse): string {
  const spans = pluralize(trace.totalSpans, 'span')
  if (matchCount === 0) return `0 of ${spans} match the filter`
  if (matchCount !== null) {
    const verb = matchCount === 1 ? 'matches' : 'match'
    return `${formatCount(matchCount)} of ${spans} ${verb}, ${pluralize(rows.length, 'row')}`
  }
  if (collapsedGroups.size > 0 && rows.length !== trace.totalSpans) {
    const groups = `${pluralize(collapsedGroups.size, 'group')} of repeated spans`
    return `${pluralize(rows.length, 'row')}, ${spans}, ${groups}`
  }
  return `${formatCount(rows.length)} of ${spans}`
}
