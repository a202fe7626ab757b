// The entry of Next.js.

import { useEffect, type ReactNode } from 'react'
import { App, breaks } from './app.tsx'
import { initMonitoring, walk } from './walk.ts'

initMonitoring()

export default function Main(): ReactNode {
  useEffect(() => {
    const timer = setTimeout(start, 100)
    return () => clearTimeout(timer)
  }, [])
  return <App />
}

function start(): void {
  void walk(breaks) // [start]
}
