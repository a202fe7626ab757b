// Errors of a small shop: thrown by the shop, by the browser, and reported by React.

import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'

type Book = { title: string; pages?: { count: number } }

class PaymentError extends Error {
  override name = 'PaymentError'
}

class Basket {
  readonly #books: Book[] = []

  static of(...books: Book[]): Basket {
    const basket = new Basket()
    for (const book of books) basket.add(book)
    return basket
  }

  add(book: Book): void {
    if (!book.title) throw new TypeError('a book without a title')
    this.#books.push(book)
  }

  get total(): number {
    throw new RangeError('no prices today')
  }
}

function openShop(shelf: string): never {
  return readShelf(shelf)
}

function readShelf(shelf: string): never {
  throw new Error(`no such shelf: ${shelf}`)
}

async function pay(): Promise<void> {
  await Promise.resolve()
  await charge()
}

async function charge(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1))
  throw new PaymentError('declined')
}

function* pages(): Generator<number> {
  yield 1
  throw new Error('a page is missing')
}

function countForever(count: number): number {
  return 1 + countForever(count + 1)
}

function firstTitle(books: Book[]): string {
  return (books[0] as Book).title
}

function render(Broken: () => string): Promise<unknown> {
  return new Promise((resolve) => {
    createRoot(document.createElement('div'), { onUncaughtError: resolve }).render(createElement(Broken))
  })
}

const nothing = undefined as unknown as Book
const notCallable = { read: 1 } as unknown as { read(): void }

/** Each throws, rejects, or resolves with an error that cannot be caught. */
export const throws: Record<string, () => unknown> = {
  nestedFunctions: () => openShop('poetry'),
  method: () => Basket.of({ title: '' }),
  getter: () => new Basket().total,
  asynchronousFunction: () => pay(),
  promise: () =>
    Promise.resolve({ title: '' }).then((book) => Promise.reject(new Error(`no title: "${book.title}"`))),
  anonymousCallback: () =>
    [1, 2].map((count) => {
      throw new Error(`nobody ordered ${count}`)
    }),
  generator: () => [...pages()],
  sort: () => [{ title: 'b' }, { title: 'a' }].toSorted(() => readShelf('sorted')),
  cause: () => {
    try {
      readShelf('inner')
    } catch (cause) {
      throw new Error('the shop stays shut', { cause })
    }
  },
  timer: () => windowError(() => setTimeout(() => openShop('later'))),
  eventHandler: () =>
    windowError(() => {
      const button = document.createElement('button')
      button.addEventListener('click', function pressed() {
        readShelf('pressed')
      })
      button.click()
    }),
  reactRender: () => render(() => readShelf('rendered')),
  reactEffect: () =>
    render(function Shelf() {
      useEffect(() => readShelf('shown'), [])
      return 'shelf'
    }),
  memberOfUndefined: () => firstTitle([]),
  memberOfMember: () => nothing.pages?.count,
  noFunction: () => notCallable.read(),
  unknownName: () => (globalThis as unknown as { title: () => string }).title(),
  brokenJson: () => JSON.parse('<!doctype html>') as unknown,
  endlessRecursion: () => countForever(0),
  refusedConnection: () => fetch('http://127.0.0.1:1/books'),
  missingPart: () => import(/* @vite-ignore */ `${location.origin}/gone/part.js`) as Promise<unknown>,
  wrongSelector: () => document.querySelector('!book'),
  invalidDate: () => new Date(Number.NaN).toISOString(),
  readOnly: () => Object.assign(Object.freeze({ title: 'fixed' }), { title: 'other' }),
}

/** The error that the window reports. */
function windowError(cause: () => void): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener(
      'error',
      (event) => {
        event.preventDefault()
        resolve(event.error)
      },
      { once: true },
    )
    cause()
  })
}
