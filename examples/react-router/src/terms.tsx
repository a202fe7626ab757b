/** A route in a chunk of its own, which may be missing after a deploy. */
export function Component() {
  return <p>Terms</p>
}
