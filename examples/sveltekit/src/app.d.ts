// The error of a page has the digest that `handleError` returns.
declare namespace App {
  interface Error {
    digest: string
  }
}
