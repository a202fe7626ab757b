import { readJson } from '../api/client.ts'
import type { Order } from './row.tsx'

export async function loadOrders(page: number): Promise<Order[]> {
  const response = await fetch(`/api/orders?page=${page}`)
  return readJson<Order[]>(response)
}
