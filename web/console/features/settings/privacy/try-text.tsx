// A text, and what of it would be stored. The relay applies its rules to it, and stores nothing.
import { type SyntheticEvent, useState } from 'react'
import type { ScrubbedText } from '../../../../../contract/settings.ts'
import { messageOf } from '../../../http/error-text.ts'
import { nameControls } from '../../../ui/untrusted-text.tsx'
import { scrub } from '../settings-query.ts'
import { RULES } from './rule-texts.ts'
import css from './privacy.module.css'

const SCRUBBED = '[scrubbed]'

/** The most that the relay takes. */
const MAX_TEXT = 16 * 1024

const EXAMPLE = `POST /pay?code_verifier=9f31cQ answered 402 for lena@shop.example
{"card": "4012 8888 8888 1881", "cvc": "123", "amount": 4990}
Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2ln`

export function TryText() {
  const [text, setText] = useState(EXAMPLE)
  const [result, setResult] = useState<ScrubbedText>()
  const [error, setError] = useState('')
  const submit = async () => {
    setError('')
    try {
      setResult(await scrub(text))
    } catch (failure) {
      setResult(undefined)
      setError(messageOf(failure))
    }
  }
  return (
    <form
      className={css.try}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label htmlFor="try-text">Try it: a message, a URL or JSON. It is neither stored nor logged.</label>
      <textarea
        id="try-text"
        className="mono"
        rows={5}
        maxLength={MAX_TEXT}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit">Show what would be stored</button>
      {error && (
        <p className="notice" data-severity="error" role="alert">
          The text was not tried: {error}
        </p>
      )}
      {result && <Result {...result} />}
    </form>
  )
}

function Result({ text, rules }: ScrubbedText) {
  const parts = nameControls(text).split(SCRUBBED)
  return (
    <>
      {/* It scrolls. */}
      {/* oxlint-disable-next-line no-noninteractive-tabindex */}
      <pre className={css.stored} tabIndex={0} aria-label="What would be stored">
        <code>
          {parts.map((part, index) => (
            // oxlint-disable-next-line no-array-index-key -- the parts of a text have no other key
            <span key={index}>
              {index > 0 && <mark>{SCRUBBED}</mark>}
              {part}
            </span>
          ))}
        </code>
      </pre>
      <p className="caption" role="status">
        {rules.length === 0
          ? 'Nothing is replaced.'
          : rules.map(({ rule, count }) => `${count} × ${RULES[rule]}`).join('; ')}
      </p>
    </>
  )
}
