import { formatEta } from './dates.ts'

export type Order = { id: string; reader: string; eta: string }

export function OrderRow({ order }: { order: Order }) {
  const { id, reader, eta } = order
  return [id, reader, formatEta(eta)].join(' · ')
}
