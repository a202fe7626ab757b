// The name "Errata" as a picture: a caret inserts the missing r. The letters are outlines of EB Garamond
// (SIL OFL), so no font is loaded.
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
