import { ProductPage } from './routes/product.tsx'

export function App({ path }: { path: string }) {
  const [, area, id = ''] = path.split('/')
  if (area === 'books') return ProductPage({ id })
  return null
}
