// The spans with an attribute that matches the filter. The store searches: a loaded trace has no attributes.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { spanMatchesQuery } from '../traces-query.ts'

/** The search starts after this pause in typing. */
const REST_MS = 200

export type SpanMatches = { spanIds: ReadonlySet<string>; state: 'ready' | 'searching' | 'failed' }

const NONE: ReadonlySet<string> = new Set()

/** `source`: the id of a trace in the store, or a trace from a file, which includes attributes. */
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
  // Ids that match a previous text do not match this one.
  return isCurrent && query.data
    ? { spanIds: query.data, state: 'ready' }
    : { spanIds: NONE, state: 'searching' }
}

function toSet({ spanIds }: { spanIds: string[] }): ReadonlySet<string> {
  return new Set(spanIds)
}

/** Each term must be part of a value of the span. `key:value` also requires `key` to be part of its name. */
function matchesOf({ spans }: TraceAnswer, text: string): ReadonlySet<string> {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = spans.filter(({ name, service, details }) => {
    const pairs = Object.entries({ ...details?.resource, ...details?.attributes }).map(([key, value]) => [
      key.toLowerCase(),
      value.toLowerCase(),
    ])
    const texts = [name, service, details?.statusMessage ?? ''].map((part) => part.toLowerCase())
    return terms.every((term) => {
      const [key = '', ...rest] = term.split(':')
      return (
        texts.some((part) => part.includes(term)) ||
        pairs.some(([, value = '']) => value.includes(term)) ||
        (rest.length > 0 &&
          pairs.some(([pair = '', value = '']) => pair.includes(key) && value.includes(rest.join(':'))))
      )
    })
  })
  return new Set(matches.map(({ spanId }) => spanId))
}
