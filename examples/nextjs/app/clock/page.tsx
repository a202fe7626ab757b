'use client'

/** Like `/hydration`, on another route. */
export default function Clock() {
  return <p>{typeof window === 'undefined' ? 'The time of the server' : 'The time of the browser'}</p>
}
