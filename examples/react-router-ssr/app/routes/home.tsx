import { useSyncExternalStore } from 'react'
import { Form, Link } from 'react-router'

export function action() {
  throw new Error('the cart is locked')
}

export default function Home() {
  // Links and buttons appear when the page is interactive.
  const isReady = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  if (!isReady) return null
  return (
    <main>
      <Link to="/products/9">Render</Link>
      <Link to="/orders/77">Loader</Link>
      <Link to="/shop/reviews">Loader beside a streamed value</Link>
      <Form method="post" action="/?index">
        <button>Action</button>
      </Form>
    </main>
  )
}
