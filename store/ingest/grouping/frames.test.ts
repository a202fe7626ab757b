// Where an exception happened: deploys, bundlers, hosts and tools move frames; other code is another issue.
import { testGrouping, gecko, ORIGIN, v8, type Pair } from '../../testing/grouping-cases.ts'

const at = (title: string, a: string[], b: string[]): Pair => [
  title,
  { message: 'x', stacktrace: v8(...a) },
  { message: 'x', stacktrace: v8(...b) },
]
/** The same two functions in files of two names. */
const files = (title: string, a: string, b: string): Pair =>
  at(title, [`sumLines ${a}:1:2`, `showBasket ${a}:1:9`], [`sumLines ${b}:3:4`, `showBasket ${b}:7:7`])

testGrouping(
  'files',
  [
    files('hashes of Vite', 'assets/basket-Dk3fA9x_.js', 'assets/basket-B-4xQz1K.js'),
    files('hashes of Vite without a digit', 'assets/basket-DiwrgTda.js', 'assets/basket-kQRmaabb.js'),
    files('hashes of esbuild', 'chunk-QWERTZUI.js', 'chunk-A2B3C4D5.js'),
    files('hashes of webpack', 'static/js/main.8f3a2b1c.chunk.js', 'static/js/main.0c9d8e7f.chunk.js'),
    files('numbered parts', 'static/js/453.8f3a2b1c.chunk.js', 'static/js/97.0c9d8e7f.chunk.js'),
    files('names that are all hash', '_nuxt/DiwrgTda.js', '_nuxt/B4xQz1Kf.js'),
    files('names that are all hash and have separators', '_nuxt/D_8sPw0f.js', '_nuxt/C9dk2Qz7.js'),
    files('numbered parts with a hash', 'js/4712-99ffee7766554433.js', 'js/17-3f2a9c1d8e7b6a50.js'),
    files(
      'hashes of Turbopack',
      '_next/static/chunks/0xolkgbqcx3m4.js',
      '_next/static/chunks/0w-7k_ptu93xd.js',
    ),
    files(
      'hashes of Turbopack behind a name',
      '/app/.next/server/chunks/[root-of-the-server]__01uywropc4gie._.js',
      '/app/.next/server/chunks/[root-of-the-server]__0ozy8rg0we-3m._.js',
    ),
    files('numbers of nodes', '_app/immutable/nodes/3.CqKvVJ8c.js', '_app/immutable/nodes/4.DKuYzR3q.js'),
    files(
      'folders of a build',
      '_next/static/k9Lw2Pq7XcVbN3mZ_aS1b/pages/basket.js',
      '_next/static/V1StGXR8_Z5jdHi6B-myT/pages/basket.js',
    ),
    files('versions in folders', 'v2.3.1/js/basket.js', 'v2.4.0/js/basket.js'),
    files('versions in names', 'js/basket-2.3.1.min.js', 'js/basket-2.10.0.min.js'),
    files('queries', 'js/basket.js?v=17', 'js/basket.js?t=1732123456'),
    files('another base path', 'assets/basket-Dk3fA9x_.js', 'shop/assets/basket-B-4xQz1K.js'),
    files(
      'a host for files',
      'assets/basket-Dk3fA9x_.js',
      'https://static.orders.example/assets/basket-Dk3fA9x_.js',
    ),
    files('a preview', 'assets/basket-Dk3fA9x_.js', 'https://pr-17.orders.example/assets/basket-Dk3fA9x_.js'),
    files(
      'phones',
      'capacitor://localhost/assets/basket-Dk3fA9x_.js',
      'file:///android_asset/www/assets/basket-B-4xQz1K.js',
    ),
    files(
      'desktops',
      'file:///Applications/Shop.app/Contents/Resources/app.asar/dist/basket.js',
      'file:///C:/Users/ann/AppData/Local/shop/resources/app.asar/dist/basket.js',
    ),
    files(
      'webpack while developing',
      'webpack-internal:///./src/basket/sum.ts',
      'webpack://orders-web/./src/basket/sum.ts',
    ),
    files(
      'blob: addresses',
      'blob:https://orders.example/0d9f8c1e-6a53-4c8c-9a51-2f0a4c7be111',
      'blob:https://orders.example/77c5f3aa-19b2-4f0e-8f4e-6a1b0c9d2e3f',
    ),
    files(
      'data: addresses',
      'data:text/javascript;base64,Y29uc29sZQ==',
      'data:text/javascript;base64,dGhyb3c=',
    ),
    files(
      'releases of a server',
      '/srv/releases/20261120/dist/routes/basket.js',
      '/srv/releases/20261121/dist/routes/basket.js',
    ),
    files('inline scripts of two pages', `${ORIGIN}/basket`, `${ORIGIN}/products/17`),
  ],
  [
    files('two parts', 'assets/basket-Dk3fA9x_.js', 'assets/search-Dk3fA9x_.js'),
    files('two words of eight letters', 'assets/user-settings.js', 'assets/user-products.js'),
    files('two steps', 'js/step-1.js', 'js/step-2.js'),
    files('two words with numbers', 'js/2-factor-auth.js', 'js/1-click-order.js'),
    files('two parts of Turbopack', 'js/app_cart_0xolkgbqcx3m4._.js', 'js/app_user_0xolkgbqcx3m4._.js'),
    files('two folders', 'src/basket/index.ts', 'src/search/index.ts'),
    files(
      'two pages of Next',
      '_next/static/chunks/app/(shop)/basket/page-3f2a9c1d8e7b6a50.js',
      '_next/static/chunks/app/(shop)/search/page-3f2a9c1d8e7b6a50.js',
    ),
    files('two owners under one suffix', 'https://orders.example/a.js', 'https://orders.co.uk/a.js'),
  ],
)

testGrouping(
  'frames',
  [
    [
      'what follows the resource of an endpoint',
      { message: 'GET /api/orders/17?all=1 answered 502', stacktrace: v8('api a.js:1:2') },
      { message: 'GET /api/orders/98/lines answered 500', stacktrace: v8('api a.js:1:2') },
    ],
    at(
      'how deep a recursion went',
      ['walk a.js:1:2', 'visit a.js:1:2', 'openTree a.js:1:2'],
      ['walk a.js:1:2', 'visit a.js:1:2', 'walk a.js:1:2', 'visit a.js:1:2', 'openTree a.js:1:2'],
    ),
    at('lines and columns', ['sum a.js:10:3', 'show a.js:20:5'], ['sum a.js:99:1', 'show a.js:7:7']),
    at(
      'who holds the function',
      ['Object.sum a.js:1:2', 'Proxy.show a.js:1:2'],
      ['o.sum a.js:1:2', 'VueComponent.show a.js:1:2'],
    ),
    at(
      'React between ours',
      ['sum a.js:1:2', 'Basket a.js:1:2', 'renderWithHooks a.js:5:6', 'updateFunctionComponent a.js:5:6'],
      ['sum a.js:1:2', 'Basket a.js:1:2'],
    ),
    at(
      'React in a part of its own',
      ['sum a.js:1:2', 'Basket a.js:1:2', 'Object.useMemo vendor-Dk3fA9x_.js:5:6'],
      ['sum a.js:1:2', 'Basket a.js:1:2'],
    ),
    at(
      'packages',
      ['sum a.js:1:2', 'debounced /app/node_modules/lodash/debounce.js:5:6', 'show a.js:1:2'],
      ['sum a.js:1:2', 'show a.js:1:2'],
    ),
    at(
      'wrappers of other monitors',
      ['sum a.js:1:2', 'HTMLElement.sentryWrapped a.js:1:2', 'show a.js:1:2'],
      ['sum a.js:1:2', 'show a.js:1:2'],
    ),
    at(
      'what compilers make of async functions',
      ['sum a.js:1:2', 'asyncGeneratorStep a.js:1:2', '_next a.js:1:2', 'show a.js:1:2'],
      ['sum a.js:1:2', 'show a.js:1:2'],
    ),
    at(
      'an extension on top',
      ['fetch chrome-extension://abcdef/inject.js:1:2', 'sum a.js:1:2', 'show a.js:1:2'],
      ['sum a.js:1:2', 'show a.js:1:2'],
    ),
    at(
      'one extension under two ids',
      ['run moz-extension://0d9f8c1e-6a53/content.js:1:2'],
      ['run moz-extension://77c5f3aa-19b2/content.js:8:9'],
    ),
    at(
      'a script of the browser itself',
      ['run user-script:12:1:2'],
      ['run chrome-extension://abcdef/content.js:1:2'],
    ),
    [
      'the brace that Node writes before a cause',
      {
        message: 'x',
        stacktrace: `${v8('sum /app/a.js:1:2', 'show /app/a.js:1:2')} {\n  [cause]: Error: y\n      at inner (/app/b.js:1:2)`,
      },
      { message: 'x', stacktrace: v8('sum /app/a.js:1:2', 'show /app/a.js:1:2') },
    ],
    [
      'callers across a wait',
      { message: 'x', stacktrace: v8('post a.js:1:2', 'async pay a.js:1:2', 'async Promise.all index 0') },
      {
        message: 'x',
        stacktrace: gecko(
          'post a.js:1:2',
          'promise callback*pay a.js:1:2',
          'EventListener.handleEvent*listen a.js:1:2',
        ),
      },
    ],
  ],
  [
    at('two functions', ['sum a.js:1:2', 'show a.js:1:2'], ['tax a.js:1:2', 'show a.js:1:2']),
    at(
      'two callers of a helper',
      ['fetchJson a.js:1:2', 'loadBasket a.js:1:2'],
      ['fetchJson a.js:1:2', 'loadUser a.js:1:2'],
    ),
    at(
      'our function and one in an extension',
      ['run a.js:1:2'],
      ['run chrome-extension://abcdef/content.js:1:2'],
    ),
    at(
      'our function and one of an advertiser',
      ['track a.js:1:2'],
      ['track https://ads.other.example/a.js:1:2'],
    ),
    [
      'two checks of one helper',
      { message: 'no price', stacktrace: v8('invariant a.js:1:2', 'show a.js:1:2') },
      { message: 'no stock', stacktrace: v8('invariant a.js:1:2', 'show a.js:1:2') },
    ],
    [
      'two texts of one lone frame',
      { message: 'no price', stacktrace: v8('submit a.js:1:2') },
      { message: 'no stock', stacktrace: v8('submit a.js:1:2') },
    ],
    [
      'two endpoints of one helper',
      { message: '/api/orders/17 answered 500', stacktrace: v8('api a.js:1:2', 'async loadOrder a.js:1:2') },
      { message: '/api/users/17 answered 500', stacktrace: v8('api a.js:1:2', 'async loadUser a.js:1:2') },
    ],
    [
      'two endpoints of two helpers',
      { message: 'GET /orders: 500', stacktrace: v8('request a.js:1:2', 'callApi a.js:1:2') },
      { message: 'GET /users: 500', stacktrace: v8('request a.js:1:2', 'callApi a.js:1:2') },
    ],
    [
      'two endpoints of one minified helper',
      {
        message: '/broken answered 500',
        stacktrace: v8('ls index-Dk3fA9x_.js:1:2', 'async r Cart-Dk3fA9x_.js:1:2'),
      },
      {
        message: '/orders answered 500',
        stacktrace: v8('ls index-Dk3fA9x_.js:1:2', 'async r Cart-Dk3fA9x_.js:1:2'),
      },
    ],
    [
      'two endless recursions',
      {
        type: 'RangeError',
        message: 'Maximum call stack size exceeded',
        stacktrace: v8('walk a.js:1:2', 'walk a.js:1:2'),
      },
      {
        type: 'RangeError',
        message: 'Maximum call stack size exceeded',
        stacktrace: v8('fold a.js:1:2', 'fold a.js:1:2'),
      },
    ],
  ],
)
