// What differs in the occurrences of an issue, or of a search, from all errors of the service, as Markdown.
import type { FacetsAnswer } from '../../../contract/search.ts'
import { documentOf } from '../../http/markdown-document.ts'
import { quoted } from '../../http/markdown-text.ts'
import { facetsPath } from '../search/index.ts'
import { ask, type AssistantContext } from './context.ts'

/** They say what an issue is, or who works on it, and differ in every issue. */
const OWN_FACETS = new Set(['type', 'service', 'assignee', 'owner', 'mechanism', 'origin'])
/** A value that fewer occurrences have explains little. */
const MIN_SHARE = 0.2
/** How many times the share of the base, at least. */
const MIN_LIFT = 1.5
/** A share that both sides get in addition, so that rare values do not come first. */
const SMOOTHING = 0.01
const MAX_VALUES = 8

export type DifferencesQuery = {
  issue?: string | undefined
  q?: string | undefined
  service?: string | undefined
  range?: string | undefined
}

/** As the path of the facets reads it. */
export function readDifferences(context: AssistantContext, query: DifferencesQuery): Promise<FacetsAnswer> {
  return ask(context, facetsPath, { query: { range: '30d', ...query, base: 'true' } })
}

/** The most different first; empty where nothing differs. */
export function differenceLines({ facets, total }: FacetsAnswer): string[] {
  const values = facets
    .filter(({ name }) => !OWN_FACETS.has(name))
    .flatMap(({ name, values: all }) =>
      all.map(({ value, count, base = 0 }) => ({ name, value, base, share: count / Math.max(1, total) })),
    )
    .map((item) => ({ ...item, lift: (item.share + SMOOTHING) / (item.base + SMOOTHING) }))
    .filter(({ share, lift }) => share >= MIN_SHARE && lift >= MIN_LIFT)
  return values
    .toSorted((a, b) => b.lift - a.lift || b.share - a.share)
    .slice(0, MAX_VALUES)
    .map(
      ({ name, value, share, base }) =>
        `- ${name} ${quoted(value)}: ${percent(share)} of its events, ${percent(base)} of all`,
    )
}

export function differencesMarkdown(answer: FacetsAnswer, title: string, range: string): string {
  const { total, baseTotal = 0 } = answer
  const lines = differenceLines(answer)
  const summary =
    lines.length > 0
      ? 'Most different first.'
      : 'Nothing differs: releases, routes, browsers, systems and environments are as in all errors.'
  return documentOf(title, [
    { blocks: [`${total} of ${baseTotal} events of the last ${range} are compared. ${summary}`] },
    { blocks: lines },
  ])
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
