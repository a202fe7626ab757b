// Functions that fail later, or in a text that somebody else wrote.

import type { Item } from './cart.ts'

type Row = { customer?: { name: string }; items: Item[] }

async function readRows(path: string): Promise<Row[]> {
  const response = await fetch(path, { method: 'HEAD' })
  return [{ items: [] }, ...(response.ok ? [] : [{ items: [] }])]
}

export async function loadOrders(path: string): Promise<string[]> {
  const rows = await readRows(path)
  const names: string[] = []
  for (const row of rows) {
    names.push(row.customer!.name) // [loadOrders] fails async after await
  }
  return names
}

async function loadInvoice(path: string, number: number): Promise<number> {
  const rows = await readRows(path)
  if (rows.length < number) throw new Error('the invoice is missing') // [loadInvoice] fails Promise.all
  return rows.length
}

export async function loadInvoices(path: string): Promise<number> {
  const invoices = [1, 10].map((number) => loadInvoice(path, number)) // [loadInvoices]
  return (await Promise.all(invoices)).length // [loadInvoices]
}

export function scheduleReminder(items: Item[]): void {
  setTimeout(() => {
    document.title = items.at(-1)!.tags.join() // [scheduleReminder] fails setTimeout
  }, 5)
}

export function readSettings(text: string): { theme: string } {
  const settings = JSON.parse(text) as { theme: string } // [readSettings] fails JSON.parse
  return { theme: settings.theme }
}

function* pages(items: (Item | undefined)[]): Generator<number> {
  for (const item of items) yield item!.tags.length // [pages] fails generator
}

export function countPages(items: Item[]): number {
  let sum = 0
  for (const page of pages([...items, undefined])) sum += page // [countPages]
  return sum
}
