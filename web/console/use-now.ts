import { useEffect, useState } from 'react'

/** The present in milliseconds, renewed while the page is seen: ages must not stand still. */
export function useNow(everyMs = 5_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now())
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
