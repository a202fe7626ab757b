import { expect, test } from 'vitest'
import { culprit, framesOf } from '../culprit.ts'
import { issueOf, testGrouping } from '../../../testing/grouping-cases.ts'
import * as stacks from '../../../testing/stacks-of-languages.ts'
import { readLanguageStack } from './read-stack.ts'

/** "* total cart/cart.go:42": `*` is the application's. */
function print(stack: string): string[] {
  return framesOf(stack, '').map(({ function: name, file, line, inApp }) =>
    [...(inApp ? ['*'] : []), name, line === null ? file : `${file}:${line}`].join(' '),
  )
}

const { PYTHON, PYTHON_CHAIN, GO, JAVA, KOTLIN, RUBY, PHP, PHP_OPENTELEMETRY, DOTNET, RUST, ELIXIR } = stacks

test('Python: the last line is the innermost frame', () => {
  expect(print(PYTHON)).toEqual([
    '* price_of /app/shop/prices.py:5',
    '* order /app/shop/main.py:12',
    'run_endpoint_function /usr/local/lib/python3.12/site-packages/fastapi/routing.py:214',
    'app /usr/local/lib/python3.12/site-packages/starlette/routing.py:75',
  ])
})

test('Go: what runs because of the panic, and other goroutines, are left out', () => {
  expect(print(GO)).toEqual([
    '* cart.(*Cart).Total /app/cart/cart.go:42',
    '* main.order.func1 /app/main.go:17',
    'gin.(*Context).Next /root/go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/context.go:185',
    'http.(*conn).serve /usr/local/go/src/net/http/server.go:2009',
    'http.(*Server).Serve /usr/local/go/src/net/http/server.go:3086',
  ])
})

test('Java: packages are folders; what proxies and reflection add is not of the application', () => {
  expect(print(JAVA)).toEqual([
    '* CartService.total com/acme/shop/CartService.java:42',
    '* CartService.lambda$totals$0 com/acme/shop/CartService.java:57',
    'ArrayList.forEach java/util/ArrayList.java:1511',
    '* CartController.show com/acme/shop/CartController.java:21',
    'CartController$$SpringCGLIB$$0.show com/acme/shop/CartController',
    'DirectMethodHandleAccessor.invoke jdk/internal/reflect/DirectMethodHandleAccessor',
    'FrameworkServlet.service org/springframework/web/servlet/FrameworkServlet.java:885',
  ])
})

test('PHP: an error outside of functions has its place', () => {
  const stack = 'Error: Call to undefined function pay() in /srv/task.php:3\nStack trace:\n#0 {main}'
  expect(print(stack)).toEqual(['* {main} /srv/task.php:3'])
})

test('Ruby, PHP, .NET, Rust and Elixir', () => {
  expect(print(RUBY)).toEqual([
    '* Cart#total /app/models/cart.rb:12',
    '* block in Cart#lines /app/models/cart.rb:8',
    'block in run_callbacks /usr/local/bundle/gems/activesupport-7.1.2/lib/callbacks.rb:110',
    'loop <internal:kernel>:187',
    '* CartsController#show /app/controllers/carts_controller.rb:5',
  ])
  expect(print(PHP)).toEqual([
    String.raw`* Acme\Shop\Cart->total /app/src/Cart.php:12`,
    String.raw`* Acme\Shop\Shop->show /app/src/Shop.php:22`,
    String.raw`Illuminate\Routing\Route->run /app/vendor/laravel/framework/src/Route.php:205`,
  ])
  expect(print(PHP_OPENTELEMETRY).slice(0, 3)).toEqual([
    '* Cart.total Acme/Shop/Cart.php:12',
    '* Shop.show Acme/Shop/Shop.php:22',
    'Route.run Illuminate/Routing/Route.php:205',
  ])
  expect(print(DOTNET)).toEqual([
    '* CartService.Totals /src/Shop/CartService.cs:42',
    '* CartController.Show /src/Shop/CartController.cs:21',
    'ActionMethodExecutor.Execute Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor',
    'Task.cctor System.Threading.Tasks.Task',
  ])
  expect(print(RUST)).toEqual([
    '* shop::cart::total::{{closure}} ./src/cart.rs:12',
    '* shop::main ./src/main.rs:4',
  ])
  expect(print(ELIXIR).filter((line) => line.startsWith('*'))).toEqual([
    '* Shop.Cart.total/1 lib/shop/cart.ex:12',
    '* ShopWeb.CartController.show/2 lib/shop_web/controllers/cart_controller.ex:7',
  ])
})

test.each([
  [PYTHON, 'prices.py · price_of'],
  [PYTHON_CHAIN, 'main.py · basket'],
  [GO, 'cart.go · Total'],
  [JAVA, 'CartService.java · total'],
  [KOTLIN, 'Cart.kt · load'],
  [RUBY, 'cart.rb · total'],
  [PHP, 'Cart.php · total'],
  [PHP_OPENTELEMETRY, 'Cart.php · total'],
  [DOTNET, 'CartService.cs · Totals'],
  [RUST, 'cart.rs · total'],
  [ELIXIR, 'cart.ex · total'],
])('the culprit is the first own function: %#', (stack, shown) => expect(culprit(stack, '')).toBe(shown))

function causes(stack: string): unknown[] {
  return readLanguageStack(stack)!
    .slice(1)
    .map(({ header, frames }) => [header, frames[0]?.function])
}

test('causes are apart from the frames of the reported error', () => {
  expect(causes(PYTHON_CHAIN)).toEqual([["KeyError: 'basket'", 'read']])
  expect(causes(JAVA)).toEqual([['java.sql.SQLException: connection refused', 'Baskets.find']])
  expect(causes(DOTNET)).toEqual([
    ['System.NullReferenceException: Object reference not set to an instance of an object.', 'Baskets.Find'],
  ])
})

/** Other lines in the next release: numbers behind a colon, "line", or in brackets. */
const shifted = (stack: string): string =>
  stack.replaceAll(/(?<=line |[\w>]:|\.php\()\d+/g, (line) => String(Number(line) + 3))

const all = Object.entries(stacks)

testGrouping(
  'languages',
  all.map(([title, stack]) => [
    `lines of ${title}`,
    { type: 'E', message: 'x', stacktrace: stack },
    { type: 'E', message: 'x', stacktrace: shifted(stack) },
  ]),
  all.map(([title, stack]) => [
    `two functions of ${title}`,
    { type: 'E', message: 'x', stacktrace: stack },
    {
      type: 'E',
      message: 'x',
      stacktrace: stack.replaceAll(
        /price_of|basket$|\bTotal(?=\()|\btotal\b|load\$2|<Totals>|\bin basket/gm,
        (name) => name.replace(/price_of|basket|[Tt]otals?|load/, 'other'),
      ),
    },
  ]),
)

test('a stack of JavaScript stays one, whatever its message quotes', () => {
  const stack = `Error: ${PYTHON}\n    at load (https://a.example/x.js:1:2)`
  expect(print(stack)).toEqual(['* load https://a.example/x.js:1'])
  expect(issueOf({ stacktrace: stack })).toBe(
    issueOf({ stacktrace: 'Error: x\n    at load (https://a.example/x.js:1:2)' }),
  )
})
