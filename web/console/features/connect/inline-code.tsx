// A sentence of web/setup: text between backticks is code.

const PARTS = /`([^`]*)`|[^`]+/g

export function InlineCode({ text }: { text: string }) {
  return [...text.matchAll(PARTS)].map(({ 0: part, 1: code, index: position }) =>
    code === undefined ? part : <code key={position}>{code}</code>,
  )
}
