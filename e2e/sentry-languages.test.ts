// Events of Sentry's SDKs of servers: each language's stack is read, with the code of the application marked.
// The SDK of Python itself runs where Python is installed.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Event, Issue, IssuesAnswer } from '../contract/issues.ts'
import type { TraceAnswer } from '../contract/traces.ts'
import { EXAMPLE_TIMEOUT_MS } from './testing/example-app.ts'
import { getJson, requireOk } from './testing/http.ts'
import { hasPython, runPython } from './testing/python.ts'
import { shareStack } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

type Frame = { function?: string | null; filename?: string; lineno?: number } & Record<string, unknown>
type Row = {
  platform: string
  sdk: string
  /** The outermost first, as the SDKs send them. */
  frames: Frame[]
  /** The innermost first: `*` is of the application. */
  shown: string[]
  culprit: string
}

/** Lines by which the code has moved in the next release. */
const MOVED = 7
const KEY = '0123456789abcdef0123456789abcdef'
const VENDOR = '/var/www/shop/vendor/laravel/framework/src'
const CRATES = '/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f'

const ROWS: Row[] = [
  {
    platform: 'php',
    sdk: 'sentry.php',
    frames: [
      { function: null, abs_path: '/var/www/shop/public/index.php', lineno: 17 },
      {
        function: 'Illuminate\\Foundation\\Http\\Kernel::handle',
        abs_path: `${VENDOR}/Kernel.php`,
        lineno: 144,
      },
      { function: 'array_map', filename: '[internal]', lineno: 0 },
      { function: 'App\\Cart::App\\{closure}', abs_path: '/var/www/shop/app/Cart.php', lineno: 40 },
      {
        function: 'App\\Cart::priceOf',
        filename: '/app/Cart.php',
        abs_path: '/var/www/shop/app/Cart.php',
        lineno: 52,
      },
    ],
    shown: [
      '* App\\Cart::priceOf /var/www/shop/app/Cart.php:52',
      '* App\\Cart::App\\{closure} /var/www/shop/app/Cart.php:40',
      `Illuminate\\Foundation\\Http\\Kernel::handle ${VENDOR}/Kernel.php:144`,
      '* {main} /var/www/shop/public/index.php:17',
    ],
    culprit: 'Cart.php · priceOf',
  },
  {
    platform: 'csharp',
    sdk: 'sentry.dotnet.aspnetcore',
    frames: [
      { function: 'async Task Microsoft.AspNetCore.Routing.EndpointMiddleware.Invoke(HttpContext context)' },
      {
        function:
          'async Task<IActionResult> Shop.CartController.Show(int id, Dictionary<string, int> counts)',
        filename: 'CartController.cs',
        abs_path: '/src/CartController.cs',
        lineno: 21,
      },
      {
        function: 'async Task<Dictionary<string, int>> Shop.Carts.Load(int id)+(string key) => { }',
        filename: '/src/Carts.cs',
        lineno: 42,
      },
      {
        function: 'decimal Shop.Carts.Total(List<Item> items)+Sum(int from)',
        filename: '/src/Carts.cs',
        lineno: 57,
      },
      { function: '(int count, string name) Shop.Stock.First()' },
      { function: 'new Shop.Item(string name)' },
      { module: 'Shop.Prices', function: 'Find { <lambda> }' },
    ],
    shown: [
      '* Prices.Find Shop.Prices',
      '* Item.ctor Shop.Item',
      '* Stock.First Shop.Stock',
      '* Carts.Sum /src/Carts.cs:57',
      '* Carts.Load /src/Carts.cs:42',
      '* CartController.Show /src/CartController.cs:21',
      'EndpointMiddleware.Invoke Microsoft.AspNetCore.Routing.EndpointMiddleware',
    ],
    culprit: 'Shop.Prices · Find',
  },
  {
    platform: 'native',
    sdk: 'sentry.rust',
    frames: [
      { function: 'std::rt::lang_start', abs_path: '/rustc/5980761/library/std/src/rt.rs', lineno: 166 },
      { function: 'shop::main::{{closure}}', filename: 'main.rs', abs_path: '/app/src/main.rs', lineno: 14 },
      {
        function: 'shop::cart::first',
        filename: 'cart.rs',
        abs_path: '/app/src/cart.rs',
        lineno: 2,
        colno: 36,
      },
      {
        function: 'core::panicking::panic_bounds_check',
        abs_path: '/rustc/5980761/library/core/src/panicking.rs',
        lineno: 271,
      },
      {
        function: 'sentry_panic::panic_handler',
        abs_path: `${CRATES}/sentry-panic-0.49.5/src/lib.rs`,
        lineno: 34,
      },
    ],
    shown: [
      '* shop::cart::first /app/src/cart.rs:2',
      '* shop::main::{{closure}} /app/src/main.rs:14',
      'std::rt::lang_start /rustc/5980761/library/std/src/rt.rs:166',
    ],
    culprit: 'cart.rs · first',
  },
  {
    platform: 'java',
    sdk: 'sentry.java',
    frames: [
      { module: 'java.lang.Thread', function: 'run', filename: 'Thread.java', lineno: 840 },
      { module: 'com.acme.shop.Cart', function: 'lambda$total$0', filename: 'Cart.java', lineno: 42 },
    ],
    shown: ['* Cart.lambda$total$0 com/acme/shop/Cart.java:42', 'Thread.run java/lang/Thread.java:840'],
    culprit: 'Cart.java · total',
  },
  {
    platform: 'go',
    sdk: 'sentry.go',
    frames: [
      {
        module: 'net/http',
        function: '(*conn).serve',
        abs_path: '/usr/local/go/src/net/http/server.go',
        lineno: 2009,
      },
      {
        module: 'example.com/shop/cart',
        function: '(*Cart).Total',
        abs_path: '/app/cart/cart.go',
        lineno: 42,
      },
    ],
    shown: [
      '* cart.(*Cart).Total /app/cart/cart.go:42',
      'http.(*conn).serve /usr/local/go/src/net/http/server.go:2009',
    ],
    culprit: 'cart.go · Total',
  },
  {
    platform: 'elixir',
    sdk: 'sentry-elixir',
    frames: [
      {
        module: 'Elixir.Phoenix.Router',
        function: 'Phoenix.Router.__call__/5',
        filename: 'lib/phoenix/router.ex',
        lineno: 484,
      },
      { module: 'Elixir.Shop.Cart', function: 'Shop.Cart.total/1', filename: 'lib/shop/cart.ex', lineno: 12 },
    ],
    shown: ['* Shop.Cart.total/1 lib/shop/cart.ex:12', 'Phoenix.Router.__call__/5 lib/phoenix/router.ex:484'],
    culprit: 'cart.ex · total',
  },
]

const stack = shareStack()

/** Of a project of its own: the number of the row. */
async function sendEvent(row: Row, moved: number): Promise<void> {
  const frames = row.frames.map(({ lineno, ...frame }) => ({
    ...frame,
    ...(lineno && { lineno: lineno + moved }),
  }))
  const event = {
    event_id: crypto.randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1000,
    platform: row.platform,
    sdk: { name: row.sdk, version: '1.0.0' },
    exception: { values: [{ type: 'StockError', value: 'no price', stacktrace: { frames } }] },
  }
  const url = `${stack.url}/api/${projectOf(row)}/store/?sentry_key=${KEY}`
  await requireOk(await fetch(url, { method: 'POST', body: JSON.stringify(event) }))
}

const projectOf = (row: Row) => 2700 + ROWS.indexOf(row)

test.for(ROWS)('$sdk', async (row) => {
  await sendEvent(row, 0)
  await sendEvent(row, MOVED)
  const [issue, ...others] = await waitFor('both events are stored', async () => {
    const url = `${stack.url}/api/issues?range=1h&service=project-${projectOf(row)}`
    const { issues } = await getJson<IssuesAnswer>(url)
    return issues.reduce((sum, { count }) => sum + count, 0) === 2 ? issues : undefined
  })
  expect(others).toEqual([])
  expect(issue!.culprit).toBe(row.culprit)
  const { frames } = await getJson<Event>(`${stack.url}/api/events/${issue!.latestDigest}`)
  const shown = frames.map(({ function: name, file, line, inApp }) =>
    [...(inApp ? ['*'] : []), name, line === null ? file : `${file}:${line - MOVED}`].join(' '),
  )
  expect(shown).toEqual(row.shown)
})

const PYTHON_PROJECT = 2_750
/** Two exceptions, and what the logger writes as an error. */
const PYTHON_EVENTS = 3
const APP = join(import.meta.dirname, 'testing/sentry-python/shop.py')

describe.each(['an application of Python'].filter(hasPython))('%s', () => {
  test(
    'its errors are issues with cause, frames, user and trace',
    { timeout: EXAMPLE_TIMEOUT_MS },
    async () => {
      const dsn = `${stack.url.replace('://', '://errata@')}/${PYTHON_PROJECT}`
      // Its last error is not caught.
      await expect(runPython(APP, { SENTRY_DSN: dsn })).rejects.toThrow('KeyError')
      const issues = await waitFor('all events are stored', async () => {
        const url = `${stack.url}/api/issues?range=1h&service=project-${PYTHON_PROJECT}`
        const answer = await getJson<IssuesAnswer>(url)
        return answer.issues.length === PYTHON_EVENTS ? answer.issues : undefined
      })
      const eventOf = (isWanted: (issue: Issue) => boolean): Promise<Event> =>
        getJson(`${stack.url}/api/events/${issues.find(isWanted)!.latestDigest}`)

      const captured = await eventOf(({ type }) => type === 'ValueError')
      expect(captured).toMatchObject({
        message: 'no total',
        release: 'shop-py@1.0.0',
        environment: 'test',
        userId: 'anna',
        mechanism: 'manual',
        causes: [{ type: 'KeyError', message: "'price'" }],
        breadcrumbs: [{ kind: 'cart', text: 'added 9780' }],
        attributes: { team: 'checkout' },
      })
      expect(JSON.stringify(captured)).not.toContain('anna@shop.example')
      const names = await waitFor('the transaction is stored', async () => {
        const answer = await fetch(`${stack.url}/api/traces/${captured.traceId}`)
        return answer.ok ? ((await answer.json()) as TraceAnswer).spans.map(({ name }) => name) : undefined
      })
      expect(names).toContain('checkout')

      const uncaught = await eventOf(({ type }) => type === 'KeyError')
      expect(uncaught.severity).toBe(17)
      expect(uncaught.frames[0]).toMatchObject({ function: 'price_of', line: 8, inApp: true })
      expect(issues.find(({ type }) => type === 'KeyError')!.culprit).toBe('shop.py · price_of')

      const logged = await eventOf(({ type }) => type === '')
      expect(logged.message).toBe('paid with a card')
    },
  )
})
