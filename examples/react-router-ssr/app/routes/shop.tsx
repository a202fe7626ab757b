import { setTimeout } from 'node:timers/promises'
import { Outlet } from 'react-router'

/** The answer of the server is not complete while the page shows the error of the route within this one. */
export function loader() {
  return { stock: setTimeout(4000, 12) }
}

export default function Shop() {
  return <Outlet />
}
