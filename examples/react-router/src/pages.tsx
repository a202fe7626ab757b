// Each page breaks in its own way.
import { ErrorBoundary } from '@errata/monitoring/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Item = { name: string; price?: { amount: number } }

function Price({ item }: { item: Item }) {
  return <b>{item.price!.amount}</b>
}

/** While rendering. */
export function Product() {
  return <Price item={{ name: 'lamp' }} />
}

/** Its loader throws. */
export function Order() {
  return <p>Order</p>
}

export function Effect() {
  useEffect(() => {
    const settings = JSON.parse('{}') as { theme: { name: string } }
    document.body.className = settings.theme.name
  })
  return <p>Account</p>
}

/** React stops it with an error that is only a number in a production build. */
export function Loop() {
  const [count, setCount] = useState(0)
  // oxlint-disable-next-line react/set-state-in-render -- this is the error
  setCount(count + 1)
  return <p>{count}</p>
}

function Comments(): never {
  throw new Error('comments without a list')
}

function NoComments({ digest }: { digest: string }) {
  return <p>No comments today. Reference: {digest}</p>
}

/** A boundary with its own text: the rest of the page stays usable. */
export function Boundary() {
  return (
    <ErrorBoundary fallback={NoComments}>
      <Comments />
    </ErrorBoundary>
  )
}

export function Query() {
  const { error } = useQuery({
    queryKey: ['stock'],
    queryFn: () => Promise.reject(new Error('the stock answered 500')),
  })
  return error ? <p>The stock cannot be shown.</p> : null
}
