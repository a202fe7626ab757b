// Components and a hook of their own.

import { useEffect, useReducer, useState, type ReactNode } from 'react'
import { cartReducer, type Item } from './cart.ts'

export type StockProps = { items: Item[] }

export function Product({ items }: StockProps): ReactNode {
  const missing = items[items.length]
  return <p>{missing!.price.net.toFixed(2)}</p> // [Product] fails component render
}

export function Subscription({ items }: StockProps): ReactNode {
  useEffect(() => {
    const { tags } = items[items.length]! // [Subscription] fails effect
    document.title = tags.join()
  }, [items])
  return <p>subscribed</p>
}

function useStock(items: Item[]): number {
  const [count] = useState(items.length)
  if (count > 0) throw new Error('the stock is not known') // [useStock] fails custom hook
  return count
}

export function Stock({ items }: StockProps): ReactNode {
  const count = useStock(items) // [Stock]
  return <p>{count}</p>
}

export function Basket({ items }: StockProps): ReactNode {
  const [state, dispatch] = useReducer(cartReducer, items) // [Basket]
  useEffect(() => dispatch({ type: 'rename' }), [])
  return <p>{state.length}</p>
}

export function OrderButton({ items }: StockProps): ReactNode {
  function handleOrder(): void {
    document.title = items[items.length]!.tags.join() // [handleOrder] fails handler
  }
  return (
    <button type="button" data-break="handler" onClick={handleOrder}>
      Order
    </button>
  )
}
