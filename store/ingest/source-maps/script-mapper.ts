// Places in scripts that browsers name by a number of characters: long animation frames.
import { parseJson, isObject } from '../../../server/json.ts'
import type { MapIndex } from './map-index.ts'
import type { Symbolicator } from './worker/client.ts'
import type { OriginalFrame } from './worker/messages.ts'

/**
 * `address`: of the script. `offset`: characters from its start; null: not known. `debugIds`: JSON, as in
 * records of pages.
 */
export type ScriptPlace = {
  service: string
  release: string
  address: string
  offset: number | null
  debugIds: string
}

type MapperOptions = { index: MapIndex; symbolicator: Symbolicator; milliseconds: number }

/** In order; null: there is no map, it has no mapping there, or it was not read within the time. */
export async function mapScripts(
  places: ScriptPlace[],
  { index, symbolicator, milliseconds }: MapperOptions,
): Promise<(OriginalFrame | null)[]> {
  const positions = places.map(({ offset, debugIds, ...script }) => {
    const file = index.find({ ...script, debugId: debugIdOf(debugIds, script.address) })
    return file && offset !== null ? { map: file.map, line: 1, column: offset + 1, isOffset: true } : null
  })
  const { frames } = await symbolicator.resolve(
    positions.filter((position) => position !== null),
    { context: false, libraryNames: true, milliseconds },
  )
  let next = 0
  return positions.map((position) => (position ? (frames[next++] ?? null) : null))
}

function debugIdOf(json: string, address: string): string {
  const ids = parseJson(json)
  const id = isObject(ids) ? ids[address] : undefined
  return typeof id === 'string' ? id : ''
}
