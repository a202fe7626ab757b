import * as Sentry from '@sentry/vue'
import { createApp, h } from 'vue'
import { startSentry } from './sentry.js'

function sellItem() {
  throw new TypeError('the item is sold')
}

const Cart = {
  name: 'Cart',
  render: () => h('button', { id: 'sell', onClick: sellItem }, 'Sell'),
}

export function start(page) {
  const app = createApp(Cart)
  const sdk = startSentry(Sentry, '2631', page, { app })
  app.mount('#root')
  return { ...sdk, components: { handler: () => document.querySelector('#sell').click() } }
}
