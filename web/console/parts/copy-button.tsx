import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

/** The word on the button changes for this long, then it can be pressed again. */
const SAID_MS = 1_600

/** Copies and says so where it was pressed. */
export function CopyButton({
  text,
  name,
  says,
  className = 'quiet',
}: {
  text: string
  name: string
  says?: string
  className?: string
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void copyText(text).then(setCopied)
  return (
    <button
      type="button"
      className={says ? className : `${className} only-icon`}
      aria-label={says ? undefined : name}
      title={name}
      onClick={copy}
    >
      <Icon name={copied ? 'resolved' : 'copy'} />
      {says && (copied ? 'Copied' : says)}
      <span className="heard" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}

/** False where the browser keeps the clipboard to itself (no secure context, no permission). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
