// A button that copies a text to the clipboard, and shows that it did.
import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import { plainText } from './untrusted-text.tsx'

/** "Copied" stays visible for this time. */
const COPIED_MS = 1_600

/** `label` names the button; with `text` alone the button is an icon, `caption` is its visible text. */
export function CopyButton({ text, label, caption }: { text: string; label: string; caption?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button
      type="button"
      className={caption ? 'quiet' : 'quiet only-icon'}
      aria-label={caption ? undefined : plainText(label)}
      title={plainText(label)}
      onClick={() => void copyText(text).then(setCopied)}
    >
      <Icon name={copied ? 'resolved' : 'copy'} />
      {caption && (copied ? 'Copied' : caption)}
      <span className="visually-hidden" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}

/** False where the browser denies the clipboard (no secure context, no permission). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
