// Which rows of a trace are visible: collapsed subtrees, groups of repeated spans, the filter.
import { useMemo } from 'react'
import type { TraceSearch } from '../../../search/filters.ts'
import { groupContaining, groupRepeatedSpans } from './repeated-spans.ts'
import { ancestorsOf, type SpanTree } from './span-tree.ts'
import { spanMatcher, visibleRows } from './visible-rows.ts'

export type TraceCollapse = ReturnType<typeof useTraceCollapse>

type Filter = TraceSearch & {
  /** Spans that the text matches by an attribute. */
  spanIds: ReadonlySet<string>
}

type Options = {
  filter: Filter
  selected: number
  /** `toggled` of the URL. */
  toggledIds: string | undefined
  change: (values: TraceSearch) => void
}

export function useTraceCollapse(tree: SpanTree, options: Options) {
  const { selected, toggledIds, change } = options
  const { q, errors, spanIds } = options.filter
  const groups = useMemo(() => groupRepeatedSpans(tree), [tree])
  /** Spans whose rows are not as at first: a subtree is collapsed, or a group expanded. */
  const toggled = useMemo(() => toIndexes(tree, toggledIds), [tree, toggledIds])
  const selectedGroup = groupContaining(groups, selected)
  // What hides the selected span is open: a link may name that span.
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
  const matchCount = useMemo(() => (matches ? tree.nodes.filter(matches).length : null), [tree, matches])

  const isExpanded = (index: number) =>
    groups.has(index) ? !collapsedGroups.has(index) : !collapsed.has(index)
  const canExpand = (index: number) => groups.has(index) || (tree.nodes[index]?.descendantCount ?? 0) > 0
  /** A row that is collapsed takes the selection from the rows in it. */
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
    /** Null without a filter. */
    matchCount,
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

/** The same set where it has none of them: rows that depend on it stay. */
function without(rows: ReadonlySet<number>, removed: number[]): ReadonlySet<number> {
  return removed.some((row) => rows.has(row))
    ? new Set([...rows].filter((row) => !removed.includes(row)))
    : rows
}

function toIndexes({ byId }: SpanTree, spanIds = ''): ReadonlySet<number> {
  return new Set(spanIds.split('.').flatMap((spanId) => byId.get(spanId) ?? []))
}

/** In the order of the rows; undefined for none. */
function toSpanIds({ nodes }: SpanTree, rows: Iterable<number>): string | undefined {
  const sorted = [...rows].toSorted((one, other) => one - other)
  return sorted.flatMap((row) => nodes[row]?.span.spanId ?? []).join('.') || undefined
}
