// The books of the shop: the list, which the server may replace, and one book on the shelf.

import type { ReactNode } from 'react'

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
const details: Record<string, { edition: string; erratum: string }> = {
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

const covers = [
  'M10 18h52M10 24h34M10 84h20',
  'M36 23a17 17 0 1 0 .1 0M18 78h36M24 84h24',
  'M14 16v64M20 16v64M32 20h28M32 27h20',
]

type Props = { product: Product; cover: number; onBuy: () => void }

export function Book({ product, cover, onBuy }: Props): ReactNode {
  const { edition, erratum } = details[product.id] ?? {}
  return (
    <li>
      <svg viewBox="-1 -1 74 98" aria-hidden="true">
        <rect width="72" height="96" rx="1.5" />
        <path d={covers[cover % covers.length]} />
      </svg>
      <div>
        <h2>{product.name}</h2>
        {edition && <p>{edition}</p>}
        {erratum && <p>{erratum}</p>}
        <p className="price">
          <b>{formatPrice(product.price)}</b>
          <button type="button" className="buy" onClick={onBuy}>
            Add to basket
          </button>
        </p>
      </div>
    </li>
  )
}
