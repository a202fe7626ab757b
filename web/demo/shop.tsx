// The shop: its books, its basket, and the ways to break it.
import { useEffect, useState, type ReactNode } from 'react'
import { BreakageTable } from './breakage-table.tsx'
import { Book, defaultProducts, fetchProducts, formatPrice, type Product } from './book.tsx'

export function Shop(): ReactNode {
  const [products, setProducts] = useState(defaultProducts)
  const [basket, setBasket] = useState<Product[]>([])
  const [broken, setBroken] = useState(false)

  useEffect(() => {
    // Without the server's list the default products remain.
    fetchProducts().then(setProducts, () => {})
  }, [])

  const total = basket.reduce((sum, product) => sum + product.price, 0)
  return (
    <>
      <header className="shop">
        <b>Misprint Books</b>
        <span>books with famous errors in them</span>
        <output>
          {basket.length ? `basket: ${basket.length} · ${formatPrice(total)}` : 'basket: empty'}
        </output>
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
          {/* A product that the type checker does not accept. */}
          {broken && <Book product={undefined as unknown as Product} cover={0} onBuy={() => {}} />}
        </ul>
        <BreakageTable onBrokenProduct={() => setBroken(true)} />
      </main>
    </>
  )
}
