import { Form } from 'react-router'

async function order() {
  const answer = JSON.parse('{}') as { order: { id: string } }
  await Promise.resolve(answer.order.id)
}

/** An action of React Router throws, and the action of a React 19 form. */
export function Cart() {
  return (
    <>
      <Form method="post">
        <button>Router action</button>
      </Form>
      <form action={order}>
        <button>Form action</button>
      </form>
    </>
  )
}
