// The button that loads the next page of a list. `children` say how much of it is shown.
import type { ReactNode } from 'react'

type Props = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  children?: ReactNode
}

export function ShowMore({ list, children }: Props) {
  if (!list.hasNextPage && !children) return null
  return (
    <p className="more">
      {children && <span className="num">{children}</span>}
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </button>
      )}
    </p>
  )
}
