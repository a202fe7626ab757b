// Runs in the browser when a link leads here.
export function load() {
  throw new Error('order 77 answered 500')
}
