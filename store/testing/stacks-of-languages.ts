// Stacks as SDKs of OpenTelemetry and runtimes of other languages write them.

export const PYTHON = `Traceback (most recent call last):
  File "/usr/local/lib/python3.12/site-packages/starlette/routing.py", line 75, in app
    response = await func(request)
               ^^^^^^^^^^^^^^^^^^^
  File "/usr/local/lib/python3.12/site-packages/fastapi/routing.py", line 214, in run_endpoint_function
    return await dependant.call(**values)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/app/shop/main.py", line 12, in order
    return price_of(item)
           ^^^^^^^^^^^^^^
  File "/app/shop/prices.py", line 5, in price_of
    return item["id"]
           ~~~~^^^^^^
KeyError: 'id'
`

export const PYTHON_CHAIN = `Traceback (most recent call last):
  File "/app/shop/cache.py", line 3, in read
    return STORE[key]
KeyError: 'basket'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/shop/main.py", line 20, in basket
    raise StockError("no basket") from error
shop.errors.StockError: no basket
`

export const GO = `goroutine 34 [running]:
runtime/debug.Stack()
\t/usr/local/go/src/runtime/debug/stack.go:24 +0x5e
github.com/gin-gonic/gin.CustomRecoveryWithWriter.func1.1()
\t/root/go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/recovery.go:60 +0x9b
panic({0x9c2a60?, 0x10e8d70?})
\t/usr/local/go/src/runtime/panic.go:770 +0x132
example.com/shop/cart.(*Cart).Total(...)
\t/app/cart/cart.go:42
main.order.func1(0xc0001a2000)
\t/app/main.go:17 +0x25
github.com/gin-gonic/gin.(*Context).Next(0xc0001a2000)
\t/root/go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/context.go:185 +0x2b
net/http.(*conn).serve(0xc0000c8000, {0xb4d3a8, 0xc00009cf00})
\t/usr/local/go/src/net/http/server.go:2009 +0x5f4
created by net/http.(*Server).Serve in goroutine 1
\t/usr/local/go/src/net/http/server.go:3086 +0x5cb

goroutine 1 [IO wait]:
main.main()
\t/app/main.go:80 +0x1d
`

export const JAVA = `java.lang.IllegalStateException: no basket
\tat com.acme.shop.CartService.total(CartService.java:42)
\tat com.acme.shop.CartService.lambda$totals$0(CartService.java:57)
\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)
\tat com.acme.shop.CartController.show(CartController.java:21)
\tat com.acme.shop.CartController$$SpringCGLIB$$0.show(<generated>)
\tat java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(Unknown Source)
\tat org.springframework.web.servlet.FrameworkServlet.service(FrameworkServlet.java:885) ~[web.jar:6]
\t... 42 common frames omitted
Caused by: java.sql.SQLException: connection refused
\tat com.acme.shop.Baskets.find(Baskets.java:12)
\t... 44 more
`

export const KOTLIN = `java.lang.NullPointerException: Parameter specified as non-null is null
\tat com.acme.shop.CartKt$load$2.invokeSuspend(Cart.kt:17)
\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)
\tat kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:108)
`

export const RUBY = `/app/models/cart.rb:12:in 'Cart#total': undefined method 'price' for nil (NoMethodError)
\tfrom /app/models/cart.rb:8:in 'block in Cart#lines'
\tfrom /usr/local/bundle/gems/activesupport-7.1.2/lib/callbacks.rb:110:in 'block in run_callbacks'
\tfrom <internal:kernel>:187:in 'loop'
\tfrom /app/controllers/carts_controller.rb:5:in 'CartsController#show'
`

export const PHP = `PHP Fatal error:  Uncaught DomainException: no price in /app/src/Cart.php:12
Stack trace:
#0 /app/src/Shop.php(22): Acme\\Shop\\Cart->total(Array)
#1 /app/vendor/laravel/framework/src/Route.php(205): Acme\\Shop\\Shop->show()
#2 [internal function]: Illuminate\\Routing\\Route->run(Object(Illuminate\\Http\\Request))
#3 {main}
  thrown in /app/src/Cart.php on line 12`

export const PHP_OPENTELEMETRY = `DomainException: no price
\tat Acme.Shop.Cart.total(Cart.php:12)
\tat Acme.Shop.Shop.show(Shop.php:22)
\tat Illuminate.Routing.Route.run(Route.php:205)
\tat {main}(index.php:3)
`

export const DOTNET = `System.InvalidOperationException: no basket
 ---> System.NullReferenceException: Object reference not set to an instance of an object.
   at Shop.Baskets.Find(Int32 id) in /src/Shop/Baskets.cs:line 12
   --- End of inner exception stack trace ---
   at Shop.CartService.<>c__DisplayClass3_0.<Totals>b__0(Item item) in /src/Shop/CartService.cs:line 42
   at Shop.CartController.<Show>d__3.MoveNext() in /src/Shop/CartController.cs:line 21
--- End of stack trace from previous location ---
   at Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor.Execute(ActionContext c)
   at System.Threading.Tasks.Task.<>c.<.cctor>b__272_0(Object obj)
`

export const RUST = `thread 'main' panicked at src/cart.rs:12:9:
index out of bounds: the len is 0 but the index is 3
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs:665:5
   1: core::panicking::panic_fmt
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/panicking.rs:74:14
   2: shop::cart::total::{{closure}}
             at ./src/cart.rs:12:9
   3: shop::main
             at ./src/main.rs:4:5
`

export const ELIXIR = `** (KeyError) key :id not found in: %{}
    (shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1
    (elixir 1.17.2) lib/enum.ex:1703: Enum."-map/2-lists^map/1-1-"/2
    (shop 0.1.0) lib/shop_web/controllers/cart_controller.ex:7: ShopWeb.CartController.show/2
    (phoenix 1.7.14) lib/phoenix/router.ex:484: Phoenix.Router.__call__/5
`
