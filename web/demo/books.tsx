/** `price` in pounds. */
export type Product = { id: string; name: string; price: number }

const priceFormat = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** Shown when the server has no list: the shop must open in any case. */
export const defaultProducts: Product[] = [
  { id: 'wicked-bible', name: 'The Wicked Bible', price: 84 },
  { id: 'vinegar-bible', name: 'The Vinegar Bible', price: 61.5 },
  { id: 'ulysses', name: 'Ulysses, first edition', price: 120 },
]

/** Where and when a book was printed, and its famous error. */
export const details: Record<string, { edition: string; erratum: string }> = {
  'wicked-bible': { edition: 'London, 1631', erratum: 'the seventh commandment lost its “not”' },
  'vinegar-bible': { edition: 'Oxford, 1717', erratum: 'the parable of the vineyard turned sour' },
  ulysses: { edition: 'Paris, 1922', erratum: 'with the slip that begs the reader’s indulgence' },
}

export async function fetchProducts(): Promise<Product[]> {
  const response = await fetch('/demo/api/products')
  const products: unknown = response.ok ? await response.json() : undefined
  const isList = Array.isArray(products) && products.every(isProduct) && products.length > 0
  return isList ? products : defaultProducts
}

function isProduct(value: unknown): value is Product {
  const product = value as Partial<Product> | null
  return typeof product?.name === 'string' && typeof product.price === 'number' && product.id !== undefined
}

/** `amount` in pounds. */
export function formatPrice(amount: number): string {
  return priceFormat.format(amount)
}
