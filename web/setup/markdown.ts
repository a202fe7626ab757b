// The same instructions as Markdown, for READMEs.
import type { Setup, Step } from './setup.ts'

/** `level`: of the heading; 0 for none. */
export function setupMarkdown({ name, steps, notes }: Setup, level: number): string {
  const heading = level === 0 ? [] : [`${'#'.repeat(level)} ${name}`]
  return [...heading, ...steps.map(stepMarkdown), ...notes.map(wrap)].join('\n\n')
}

/** In few lines: all files in one block, each below a comment with its name. For TypeScript only. */
export function compactMarkdown({ steps: [install, ...files] }: Setup): string {
  const code = files.map((step) => `// ${step.file}\n${step.code}`).join('\n\n')
  return `${install ? stepMarkdown(install) : ''}\n\n\`\`\`tsx\n${code}\n\`\`\``
}

/** The code alone. */
export function stepsMarkdown({ steps }: Setup): string {
  return steps.map(codeBlock).join('\n\n')
}

function stepMarkdown(step: Step): string {
  const { file } = step
  return file === 'Terminal' ? codeBlock(step) : `${labelOf(file)}:\n\n${codeBlock(step)}`
}

function codeBlock({ language, code }: Step): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

/** `index.html, first in <head>` → `index.html` as code, the rest as text. */
function labelOf(file: string): string {
  const [name = '', ...rest] = file.replace('<head>', 'the head').split(', ')
  return [/[./]/.test(name) ? `\`${name}\`` : name, ...rest].join(', ')
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
