/** Fails while another value is streamed later. */
export function loader() {
  throw new Error('the reviews are unavailable')
}

export default function Reviews() {
  return <p>Reviews</p>
}
