// A shop that is monitored as any application: init first, then React with rootOptions().

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { digestOf, init } from '../monitoring/index.ts'
import { rootOptions } from '../monitoring/react.tsx'
import './demo.css'
import { addConsoleLink } from './console-link.ts'
import { Shop } from './shop.tsx'

init({ service: 'demo-shop', release: String(import.meta.env['RELEASE']), environment: 'demo', vitals: true })

if (new URLSearchParams(location.search).get('break') === 'boot') {
  const error = new Error('No shelves to put books on: the configuration is missing')
  addConsoleLink(digestOf(error))
  throw error
}

const root = document.querySelector('#root')
if (root) {
  createRoot(
    root,
    rootOptions({ onUncaughtError: (error: unknown) => addConsoleLink(digestOf(error)) }),
  ).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  )
}
