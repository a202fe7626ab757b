// The button that loads the next page of a list. `children` say how much of it is shown.
import { useEffect, useState, type ReactNode } from 'react'

/** Milliseconds before a page is requested again. */
const RETRY_MS = 2_000

type Props = {
  list: {
    data: { pages: unknown[] } | undefined
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
  children?: ReactNode
}

/** A page that was asked for is requested until it is loaded: a busy store may have refused it. */
export function ShowMore({ list, children }: Props) {
  const { hasNextPage, isFetching, fetchNextPage } = list
  const loaded = list.data?.pages.length ?? 0
  const [wanted, setWanted] = useState(0)
  const isMissing = hasNextPage && !isFetching && wanted === loaded + 1
  useEffect(() => {
    if (!isMissing) return undefined
    const timer = setTimeout(() => void fetchNextPage(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [isMissing, fetchNextPage])
  const showMore = () => {
    setWanted(loaded + 1)
    void fetchNextPage()
  }
  if (!hasNextPage && !children) return null
  return (
    <p className="more">
      {children && <span className="num">{children}</span>}
      {hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={showMore}>
          Show more
        </button>
      )}
    </p>
  )
}
