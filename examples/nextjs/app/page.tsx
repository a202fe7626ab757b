'use client'

import Link from 'next/link'
import { useState, useSyncExternalStore } from 'react'
import { placeOrder } from './actions.ts'

type Item = { name: string; price?: { amount: number } }

function Price({ item }: { item: Item }) {
  return <b>{item.price!.amount}</b>
}

function search() {
  throw new TypeError('the button is not connected')
}

export default function Home() {
  const [hasPrice, setHasPrice] = useState(false)
  // Links and buttons appear when the page is interactive.
  const isReady = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  if (!isReady) return null
  return (
    <main>
      <button onClick={() => setHasPrice(true)}>Render</button>
      <button onClick={search}>Handler</button>
      <button onClick={() => void fetch('/api/orders')}>Route handler</button>
      <form action={placeOrder}>
        <button>Server action</button>
      </form>
      <Link href="/server">Server component</Link>
      <a href="/hydration">Hydration</a>
      {hasPrice && <Price item={{ name: 'lamp' }} />}
    </main>
  )
}
