type Item = { name: string; price?: { amount: number } }

function Price({ item }: { item: Item }) {
  return <b>{item.price!.amount}</b>
}

export default function Product() {
  return <Price item={{ name: 'lamp' }} />
}
