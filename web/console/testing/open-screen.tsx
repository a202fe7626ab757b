// Opens the real console in the page of a test: router, queries, layout. Its answers are recorded.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { createConsole } from '../app/routes.tsx'
import { applyTheme, type Theme } from '../app/theme.ts'
import '../styles/tokens.css'
import '../styles/base.css'

export type View = { width?: number; height?: number; theme?: Theme }
export type Screen = Awaited<ReturnType<typeof openScreen>>

let root: Root | undefined

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveEvents)
})
afterEach(closeScreen)

/** Resolves when the screen has a heading. */
export function openScreen(path: string, view: View = {}) {
  return mount(createMemoryHistory({ initialEntries: [path] }), view)
}

async function mount(history: RouterHistory, view: View) {
  const { width = 1440, height = 900, theme = 'light' } = view
  closeScreen()
  await page.viewport(width, height)
  await commands.leaveWithMouse()
  applyTheme(theme)
  const { client, router } = createConsole(history)
  const element = document.body.appendChild(document.createElement('div'))
  element.id = 'root'
  root = createRoot(element)
  root.render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await expect.poll(() => document.querySelector('h1')).not.toBeNull()
  const url = () => new URL(history.location.href, location.origin)
  return {
    url,
    back: () => history.back(),
    /** Resolves when every query has its answer, and the screen shows it. */
    settled: () => expect.poll(() => fetchingUntilShown(client)).toBe(0),
    /** The value of a search parameter of the link; null: it does not have it. */
    query: (name: string) => url().searchParams.get(name),
    /** The same page, with no state other than the link and the storage of the browser. */
    async reload(): Promise<void> {
      await mount(history, view)
    },
  }
}

/** The queries that wait for an answer, or whose answer the screen does not show yet. */
async function fetchingUntilShown(client: QueryClient): Promise<number> {
  const before = client.isFetching()
  // A query notifies its components in a task of its own, and they may query more.
  await new Promise((resolve) => setTimeout(resolve))
  return before + client.isFetching()
}

function closeScreen(): void {
  root?.unmount()
  root = undefined
  document.querySelector('#root')?.remove()
}

/** The stream of `/api/live`, always connected. A test sends events with `LiveEvents.send`. */
export class LiveEvents extends EventTarget {
  static readonly CLOSED = 2
  static #open = new Set<LiveEvents>()
  readyState = 1
  constructor() {
    super()
    LiveEvents.#open.add(this)
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  static send(type: 'exception' | 'issue', data: object): void {
    for (const stream of LiveEvents.#open)
      stream.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }
  close(): void {
    LiveEvents.#open.delete(this)
  }
}
