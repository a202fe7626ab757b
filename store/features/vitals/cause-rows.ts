// The records of web vitals that say what took the time, by element: the SQL.
import type { InpPhase, LcpPhase } from '../../../contract/vitals.ts'
import { between } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { vitalFilter, type VitalFilter } from './vital-filter.ts'

const PHASES: Record<string, readonly (InpPhase | LcpPhase)[]> = {
  INP: ['input_delay', 'processing', 'presentation'],
  LCP: ['time_to_first_byte', 'load_delay', 'load_duration', 'render_delay'],
}

/** The newest ones: the causes of a busy site do not need all of them. */
const MAX_RECORDS = 20_000

/** A script as records name it. `offset`: characters before the function; null: not known. */
export type SentScript = {
  release: string
  address: string
  function: string
  offset: number | null
  debugIds: string
  /** Milliseconds. */
  time: number
}

/**
 * Views of a route with the same element. Times in milliseconds, of all of them. `lost`: above what is good.
 * `scriptedTime`, `scriptedViews`: of the views whose browser names a script. Empty texts: not known.
 */
export type CauseRow = {
  service: string
  route: string
  element: string
  url: string
  views: number
  p75: number
  time: number
  lost: number
  scriptedTime: number
  scriptedViews: number
  scripts: SentScript[]
  phases: { name: InpPhase | LcpPhase; time: number }[]
}

/** `scriptTimes`: by `SCRIPT`. */
type Row = Omit<CauseRow, 'phases' | 'scripts'> & {
  phaseTimes: number[]
  scriptTimes: Record<string, number>
}

const attribute = (name: string): string => `LogAttributes['${name}']`
const milliseconds = (name: string): string => `toFloat64OrZero(${attribute(name)})`

const SCRIPT = `toJSONString([Release, File, ${attribute('code.function.name')},
  ${attribute('errata.vital.script.position')}, ${attribute('errata.debug_ids')}])`

/** At most `limit` of each route, those that lose most time. `good`: up to which the vital is good. */
export async function readCauseRows(
  engine: Engine,
  request: VitalFilter & { vital: string },
  { good, limit }: { good: number; limit: number },
): Promise<CauseRow[]> {
  const names = PHASES[request.vital]!
  const inRange = between(request.filters)
  const where = vitalFilter(request)
  const phases = names.map((name) => milliseconds(`errata.vital.phase.${name}`))
  const rows = await engine.query<Row>(
    `SELECT ServiceName AS service, Route AS route, Element AS element, Url AS url,
       count() AS views, quantilesTDigest(0.5, 0.75, 0.95)(toFloat32(Value))[2] AS p75, sum(Value) AS time,
       sum(greatest(Value - {good:Float64}, 0)) AS lost, sumIf(Value, File != '') AS scriptedTime,
       countIf(File != '') AS scriptedViews,
       sumMap(if(File = '', map(), map(Script, ScriptTime))) AS scriptTimes, sumForEach(Phases) AS phaseTimes
     FROM (
       SELECT ServiceName, Release, ${attribute('http.route')} AS Route,
         ${attribute('errata.device')} AS Device, ${attribute('errata.browser')} AS Browser,
         ${attribute('errata.os')} AS Os, ${attribute('errata.vital.element')} AS Element,
         ${attribute('errata.vital.url')} AS Url, ${attribute('code.file.path')} AS File,
         ${SCRIPT} AS Script, ${milliseconds('errata.vital.script.duration')} AS ScriptTime,
         ${milliseconds('browser.web_vital.value')} AS Value, [${phases.join()}] AS Phases
       FROM otel_logs
       WHERE ${inRange.sql} AND EventName = 'browser.web_vital'
         AND upper(${attribute('browser.web_vital.name')}) = {vital:String}
         AND arrayExists(time -> time > 0, Phases) AND ${where.sql}
       ORDER BY toStartOfFiveMinutes(Timestamp) DESC LIMIT ${MAX_RECORDS})
     GROUP BY service, route, element, url
     ORDER BY lost DESC, time DESC LIMIT {limit:UInt32} BY service, route`,
    { ...inRange.parameters, ...where.parameters, vital: request.vital, good, limit },
  )
  return rows.map(({ phaseTimes, scriptTimes, ...row }) => ({
    ...row,
    scripts: Object.entries(scriptTimes).map(([script, time]) => toScript(script, time)),
    phases: names.map((name, at) => ({ name, time: phaseTimes[at] ?? 0 })),
  }))
}

function toScript(json: string, time: number): SentScript {
  const [release = '', address = '', name = '', position = '', debugIds = ''] = JSON.parse(json) as string[]
  const offset = position === '' ? Number.NaN : Number(position)
  const isKnown = Number.isInteger(offset) && offset >= 0
  return { release, address, function: name, offset: isKnown ? offset : null, debugIds, time }
}
