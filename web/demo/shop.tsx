import { useEffect, useState, type ReactNode } from 'react'
import { Breakages } from './breakages.tsx'
import { Book } from './book.tsx'
import { pounds } from './pounds.ts'
import { readProducts, shelf, type Product } from './products.ts'

export function Shop(): ReactNode {
  const [products, setProducts] = useState(shelf)
  const [basket, setBasket] = useState<Product[]>([])
  const [mangled, setMangled] = useState(false)

  useEffect(() => {
    // Without the server's list the shelf stays as it is.
    readProducts().then(setProducts, () => {})
  }, [])

  const total = basket.reduce((sum, product) => sum + product.price, 0)
  return (
    <>
      <header className="shop">
        <b>Misprint Books</b>
        <span>books with famous errors in them</span>
        <output>{basket.length ? `basket: ${basket.length} · ${pounds(total)}` : 'basket: empty'}</output>
      </header>
      <main>
        <ul className="shelf">
          {products.map((product, index) => (
            <Book
              key={product.id}
              product={product}
              cover={index}
              onBuy={() => setBasket([...basket, product])}
            />
          ))}
          {/* A book that the type checker would not have let in. */}
          {mangled && <Book product={undefined as unknown as Product} cover={0} onBuy={() => {}} />}
        </ul>
        <Breakages onMangle={() => setMangled(true)} />
      </main>
    </>
  )
}
