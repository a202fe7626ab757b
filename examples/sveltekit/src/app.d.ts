// `page.error` includes the digest that `handleError` returns.
declare namespace App {
  interface Error {
    digest: string
  }
}
