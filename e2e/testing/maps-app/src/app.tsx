// The page: a button for each break.

import { ErrorBoundary } from '@errata/monitoring/react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Cart, checkout, createPrice, Order, type Item } from './cart.ts'
import { countPages, loadInvoices, loadOrders, readSettings, scheduleReminder } from './orders.ts'
import { addTaxes, createCounter, formatPrices, withContext } from './prices.ts'
import { Basket, OrderButton, Product, Stock, Subscription, type StockProps } from './stock.tsx'

// No bundler can know them.
const items: Item[] = [{ price: { net: Date.now() }, tags: [] }]
const cart = new Cart(items)
const increment = createCounter(items)

const components: Record<string, ComponentType<StockProps>> = {
  'component render': Product,
  effect: Subscription,
  reducer: Basket,
  'custom hook': Stock,
}

const actions: Record<string, () => unknown> = {
  'async after await': () => loadOrders(location.pathname),
  'class method': () => cart.total(), // [actions.class method]
  getter: () => cart.discount, // [actions.getter]
  constructor: () => createPrice(items), // [actions.constructor]
  'callback in map': () => formatPrices([null]), // [actions.callback in map]
  'nested helper': () => addTaxes(items, 1), // [actions.nested helper]
  'imported dependency': () => withContext(items), // [actions.imported dependency]
  async 'dynamic import'() {
    const { createReport } = await import('./report.ts')
    document.title = createReport(items) // [actions.dynamic import]
  },
  'JSON.parse': () => readSettings('<html>'), // [actions.JSON.parse]
  generator: () => countPages(items), // [actions.generator]
  'Promise.all': () => loadInvoices(location.pathname), // [actions.Promise.all]
  setTimeout: () => scheduleReminder([]),
  'static method': () => Order.parse({}), // [actions.static method]
  'arrow property': () => checkout.pay(items, 'points'), // [actions.arrow property]
  closure: () => increment(), // [actions.closure]
}

export const breaks = ['handler', ...Object.keys(components), ...Object.keys(actions)]

export function App(): ReactNode {
  const [name, setName] = useState('')
  const Broken = components[name]
  return (
    <main>
      <OrderButton items={items} />
      {Object.keys(components).map((each) => (
        <button type="button" key={each} data-break={each} onClick={() => setName(each)}>
          {each}
        </button>
      ))}
      {Object.entries(actions).map(([each, action]) => (
        <button
          type="button"
          key={each}
          data-break={each}
          onClick={() => {
            void action() // [onClick]
          }}
        >
          {each}
        </button>
      ))}
      {Broken && (
        <ErrorBoundary key={name} fallback={<p>gone</p>}>
          <Broken items={items} />
        </ErrorBoundary>
      )}
    </main>
  )
}
