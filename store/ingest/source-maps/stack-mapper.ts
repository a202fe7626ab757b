// The stacks of requests, mapped before their rows are written, and those that are mapped later.
import type { LogsRequest, TracesRequest } from '../../../otlp/otlp-json.ts'
import type { SentStack } from '../rows/row-context.ts'
import type { MapIndex } from './map-index.ts'
import { mapStack, type MappedStack } from './mapped-stack.ts'
import { exceptionsOfLogs, exceptionsOfTraces, type SentException } from './received-stacks.ts'
import { mapScripts, type ScriptPlace } from './script-mapper.ts'
import type { StackFileCounts } from './stack-file-counts.ts'
import type { Symbolicator } from './worker/client.ts'
import type { OriginalFrame } from './worker/messages.ts'

/**
 * What a request waits for its stacks: less than its sender (15 s). An occurrence whose stack is not mapped
 * by then is stored at once, and joins the issue of its mapped stack later. A map of 3 MB that is not in
 * memory takes 100 ms on a quiet machine; names of functions of dependencies, whose sources are long, take
 * more and decide no issue.
 */
const INGEST = { milliseconds: 5_000, libraryNames: false }

/** Nobody waits for it. */
const LATER = { milliseconds: Infinity, libraryNames: false }

/** The wait of the page of an occurrence, which a busy machine must not show without its source code. */
const VIEW = { milliseconds: 5_000, libraryNames: true }

/** Null: the stack needs no map. */
export type FindMapped = (sent: SentStack) => MappedStack | null

/** The stacks of a request, of services that have maps. */
export type ReceivedStacks = { services: Set<string>; map: () => Promise<FindMapped> }

export type StackMapper = {
  /** Null: the request has no stack of a service with maps. */
  stacksOfLogs(request: LogsRequest): ReceivedStacks | null
  stacksOfTraces(request: TracesRequest): ReceivedStacks | null
  /** Counts the script of a stack of a service that has no map at all. */
  countWithoutMaps: StackFileCounts['countWithoutMaps']
  /** For the page of an occurrence. */
  mapOne(sent: SentStack): Promise<MappedStack>
  /** For a screen. Null: not mapped. */
  mapScripts(places: ScriptPlace[]): Promise<(OriginalFrame | null)[]>
  /** Of a number of stored occurrences, which count as mapped when the stack is complete. */
  mapLater(sent: SentStack, page: string, occurrences: number): Promise<MappedStack>
}

type MapperOptions = { index: () => MapIndex; symbolicator: Symbolicator; counts: StackFileCounts }

export function createStackMapper({ index, symbolicator, counts }: MapperOptions): StackMapper {
  const hasMaps = (service: string): boolean => index().hasService(service)
  const map = (sent: SentStack, options: typeof INGEST): Promise<MappedStack> =>
    mapStack(sent, { index: index(), symbolicator, ...options })

  function stacksOf(exceptions: SentException[]): ReceivedStacks | null {
    if (exceptions.length === 0) return null
    return {
      services: new Set(exceptions.map(({ service }) => service)),
      map: () => mapAll(exceptions),
    }
  }

  async function mapAll(exceptions: SentException[]): Promise<FindMapped> {
    const byKey = new Map(exceptions.flatMap(({ stacks }) => stacks.map((sent) => [keyOf(sent), sent])))
    const mapped = new Map<string, MappedStack>()
    await Promise.all(
      [...byKey].map(async ([key, sent]) => {
        mapped.set(key, await map(sent, INGEST))
      }),
    )
    for (const sent of exceptions)
      counts.count(
        sent,
        sent.stacks.map((stack) => mapped.get(keyOf(stack))!),
      )
    return (sent) => {
      const stack = mapped.get(keyOf(sent))
      return stack && (stack.isMapped || !stack.isComplete) ? stack : null
    }
  }

  return {
    stacksOfLogs: (request) => stacksOf(exceptionsOfLogs(request, hasMaps)),
    stacksOfTraces: (request) => stacksOf(exceptionsOfTraces(request, hasMaps)),
    countWithoutMaps(sent, stack) {
      if (!hasMaps(sent.service)) counts.countWithoutMaps(sent, stack)
    },
    mapOne: (sent) => map(sent, VIEW),
    mapScripts: (places) =>
      mapScripts(places, { index: index(), symbolicator, milliseconds: VIEW.milliseconds }),
    async mapLater(sent, page, occurrences) {
      const stack = await map(sent, LATER)
      if (stack.isComplete) counts.count({ ...sent, page }, [stack], occurrences)
      return stack
    },
  }
}

function keyOf({ service, release, debugIds, text }: SentStack): string {
  return [service, release, debugIds, text].join('\n')
}
