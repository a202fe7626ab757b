// The backend of the demo shop: a success, a failure, a slow answer, and a page that throws.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'koa'
import { HttpError } from '../../server/http-error.ts'

/** Slow enough to be seen in a waterfall, short enough to wait for. */
const SLOW_MS = 2_500

/** Books that are worth something because of their errors; prices in pounds. */
const PRODUCTS = [
  { id: 'wicked-bible', name: 'The Wicked Bible', price: 84 },
  { id: 'vinegar-bible', name: 'The Vinegar Bible', price: 61.5 },
  { id: 'ulysses', name: 'Ulysses, first edition', price: 120 },
]

export const DEMO_ROUTES: Record<string, (ctx: Context) => void | Promise<void>> = {
  '/demo/api/products': (ctx) => {
    ctx.body = PRODUCTS
  },
  '/demo/api/quote': () => {
    throw new HttpError(502, 'The shipping service gave no quote.')
  },
  '/demo/api/stock': async (ctx) => {
    await sleep(SLOW_MS)
    ctx.body = { stock: PRODUCTS.map(({ id }, index) => ({ id, left: 3 + 4 * index })) }
  },
  '/demo/broken': readPriceList,
}

function readPriceList(): never {
  throw new Error('The price list of the demo shop could not be read')
}
