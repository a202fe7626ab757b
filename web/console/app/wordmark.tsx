// The name "Errata": a caret inserts the missing r. Outlines of EB Garamond (SIL OFL) instead of a font.
import outlines from './wordmark.svg?no-inline'

export function Wordmark({ width = 60 }: { width?: number }) {
  return (
    <svg className="wordmark" viewBox="0 0 45 26" width={width} role="img" aria-label="Errata">
      <use href={`${outlines}#letters`} fill="currentColor" />
      <use href={`${outlines}#inserted`} className="inserted" />
      <path className="caret" d="M17.0 25 20.4 20.6l3.4 4.4" />
    </svg>
  )
}
