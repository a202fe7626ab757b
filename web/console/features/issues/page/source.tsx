// The source lines around a frame with basic syntax highlighting.
import type { ReactNode } from 'react'
import type { Frame } from '../../../../../contract/issues.ts'
import css from './source.module.css'

const KEYWORDS =
  'async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|finally|for|' +
  'from|function|if|import|in|instanceof|let|new|null|of|return|static|super|switch|this|throw|true|false|' +
  'try|typeof|undefined|var|void|while|yield'
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>\/\/.*|\/\*.*?\*\/)`,
    String.raw`(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + '`(?:[^`\\\\]|\\\\.)*`)',
    String.raw`(?<number>\b\d[\d_.]*\b)`,
    String.raw`(?<keyword>\b(?:${KEYWORDS})\b)`,
  ].join('|'),
  'g',
)

export function Source({ frame }: { frame: Frame }) {
  const { context, line, column } = frame
  if (!context || line === null) return null
  const first = line - context.before.length
  return (
    <div
      className={css.source}
      // oxlint-disable-next-line no-noninteractive-tabindex -- scrolls, so keys must reach it
      tabIndex={0}
      role="group"
      aria-label={`Source around line ${line}`}
    >
      {[...context.before, context.line, ...context.after].map((text, index) => {
        const number = first + index
        const isFrameLine = number === line
        return (
          <div key={number} className={isFrameLine ? css.line : undefined}>
            <span>{number}</span>
            <code>{isFrameLine && column !== null ? markColumn(text, column) : highlight(text)}</code>
          </div>
        )
      })}
    </div>
  )
}

function markColumn(text: string, column: number): ReactNode {
  const start = Math.max(0, column - 1)
  const length = /^[\w$]+/.exec(text.slice(start))?.[0].length ?? 1
  return (
    <>
      {highlight(text.slice(0, start))}
      <b className={css.column}>{text.slice(start, start + length)}</b>
      {highlight(text.slice(start + length))}
    </>
  )
}

function highlight(text: string): ReactNode {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? []
    parts.push(
      text.slice(end, match.index),
      <span key={match.index} style={{ color: `var(--code-${kind})` }}>
        {match[0]}
      </span>,
    )
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end) || (parts.length === 0 ? ' ' : '')]
}
