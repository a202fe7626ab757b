/** A route in a separate chunk, which may be missing after a deploy. */
export function Component() {
  return <p>Help</p>
}
