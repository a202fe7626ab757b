// Which spans of a tree are rows on screen: collapsed subtrees and groups hide spans, a filter selects them.
import type { SpanGroup } from './repeated-spans.ts'
import type { SpanNode, SpanTree } from './span-tree.ts'

type Options = {
  collapsed: ReadonlySet<number>
  /** Groups of which only the first span is a row. */
  groups: ReadonlyMap<number, SpanGroup>
  matches: ((node: SpanNode) => boolean) | null
}

/** Indexes of the spans. With a filter: the matches and their ancestors, also where they are collapsed. */
export function visibleRows({ nodes }: SpanTree, { collapsed, groups, matches }: Options): number[] {
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
 * Null where neither a text nor "errors only" is set. The text is part of a name or service, or an id;
 * `ids` are the spans that it matches otherwise.
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
