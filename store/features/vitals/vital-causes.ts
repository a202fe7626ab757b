// What made the interactions and the largest paints of a route slow: the path.
import type { VitalCause, VitalCausesAnswer, VitalScript } from '../../../contract/vitals.ts'
import { filters } from '../../http/filters.ts'
import { choice, choices, text } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { DEVICES } from '../../ingest/rows/device.ts'
import type { SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import { type CauseRow, readCauseRows, type SentScript } from './cause-rows.ts'
import type { VitalFilter } from './vital-filter.ts'
import { BOUNDS } from './vitals.ts'

/** Causes of one route. The rest takes little of the time. */
const MAX_CAUSES = 3

/** Scripts of one cause that are looked up in source maps: some are one function in several builds. */
const MAX_SCRIPTS = 5

export const vitalCausesPath = path('GET /api/vitals/causes', {
  summary: 'What made INP or LCP slow, by route',
  parameters: {
    filters: filters(),
    route: text('The exact name of one route.'),
    device: choices('The class of device, from the user agent.', DEVICES),
    vital: choice('Which vital has its causes.', ['INP', 'LCP'], 'INP'),
  },
  answer: 'VitalCausesAnswer',
  handle: ({ parameters }, context: CauseContext) => readVitalCauses(context, parameters),
})

export type CauseContext = WithEngine & { sourceMaps: SourceMaps }

type MappedScript = Omit<VitalScript, 'share' | 'views'> & { time: number }

async function readVitalCauses(
  { engine, sourceMaps }: CauseContext,
  request: VitalFilter & { vital: string },
): Promise<VitalCausesAnswer> {
  const [good] = BOUNDS.get(request.vital)!
  const rows = await readCauseRows(engine, request, { good, limit: MAX_CAUSES })
  const sent = rows.flatMap(({ service, scripts }) =>
    scripts
      .toSorted((a, b) => b.time - a.time)
      .slice(0, MAX_SCRIPTS)
      .map((script) => ({ ...script, service })),
  )
  const originals = await sourceMaps.mapScripts(sent)
  let next = 0
  const causes = rows.map((row) => {
    const length = Math.min(row.scripts.length, MAX_SCRIPTS)
    const scripts = sent
      .slice(next, next + length)
      .map((script, at) => toMapped(script, originals[next + at]))
    next += length
    return toCause(request.vital, row, longest(scripts))
  })
  return { causes }
}

type Original = Awaited<ReturnType<SourceMaps['mapScripts']>>[number] | undefined

function toMapped({ address, time, ...script }: SentScript, original: Original): MappedScript {
  if (!original) return { function: script.function, file: address, isMapped: false, time }
  const { file, line, column } = original
  return { function: original.function, file, line, column, isMapped: true, time }
}

/** A function of several builds is one. Undefined: no browser has named a script. */
function longest(scripts: MappedScript[]): MappedScript | undefined {
  const keyOf = (script: MappedScript): string => JSON.stringify([script.function, script.file, script.line])
  return [...Map.groupBy(scripts, keyOf).values()]
    .map((alike) => ({ ...alike[0]!, time: alike.reduce((sum, { time }) => sum + time, 0) }))
    .toSorted((a, b) => b.time - a.time)[0]
}

function toCause(name: string, row: CauseRow, script: MappedScript | undefined): VitalCause {
  const { service, route, views, p75, element, url, time } = row
  const phase = row.phases.toSorted((a, b) => b.time - a.time)[0]!
  return {
    service,
    route,
    name,
    views,
    p75,
    phase: { name: phase.name, share: share(phase.time, time) },
    ...(element !== '' && { element }),
    ...(script && { script: toScript(script, row) }),
    ...(url !== '' && { url }),
  }
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0
}

function toScript({ time, ...script }: MappedScript, row: CauseRow): VitalScript {
  return { ...script, share: share(time, row.scriptedTime), views: row.scriptedViews }
}
