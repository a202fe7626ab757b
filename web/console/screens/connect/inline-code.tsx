// A sentence of web/setup: what stands between backticks is code.

export function InlineCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : <code key={`${index} ${part}`}>{part}</code>))
}
