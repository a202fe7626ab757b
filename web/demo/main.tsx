// A shop that watches itself as any application would: init first, then React with our root options.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { digestOf, init } from '../monitoring/index.ts'
import { rootOptions } from '../monitoring/react.tsx'
import './demo.css'
import { offerConsole } from './console-link.ts'
import { Shop } from './shop.tsx'

init({ service: 'demo-shop', release: String(import.meta.env['RELEASE']), environment: 'demo', vitals: true })

if (new URLSearchParams(location.search).get('break') === 'boot') {
  const error = new Error('No shelves to put books on: the configuration is missing')
  offerConsole(digestOf(error))
  throw error
}

const root = document.querySelector('#root')
if (root) {
  createRoot(
    root,
    rootOptions({ onUncaughtError: (error: unknown) => offerConsole(digestOf(error)) }),
  ).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  )
}
