// The entry of Vite, webpack and esbuild.

import { initMonitoring, walk } from './walk.ts'
import { rootOptions } from '@errata/monitoring/react'
import { createRoot } from 'react-dom/client'
import { App, breaks } from './app.tsx'

initMonitoring()
createRoot(document.querySelector('#root')!, rootOptions()).render(<App />)
setTimeout(start, 100)

function start(): void {
  void walk(breaks) // [start]
}
