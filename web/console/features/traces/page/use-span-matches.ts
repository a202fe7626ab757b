// The spans that the filter matches by an attribute. The store searches: a trace has no attributes.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { spanMatchesQuery } from '../traces-query.ts'
import { matchesOf } from './file-matches.ts'

/** The search waits until the keys rest. */
const REST_MS = 200

export type SpanMatches = { spanIds: ReadonlySet<string>; state: 'ready' | 'searching' | 'failed' }

const NONE: ReadonlySet<string> = new Set()

/** `source`: the id of a trace in the store, or the trace of a file, whose spans have their attributes. */
export function useSpanMatches(source: string | TraceAnswer, text: string): SpanMatches {
  const isFile = typeof source === 'object'
  const traceId = isFile ? source.traceId : source
  const [searched, setSearched] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery({
    ...spanMatchesQuery(traceId, searched),
    enabled: searched !== '' && !isFile,
    select: toSet,
  })
  const ofFile = useMemo(() => (isFile ? matchesOf(source, text) : NONE), [isFile, source, text])
  if (text === '' || isFile) return { spanIds: ofFile, state: 'ready' }
  const isCurrent = searched === text
  if (query.isError && isCurrent) return { spanIds: NONE, state: 'failed' }
  // The ids of another text are no matches of this one.
  return isCurrent && query.data
    ? { spanIds: query.data, state: 'ready' }
    : { spanIds: NONE, state: 'searching' }
}

function toSet({ spanIds }: { spanIds: string[] }): ReadonlySet<string> {
  return new Set(spanIds)
}
