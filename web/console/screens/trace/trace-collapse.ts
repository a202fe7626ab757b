// Which rows of a trace are visible: collapsed subtrees, groups of repeated spans, the filter.
import { useMemo, useState } from 'react'
import type { TraceSearch } from '../../filters.ts'
import { toggle } from '../../set-toggle.ts'
import { groupContaining, groupRepeatedSpans } from './repeated-spans.ts'
import { ancestorsOf, type SpanTree } from './span-tree.ts'
import { spanMatcher, visibleRows } from './visible-rows.ts'

export type TraceCollapse = ReturnType<typeof useTraceCollapse>

type Filter = TraceSearch & {
  /** Spans that the text matches by an attribute. */
  spanIds: ReadonlySet<string>
}

export function useTraceCollapse(tree: SpanTree, { q, errors, spanIds }: Filter, selected: number) {
  const groups = useMemo(() => groupRepeatedSpans(tree), [tree])
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set())
  const [expandedGroups, setExpandedGroups] = useState<ReadonlySet<number>>(new Set())
  const selectedGroup = groupContaining(groups, selected)
  // A group stays open while a span inside it is selected: a link may name that span.
  const forcedOpen = selectedGroup === selected ? undefined : selectedGroup
  const collapsedGroups = useMemo(
    () => new Map([...groups].filter(([first]) => !expandedGroups.has(first) && first !== forcedOpen)),
    [groups, expandedGroups, forcedOpen],
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
  const toggleRow = (index: number) => {
    if (groups.has(index)) setExpandedGroups((expanded) => toggle(expanded, index))
    else setCollapsed((rows) => toggle(rows, index))
  }
  /** Expands everything that hides the span. */
  const reveal = (index: number) => {
    const hiding = ancestorsOf(tree, index).filter((ancestor) => collapsed.has(ancestor))
    if (hiding.length > 0) setCollapsed(new Set([...collapsed].filter((at) => !hiding.includes(at))))
    const group = groupContaining(collapsedGroups, index)
    if (group !== undefined && group !== index) setExpandedGroups(new Set([...expandedGroups, group]))
  }
  const collapseGroup = (group: number) =>
    setExpandedGroups(new Set([...expandedGroups].filter((first) => first !== group)))
  const reset = () => {
    setCollapsed(new Set())
    setExpandedGroups(new Set())
  }
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
    collapseGroup,
    reset,
  }
}
