export type Product = { id: string; name: string; price: number }

/** What the shelf shows when the server has no list: the shop must open all the same. */
export const shelf: Product[] = [
  { id: 'wicked-bible', name: 'The Wicked Bible', price: 84 },
  { id: 'vinegar-bible', name: 'The Vinegar Bible', price: 61.5 },
  { id: 'ulysses', name: 'Ulysses, first edition', price: 120 },
]

/** Printed where and when, and what is wrong with it. */
export const slips: Record<string, { printed: string; slip: string }> = {
  'wicked-bible': { printed: 'London, 1631', slip: 'the seventh commandment lost its “not”' },
  'vinegar-bible': { printed: 'Oxford, 1717', slip: 'the parable of the vineyard turned sour' },
  ulysses: { printed: 'Paris, 1922', slip: 'with the slip that begs the reader’s indulgence' },
}

export async function readProducts(): Promise<Product[]> {
  const response = await fetch('/demo/api/products')
  const products: unknown = response.ok ? await response.json() : undefined
  return Array.isArray(products) && products.every(isProduct) && products.length > 0 ? products : shelf
}

function isProduct(value: unknown): value is Product {
  const product = value as Partial<Product> | null
  return typeof product?.name === 'string' && typeof product.price === 'number' && product.id !== undefined
}
