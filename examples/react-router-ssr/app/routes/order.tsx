type Arguments = { params: { id: string } }

/** Runs on the server, for page loads and navigations. */
export function loader({ params }: Arguments) {
  throw new Error(`order ${params.id} answered 500`)
}

export default function Order() {
  return <p>Order</p>
}
