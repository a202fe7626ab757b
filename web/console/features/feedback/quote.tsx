// What a user wrote, with the address to which an answer goes. All of it is untrusted.
import { useState } from 'react'
import type { Feedback } from '../../../../contract/feedback.ts'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import css from './feedback.module.css'

/** Characters that are shown at first. */
const MAX_SHORT = 400

/** Without what would make another link of it. */
const ADDRESS = /^[^\s@<>()",;:\\[\]]+@[^\s@<>()",;:\\[\]]+$/

export function Quote({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > MAX_SHORT
  return (
    <blockquote className={css.quote} dir="auto">
      <UntrustedText text={isLong && !isOpen ? `${text.slice(0, MAX_SHORT)}…` : text} />
      {isLong && (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </blockquote>
  )
}

/** The name is only of Sentry's SDKs. A link opens the reader's own mail program. */
export function Sender({ feedback: { name, email, digest } }: { feedback: Feedback }) {
  const subject = digest === null ? 'Your feedback' : `Your feedback, ${digest}`
  return (
    <>
      {name !== null && (
        <span>
          <UntrustedText text={name} />
        </span>
      )}
      {email !== null && ADDRESS.test(email) && (
        <a
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`}
          title={`Answer ${plainText(email)}`}
        >
          <UntrustedText text={email} />
        </a>
      )}
      {email !== null && !ADDRESS.test(email) && <UntrustedText text={email} />}
    </>
  )
}
