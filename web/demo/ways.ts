/** What a way to break may do to the shop. */
export type Shop = {
  mangle(): void
  tear(): void
  say(text: string): void
  handle(error: unknown): void
}

/** `act` breaks in this page; `href` leaves it. */
export type Way = { name: string; here: string; there: string } & (
  | { act: (shop: Shop) => void }
  | { href: string }
)

export const ways: Way[] = [
  {
    name: 'Throw while rendering',
    here: 'A book without a name reaches the shelf and nothing catches it. React takes the whole shop away; the fallback screen with its digest remains.',
    there: 'fatal issue with component stack and trace',
    act: (shop) => shop.mangle(),
  },
  {
    name: 'Throw inside a boundary',
    here: 'One part of the page breaks. The nearest boundary shows a digest in its place; the rest of the shop lives on.',
    there: 'issue, caught by a boundary',
    act: (shop) => shop.tear(),
  },
  {
    name: 'Throw in a click handler',
    here: 'The page stays as it is. Nobody would have told you.',
    there: 'issue, with the click that led to it',
    act() {
      const order: { lines?: string[] } = {}
      // @ts-expect-error The mistake that this button is about.
      order.lines.push('wicked-bible')
    },
  },
  {
    name: 'Reject a promise',
    here: 'Nothing awaits it, so only the browser hears of it.',
    there: 'issue, unhandled rejection',
    act: () => void Promise.reject(new RangeError('The basket holds at most 12 books, asked for 13')),
  },
  {
    name: 'Fail a fetch',
    here: 'The server answers 502 to /demo/api/quote, and the shop gives up with an error that names its cause.',
    there: 'issue with its cause; a failed span in the trace',
    act: () => void askForQuote(),
  },
  {
    name: 'Wait for a slow fetch',
    here: 'The server takes two and a half seconds for /demo/api/stock and then answers.',
    there: 'no issue; a long bar in the trace',
    act: (shop) =>
      void fetch('/demo/api/stock').then(({ status }) =>
        shop.say(`Answered ${status}. No error; look at the trace.`),
      ),
  },
  {
    name: 'Load a missing chunk',
    here: 'Asks for a file that the last deploy removed, as a tab does that was open since yesterday.',
    there: 'issue, stale chunk',
    act: () => void import(/* @vite-ignore */ new URL('/assets/gift-wrap-3f9c2a.js', location.href).href),
  },
  {
    name: 'Handle an error',
    here: 'The shop catches it, says sorry, and quotes the digest that captureException() returned.',
    there: 'issue, handled',
    act: (shop) => shop.handle(new Error('The card was declined')),
  },
  {
    name: 'Break before React starts',
    here: 'Reloads into a shop whose script throws before it mounts anything. The fallback screen appears all the same.',
    there: 'fatal issue from the start of the page',
    href: '/demo?break=boot',
  },
  {
    name: 'Break the server',
    here: 'Asks for a page whose server fails. The same screen comes from the server, with a digest of its log.',
    there: 'the same digest in the server’s log',
    href: '/demo/broken',
  },
]

async function askForQuote(): Promise<void> {
  try {
    const response = await fetch('/demo/api/quote')
    if (!response.ok) throw new Error(`/demo/api/quote answered ${response.status}`)
  } catch (cause) {
    throw new Error('No quote for the basket', { cause })
  }
}
