/** A route in a separate chunk, which may be missing after a deploy. */
export default function Help() {
  return <p>Help</p>
}
