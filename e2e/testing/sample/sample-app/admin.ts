// Its administration.
export { loadOrders } from './src/order/load.ts'
export { OrderRow } from './src/order/row.tsx'
export { Popover } from './src/ui/popover.tsx'
