// One book on the shelf of the shop.
import type { ReactNode } from 'react'
import { details, formatPrice, type Product } from './products.ts'

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
