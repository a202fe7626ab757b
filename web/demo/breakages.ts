// The errors of the demo shop: for each button, what happens in the shop and what the console shows.

/** Actions of the shop that an error can use. */
export type ShopActions = {
  /** Adds a product that the shop cannot render. */
  addBrokenProduct(): void
  /** Breaks a part of the page that has an error boundary. */
  breakPart(): void
  showText(text: string): void
  handleError(error: unknown): void
}

/** `act` breaks this page; `href` opens another one. */
export type Breakage = { name: string; inShop: string; inConsole: string } & (
  | { act: (shop: ShopActions) => void }
  | { href: string }
)

export const breakages: Breakage[] = [
  {
    name: 'Throw while rendering',
    inShop:
      'A book without a name is on the shelf and nothing catches the error. React removes the entire shop; ' +
      'the fallback screen with its digest remains.',
    inConsole: 'fatal issue with component stack and trace',
    act: (shop) => shop.addBrokenProduct(),
  },
  {
    name: 'Throw inside a boundary',
    inShop: 'One part of the page breaks. The nearest boundary shows a digest instead; the rest works.',
    inConsole: 'issue, caught by a boundary',
    act: (shop) => shop.breakPart(),
  },
  {
    name: 'Throw in a click handler',
    inShop: 'The page does not change. You would never have heard of it.',
    inConsole: 'issue, with the click that led to it',
    act() {
      const order: { lines?: string[] } = {}
      // @ts-expect-error The bug of this button.
      order.lines.push('wicked-bible')
    },
  },
  {
    name: 'Reject a promise',
    inShop: 'Nothing awaits it, so only the browser notices.',
    inConsole: 'issue, unhandled rejection',
    act: () => void Promise.reject(new RangeError('The basket holds at most 12 books, asked for 13')),
  },
  {
    name: 'Fail a fetch',
    inShop: 'The server answers 502 to /demo/api/quote, and the shop throws an error with that cause.',
    inConsole: 'issue with its cause; a failed span in the trace',
    act: () => void fetchQuote(),
  },
  {
    name: 'Wait for a slow fetch',
    inShop: 'The server takes two and a half seconds for /demo/api/stock and then answers.',
    inConsole: 'no issue; a long bar in the trace',
    act: (shop) =>
      void fetch('/demo/api/stock').then(({ status }) =>
        shop.showText(`Status ${status}. No error; look at the trace.`),
      ),
  },
  {
    name: 'Load a missing chunk',
    inShop: 'Requests a file that the last deploy removed, like a tab that has been open since yesterday.',
    inConsole: 'issue, stale chunk',
    act: () => void import(/* @vite-ignore */ new URL('/assets/gift-wrap-3f9c2a.js', location.href).href),
  },
  {
    name: 'Handle an error',
    inShop: 'The shop catches it, apologizes, and shows the digest that captureException() returned.',
    inConsole: 'issue, handled',
    act: (shop) => shop.handleError(new Error('The card was declined')),
  },
  {
    name: 'Break before React starts',
    inShop: 'Reloads the shop with a script that throws before anything mounts. The screen still appears.',
    inConsole: 'fatal issue from the start of the page',
    href: '/demo?break=boot',
  },
  {
    name: 'Break the server',
    inShop: 'Requests a page whose server fails. It sends the same screen, with the digest of its log.',
    inConsole: 'the same digest in the server’s log',
    href: '/demo/broken',
  },
]

async function fetchQuote(): Promise<void> {
  try {
    const response = await fetch('/demo/api/quote')
    if (!response.ok) throw new Error(`/demo/api/quote answered ${response.status}`)
  } catch (cause) {
    throw new Error('No quote for the basket', { cause })
  }
}
