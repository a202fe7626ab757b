import { setTimeout } from 'node:timers/promises'
import { Outlet } from 'react-router'

/** The response is not complete while the page shows the error of the nested route. */
export function loader() {
  return { stock: setTimeout(4000, 12) }
}

export default function Shop() {
  return <Outlet />
}
