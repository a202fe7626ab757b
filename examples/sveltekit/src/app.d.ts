// The error of a page has the digest that `handleError` returns.
declare global {
  namespace App {
    interface Error {
      digest: string
    }
  }
}

export {}
