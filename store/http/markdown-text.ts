// Untrusted text in Markdown: on one line, or as a block of code. None of it becomes markup, a link, a
// mention or a reference, in CommonMark and in the extensions of GitHub and GitLab.

/** Characters of a text on one line. */
const MAX_INLINE = 500
/** cmark, GitHub's parser, reads no code span with more than 80 backticks. */
const MAX_SPAN_BACKTICKS = 79
/** cmark counts no more than 255 backticks of a fence. */
const MAX_FENCE_BACKTICKS = 254

/** Line endings of CommonMark, and those that other readers add. */
const LINE_END = /\r\n|[\r\n\u2028\u2029]/
/**
 * They control terminals, change the direction of text, or are text that only a program reads: an assistant
 * reads tags (U+E0041) as letters, which nobody sees.
 */
const CONTROL = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu
/**
 * Words and punctuation between them: no number of a list (`1.`), no dot or colon inside a word (`a.example`,
 * `:smile:`), no reference (`GH-1`). Asterisks are escaped.
 */
const WORDS = /^(?!\d+[.)])(?:[\p{L}\p{M}\p{N} ,;?'"()*]|[.:](?= |$))*$/u
/** Forges link it as the id of a commit. */
const COMMIT = /\b[\da-f]{7,40}\b/

/** One line without markup: words as they are, anything else as a code span. For chats. */
export function inline(text: string): string {
  const row = oneLine(text)
  return WORDS.test(row) && !COMMIT.test(row) ? row.replaceAll('*', String.raw`\*`) : codeSpan(row)
}

/**
 * One line as a code span, also words: an assistant reads what is in one as content, not as instructions.
 * Empty for a text without characters.
 */
export function quoted(text: string): string {
  const row = oneLine(text)
  return row === '' ? '' : codeSpan(row)
}

function oneLine(text: string): string {
  return text.replaceAll(CONTROL, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_INLINE).trim()
}

function codeSpan(row: string): string {
  const content = shortenBackticks(row, MAX_SPAN_BACKTICKS)
  const ticks = '`'.repeat(longestBackticks(content) + 1)
  return content.includes('`') ? `${ticks} ${content} ${ticks}` : `${ticks}${content}${ticks}`
}

/** Of an exception or an issue. */
export function titleOf({ type, message }: { type: string; message: string }): string {
  return quoted([type, message].filter((part) => part !== '').join(': ')) || 'Exception without a text'
}

/** The first lines as a block of code, between fences longer than any backticks inside. */
export function codeBlock(text: string, maxLines: number): string[] {
  const rows = text.split(LINE_END, maxLines).map((row) => row.replaceAll('\t', '    ').trimEnd())
  const content = shortenBackticks(rows.join('\n'), MAX_FENCE_BACKTICKS).split('\n')
  const fence = '`'.repeat(Math.max(3, longestBackticks(content.join('\n')) + 1))
  return [fence, ...content.map((row) => row.replaceAll(CONTROL, '\ufffd')), fence]
}

function shortenBackticks(text: string, max: number): string {
  return text.replaceAll(/`+/g, (run) => run.slice(0, max))
}

function longestBackticks(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}

/** `1 event`, `2 events`. */
export function quantity(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
