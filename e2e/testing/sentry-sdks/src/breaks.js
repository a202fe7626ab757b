// Ways to break the page, the same with all SDKs. Functions do not end in a call: WebKit would not show them.

class StockError extends Error {
  name = 'StockError'
}

function readPrice(item) {
  return item.price.amount
}

function addItem(item) {
  return readPrice(item) + 1
}

function checkStock(count) {
  if (count < 1) throw new StockError('the shelf is empty')
}

function openShelf() {
  checkStock(0)
}

function parseAnswer(text) {
  const answer = JSON.parse(text)
  return answer.items
}

function readCart() {
  const [first] = parseAnswer('<!doctype html>')
  return first
}

function findItem(selector) {
  const { id } = document.querySelector(selector)
  return id
}

function showItem() {
  const id = findItem('#1')
  return id
}

function countItems() {
  return countItems() + 1
}

async function loadOrders() {
  await fetch('/orders')
  throw new Error('the search answered 500')
}

function placeOrder() {
  try {
    openShelf()
  } catch (cause) {
    throw new Error('the order was not placed', { cause })
  }
}

/** Listens once. The SDK wraps the listener. */
export function onClick(listener) {
  const button = document.querySelector('#break')
  button.addEventListener('click', listener, { once: true })
  button.click()
}

/** `capture`: of the SDK, for an error that the page handles itself. */
export const breaks = {
  first: () => setTimeout(openShelf),
  listener: () => onClick(() => addItem({})),
  rejection: () => void loadOrders(),
  rejectedText: () => void Promise.reject('the card was declined'),
  json: () => setTimeout(readCart),
  selector: () => onClick(showItem),
  recursion: () => setTimeout(countItems),
  // Browsers refuse this port at once.
  request: () => void fetch('http://127.0.0.1:9/orders'),
  chunk: () => void import(/* @vite-ignore */ `${location.origin}/assets/help-4f1c9a2b.js`),
  captured(capture) {
    try {
      placeOrder()
    } catch (error) {
      capture(error)
    }
  },
  rejectedObject: () => void Promise.reject({ code: 'E_CARD', status: 402 }),
  text: () =>
    setTimeout(() => {
      throw 'payment declined'
    }),
}
