// Turns the instructions into Markdown, for READMEs.
import type { Setup } from './setup.ts'

/** A heading of this `level`, the files in one block, each below a comment with its name, then the notes. */
export function setupMarkdown(setup: Setup, level = '###'): string {
  const { name, notes } = setup
  return [`${level} ${name}`, ...blocks(setup), ...notes.map((note) => wrap(note))].join('\n\n')
}

/** Separates notes that several setups share, so that a document prints them once. */
export function splitNotes(setups: Setup[]): { setups: Setup[]; common: string[] } {
  const notes = setups.flatMap((setup) => setup.notes)
  const common = [...new Set(notes.filter((note, index) => notes.indexOf(note) !== index))]
  const without = ({ notes: own, ...setup }: Setup): Setup => ({
    ...setup,
    notes: own.filter((note) => !common.includes(note)),
  })
  return { setups: setups.map(without), common }
}

/** Consecutive TypeScript files share a block; a file with a directive starts a new one. */
function blocks({ steps }: Setup): string[] {
  const parts: { language: string; code: string }[] = []
  for (const { file, language: name = languageOf(file), code } of steps) {
    const language = name === 'ts' ? 'tsx' : name
    const text = language === 'tsx' ? `// ${file}\n${code}` : code
    const last = parts.at(-1)
    if (language === 'tsx' && last?.language === 'tsx' && !code.startsWith("'use")) last.code += `\n\n${text}`
    else parts.push({ language, code: text })
  }
  return parts.map(({ language, code }) => `\`\`\`${language}\n${code}\n\`\`\``)
}

/** Commands and variables have no file. */
function languageOf(file: string): string {
  return /^\S*\.(\w+)/.exec(file)?.[1] ?? 'sh'
}

const LINE_WIDTH = 110

/** Wraps a text like the formatter. `indent`: of all lines but the first. */
export function wrap(text: string, indent = ''): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > LINE_WIDTH) lines.push(indent + word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

/** With columns as wide as their longest cell, like the formatter. */
export function tableMarkdown(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row.at(column)!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths.at(at)!)).join(' | ')} |`
  const dashes = widths.map((width) => '-'.repeat(width))
  return [head, dashes, ...rows].map((cells) => line(cells)).join('\n')
}
