// Source lines in colour. A reader's help, not a parser: words, strings, numbers, comments.

import type { ReactNode } from 'react'
import type { Frame } from '../../../../store/api/contract.ts'
import css from './stack.module.css'

const TOKEN =
  /(?<comment>\/\/.*|\/\*.*?\*\/)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<number>\b\d[\d_.]*\b)|(?<word>\b(?:async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|finally|for|from|function|if|import|in|instanceof|let|new|null|of|return|static|super|switch|this|throw|true|false|try|typeof|undefined|var|void|while|yield)\b)/g

export function Source({ frame }: { frame: Frame }) {
  const { context, line, column } = frame
  if (!context || line === null) return null
  const lines = [...context.before, context.line, ...context.after]
  const first = line - context.before.length
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- a box that scrolls sideways must be reachable by keys
    <div className={css.source} tabIndex={0} role="group" aria-label={`Source around line ${line}`}>
      {lines.map((text, index) => {
        const number = first + index
        const here = number === line
        return (
          <div key={number} className={here ? css.at : undefined}>
            <span>{number}</span>
            <code>{here && column !== null ? marked(text, column) : coloured(text)}</code>
          </div>
        )
      })}
    </div>
  )
}

/** The caret stands under what the column points at. */
function marked(text: string, column: number): ReactNode {
  const start = Math.max(0, column - 1)
  const length = /^[\w$]+/.exec(text.slice(start))?.[0].length ?? 1
  return (
    <>
      {coloured(text.slice(0, start))}
      <b className={css.here}>{text.slice(start, start + length)}</b>
      {coloured(text.slice(start + length))}
    </>
  )
}

function coloured(text: string): ReactNode {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? ['word']
    parts.push(
      text.slice(end, match.index),
      <span key={match.index} className={css[kind]}>
        {match[0]}
      </span>,
    )
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end) || (parts.length === 0 ? ' ' : '')]
}
