// The spans that the filter matches by an attribute. The store searches: a trace has no attributes.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { spanMatchesQuery } from '../../api/traces.ts'

/** The search waits until the keys rest. */
const REST_MS = 200

export type SpanMatches = { spanIds: ReadonlySet<string>; state: 'ready' | 'searching' | 'failed' }

const NONE: ReadonlySet<string> = new Set()

export function useSpanMatches(traceId: string, text: string): SpanMatches {
  const [searched, setSearched] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery({
    ...spanMatchesQuery(traceId, searched),
    enabled: searched !== '',
    select: toSet,
  })
  if (text === '') return { spanIds: NONE, state: 'ready' }
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
