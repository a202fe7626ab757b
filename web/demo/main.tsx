// A shop that is monitored as any application: init first, then React with rootOptions().

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { digestOf, init } from '../monitoring/index.ts'
import { rootOptions } from '../monitoring/frameworks/react.tsx'
import './demo.css'
import { Shop } from './shop.tsx'

init({
  service: 'demo-shop',
  release: String(import.meta.env['RELEASE']),
  environment: 'demo',
  vitals: true,
  feedback: true,
})

if (new URLSearchParams(location.search).get('break') === 'boot') {
  const error = new Error('No shelves to put books on: the configuration is missing')
  addConsoleLink(digestOf(error))
  throw error
}

const root = document.querySelector('#root')
if (root) {
  const options = rootOptions({ onUncaughtError: (error: unknown) => addConsoleLink(digestOf(error)) })
  createRoot(root, options).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  )
}

/** Adds a link to the console below the fallback screen: the demo's user owns the application. */
function addConsoleLink(digest: string): void {
  const line = document.createElement('p')
  line.className = 'owner'
  const link = document.createElement('a')
  link.href = `/d/${digest}`
  link.textContent = 'Open this very error in the console'
  const back = document.createElement('a')
  back.href = '/demo'
  back.textContent = 'back to the shop'
  line.append('Your users see the screen above. You can see more: ', link, ' · ', back)
  document.body.append(line)
}
