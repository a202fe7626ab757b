// A chunk of its own.

import type { Item } from './cart.ts'

function formatTitle(items: Item[]): string {
  const title = items.map(({ tags }) => tags[0]!.toUpperCase()) // [formatTitle] fails dynamic import
  return title.join()
}

export function createReport(items: Item[]): string {
  const title = formatTitle(items) // [createReport]
  return `${title} ${items.length}`
}
