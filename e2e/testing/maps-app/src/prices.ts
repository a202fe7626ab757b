// Functions within functions, and functions that others call.

import { context } from '@opentelemetry/api'
import type { Item } from './cart.ts'

export function formatPrices(items: (Item | null)[]): string[] {
  return items.map((item) => item!.price.net.toFixed(2)) // [formatPrices] fails callback in map
}

export function addTaxes(items: Item[], limit: number): number[] {
  function addTax(net: number, rate: number): number {
    if (rate > limit) throw new RangeError('the tax rate is above the limit') // [addTax] fails nested helper
    return net * (1 + rate)
  }
  return items.map((item, index) => addTax(item.price.net, index + 2)) // [addTaxes]
}

export function createCounter(items: Item[]): () => number {
  const own = [...items]
  let count = items.length
  return function increment() {
    const { price } = own[++count]! // [increment] fails closure
    return price.net
  }
}

function readTax(items: Item[]): number {
  return items[items.length]!.price.net // [readTax] fails imported dependency
}

export function withContext(items: Item[]): number {
  const tax = context.with(context.active(), readTax, undefined, items) // [withContext]
  return tax + items.length
}
