import * as Sentry from '@sentry/react'
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { startSentry } from './sentry.js'

function Price({ item }) {
  return item.price.amount
}

function Cart() {
  const [item, setItem] = useState({ price: { amount: 1 } })
  const onClick = () => setItem({})
  return createElement('button', { id: 'empty', onClick }, createElement(Price, { item }))
}

export function start(page) {
  const sdk = startSentry(Sentry, '2621', page)
  const boundary = createElement(
    Sentry.ErrorBoundary,
    { fallback: 'The cart is broken.' },
    createElement(Cart),
  )
  createRoot(document.querySelector('#root')).render(boundary)
  return { ...sdk, components: { boundary: () => document.querySelector('#empty').click() } }
}
