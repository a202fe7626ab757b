// The same instructions as Markdown, for READMEs.
import type { Setup } from './setup.ts'

/** A heading, all files in one block, each below a comment with its name, and the notes. */
export function setupMarkdown(setup: Setup): string {
  const { name, notes } = setup
  return [`### ${name}`, ...blocks(setup), ...notes.map(wrap)].join('\n\n')
}

/** Notes that several setups have, and the setups without them: said once, they are shorter to read. */
export function splitNotes(setups: Setup[]): { setups: Setup[]; common: string[] } {
  const notes = setups.flatMap((setup) => setup.notes)
  const common = [...new Set(notes.filter((note, index) => notes.indexOf(note) !== index))]
  const without = ({ notes: own, ...setup }: Setup): Setup => ({
    ...setup,
    notes: own.filter((note) => !common.includes(note)),
  })
  return { setups: setups.map(without), common }
}

/** Neighbours in TypeScript share a block; a directive is the first line of its own. */
function blocks({ steps }: Setup): string[] {
  const parts: { language: string; code: string }[] = []
  for (const { file, language: name, code } of steps) {
    const language = name === 'ts' ? 'tsx' : name
    const text = language === 'tsx' ? `// ${file}\n${code}` : code
    const last = parts.at(-1)
    if (language === 'tsx' && last?.language === 'tsx' && !code.startsWith("'use")) last.code += `\n\n${text}`
    else parts.push({ language, code: text })
  }
  return parts.map(({ language, code }) => `\`\`\`${language}\n${code}\n\`\`\``)
}

const LINE_WIDTH = 110

/** Breaks a sentence into lines, as the formatter would. */
export function wrap(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > LINE_WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}
