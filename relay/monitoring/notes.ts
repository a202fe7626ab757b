// What the log line of an exception says, as places in a body: of most bodies nobody ever asks.
import { type IdName, SAID, type Said, type SaidName } from './exceptions.ts'

const SLOTS: Map<string, number> = new Map(SAID.map((name, slot) => [name, slot]))
/** Behind those of attributes, so that no attribute is taken for an id. */
export const ID_SLOTS = { traceId: SAID.length, spanId: SAID.length + 1 }
const [TYPE, MESSAGE] = [slotOf('exception.type'), slotOf('exception.message')]

/** Of an attribute; −1 for those that no log line names. */
export function slotOf(key: string): number {
  return SLOTS.get(key) ?? -1
}

export class Notes implements Said {
  private body: Buffer = Buffer.alloc(0)
  /** Beginning and end of each text; an end of 0 is none, because every body begins with a bracket. */
  private readonly places: Int32Array

  constructor(places = new Int32Array(2 * (SAID.length + 2))) {
    this.places = places
  }

  begin(body: Buffer): void {
    this.body = body
    this.clear()
  }

  clear(): void {
    this.places.fill(0)
  }

  /** The first one of a name counts. */
  note(slot: number, from: number, to: number): void {
    const { places } = this
    if (places[2 * slot + 1] !== 0) return
    places[2 * slot] = from
    places[2 * slot + 1] = to
  }

  tellOfException(): boolean {
    return this.places[2 * TYPE + 1] !== 0 || this.places[2 * MESSAGE + 1] !== 0
  }

  copy(): Notes {
    const copy = new Notes(this.places.slice())
    copy.body = this.body
    return copy
  }

  text(name: SaidName): string {
    return this.at(slotOf(name))
  }

  id(name: IdName): string {
    return this.at(ID_SLOTS[name])
  }

  private at(slot: number): string {
    return textAt(this.body, this.places[2 * slot]!, this.places[2 * slot + 1]!)
  }
}

/** What stands between two quotes of a JSON text. */
export function textAt(body: Buffer, from: number, to: number): string {
  const text = body.toString('utf8', from, to)
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text
}
