// Runs in the browser after a click on a link.
export function load() {
  throw new Error('order 77 answered 500')
}
