/** Runs on the server, for a page load and for a navigation. */
export function loader() {
  throw new Error('order 77 answered 500')
}

export default function Order() {
  return <p>Order</p>
}
