'use client'

/** The server and the browser render different texts. */
export default function Hydration() {
  return <p>{typeof window === 'undefined' ? 'Rendered on the server' : 'Rendered in the browser'}</p>
}
