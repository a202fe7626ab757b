// A page with five bugs in functions of the maps application, behind a button each.

import { init } from '@errata/monitoring'
import { Cart, checkout, type Item } from '../maps-app/src/cart.ts'
import { loadOrders, readSettings } from '../maps-app/src/orders.ts'
import { addTaxes } from '../maps-app/src/prices.ts'

init({ service: 'assistants-app', release: '1.4.0', fallback: false, tracesSampleRate: 0 })

const items: Item[] = [{ price: { net: Date.now() }, tags: [] }]

const bugs: Record<string, () => unknown> = {
  'class method': () => new Cart(items).total(),
  'nested helper': () => addTaxes(items, 1),
  'async after await': () => loadOrders(location.pathname),
  'JSON.parse': () => readSettings('<html>'),
  'arrow property': () => order(),
}

/** The cause is below another error. */
function order(): string {
  try {
    return checkout.pay(items, 'points')
  } catch (cause) {
    throw new Error('the order was not sent', { cause })
  }
}

for (const [name, run] of Object.entries(bugs)) {
  const button = document.createElement('button')
  button.textContent = name
  button.addEventListener('click', () => void run())
  document.querySelector('main')!.append(button)
}
