/** A route in a chunk of its own, which may be missing after a deploy. */
export default function Help() {
  return <p>Help</p>
}
