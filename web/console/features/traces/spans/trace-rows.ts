// The rows of a trace that are on screen. Collapsed subtrees and groups hide spans, a filter selects them.
import { useMemo } from 'react'
import type { TraceSearch } from '../../../search/filters.ts'
import {
  groupContaining,
  groupRepeatedSpans,
  type SpanGroup,
} from '../../../../../contract/timeline/repeated-spans.ts'
import { ancestorsOf, type SpanNode, type SpanTree } from '../../../../../contract/timeline/span-tree.ts'

export type TraceRows = ReturnType<typeof useTraceRows>

type Filter = TraceSearch & {
  /** Spans with an attribute that matches the text. */
  spanIds: ReadonlySet<string>
}

type Options = {
  filter: Filter
  selected: number
  /** `toggled` of the URL. */
  toggledIds: string | undefined
  change: (values: TraceSearch) => void
}

export function useTraceRows(tree: SpanTree, options: Options) {
  const { selected, toggledIds, change } = options
  const { q, errors, spanIds } = options.filter
  const groups = useMemo(() => groupRepeatedSpans(tree), [tree])
  /** Collapsed subtrees and expanded groups: what differs from the initial state. */
  const toggled = useMemo(() => toIndexes(tree, toggledIds), [tree, toggledIds])
  const selectedGroup = groupContaining(groups, selected)
  // The selected span is never hidden: a link may name it.
  const collapsed = useMemo(() => without(toggled, ancestorsOf(tree, selected)), [tree, toggled, selected])
  const openGroup = selectedGroup === selected ? undefined : selectedGroup
  const collapsedGroups = useMemo(
    () => new Map([...groups].filter(([first]) => !toggled.has(first) && first !== openGroup)),
    [groups, toggled, openGroup],
  )
  const matches = useMemo(() => spanMatcher(q ?? '', errors === 'true', spanIds), [q, errors, spanIds])
  const rows = useMemo(
    () => visibleRows(tree, { collapsed, groups: collapsedGroups, matches }),
    [tree, collapsed, collapsedGroups, matches],
  )
  const matching = useMemo(() => matches && matchingSpans(tree, matches), [tree, matches])

  const isExpanded = (index: number) =>
    groups.has(index) ? !collapsedGroups.has(index) : !collapsed.has(index)
  const canExpand = (index: number) => groups.has(index) || (tree.nodes[index]?.descendantCount ?? 0) > 0
  /** A row that is collapsed takes the selection from the rows below it. */
  const toggleRow = (index: number) => {
    const isInside = index === selectedGroup || ancestorsOf(tree, selected).includes(index)
    const rows = new Set(toggled)
    if (isExpanded(index) === groups.has(index)) rows.delete(index)
    else rows.add(index)
    change({
      toggled: toSpanIds(tree, rows),
      ...(isExpanded(index) && isInside && { span: tree.nodes[index]?.span.spanId }),
    })
  }
  /** Expands everything that hides the span. */
  const reveal = (index: number) => {
    const rows = new Set(without(toggled, ancestorsOf(tree, index)))
    const group = groupContaining(collapsedGroups, index)
    if (group !== undefined && group !== index) rows.add(group)
    if (rows.size !== toggled.size) change({ toggled: toSpanIds(tree, rows) })
  }
  const reset = () => change({ toggled: undefined })
  return {
    rows,
    /** The spans that match the filter, in tree order; null without a filter. */
    matching,
    matches,
    groups,
    collapsedGroups,
    selectedGroup,
    isExpanded,
    canExpand,
    toggleRow,
    reveal,
    reset,
  }
}

/** Returns the same set if it contains none of them, so that the rows are not computed again. */
function without(rows: ReadonlySet<number>, removed: number[]): ReadonlySet<number> {
  return removed.some((row) => rows.has(row))
    ? new Set([...rows].filter((row) => !removed.includes(row)))
    : rows
}

function toIndexes({ byId }: SpanTree, spanIds = ''): ReadonlySet<number> {
  return new Set(spanIds.split('.').flatMap((spanId) => byId.get(spanId) ?? []))
}

/** In the order of the rows; undefined without rows. */
function toSpanIds({ nodes }: SpanTree, rows: Iterable<number>): string | undefined {
  const sorted = [...rows].toSorted((one, other) => one - other)
  return sorted.flatMap((row) => nodes[row]?.span.spanId ?? []).join('.') || undefined
}

function matchingSpans({ nodes }: SpanTree, matches: (node: SpanNode) => boolean): number[] {
  return [...nodes.keys()].filter((index) => matches(nodes[index]!))
}

type Visibility = {
  collapsed: ReadonlySet<number>
  /** Only the first span of these groups is a row. */
  groups: ReadonlyMap<number, SpanGroup>
  matches: ((node: SpanNode) => boolean) | null
}

/** Indexes of spans. With a filter: matches and their ancestors, even where they are collapsed. */
export function visibleRows({ nodes }: SpanTree, { collapsed, groups, matches }: Visibility): number[] {
  const matching = matches && markMatches(nodes, matches)
  const rows: number[] = []
  for (let index = 0; index < nodes.length; index += 1) {
    if (matching && !matching[index]) continue
    rows.push(index)
    if (!matching && collapsed.has(index)) index += nodes[index]?.descendantCount ?? 0
    else index += (groups.get(index)?.count ?? 1) - 1
  }
  return rows
}

const NO_IDS: ReadonlySet<string> = new Set()

/**
 * Null if neither a text nor "errors only" is set. The text is part of a name or service, or an id; `ids` are
 * spans that match by an attribute.
 */
export function spanMatcher(
  text: string,
  errorsOnly: boolean,
  ids: ReadonlySet<string> = NO_IDS,
): ((node: SpanNode) => boolean) | null {
  const term = text.trim().toLowerCase()
  if (term === '' && !errorsOnly) return null
  return ({ span, failed }) =>
    (!errorsOnly || failed) &&
    (span.name.toLowerCase().includes(term) ||
      span.service.toLowerCase().includes(term) ||
      span.spanId === term ||
      ids.has(span.spanId))
}

function markMatches(nodes: SpanNode[], matches: (node: SpanNode) => boolean): Uint8Array {
  const marks = new Uint8Array(nodes.length)
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index]
    if (!node) continue
    if (matches(node)) marks[index] = 1
    if (marks[index] && node.parent >= 0) marks[node.parent] = 1
  }
  return marks
}
