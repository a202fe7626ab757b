import { Link } from '@tanstack/react-router'

export function Home() {
  return (
    <main>
      <Link to="/products/$id" params={{ id: '9' }}>
        Render
      </Link>
      <Link to="/orders/$id" params={{ id: '77' }}>
        Loader
      </Link>
      <Link to="/help">Missing chunk</Link>
    </main>
  )
}

type Item = { name: string; price?: { amount: number } }

function Price({ item }: { item: Item }) {
  return <b>{item.price!.amount}</b>
}

export function Product() {
  return <Price item={{ name: 'lamp' }} />
}
