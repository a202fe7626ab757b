import { Form } from 'react-router'

async function order() {
  const answer = JSON.parse('{}') as { order: { id: string } }
  await Promise.resolve(answer.order.id)
}

/** React Router's action throws, and an action of a form of React 19. */
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
