// Parses an original source: JavaScript, TypeScript, JSX, and the scripts of components. Nothing is executed.
import { parse, type ParserPlugin } from '@babel/parser'

/** A node as all of its kinds are read. `loc`: lines from 1, columns from 0. */
export type SyntaxNode = {
  type: string
  loc: { start: { line: number; column: number }; end: { line: number; column: number } }
  [field: string]: unknown
}

/** Parsed in some 150 ms; react-dom has 0.6 million characters. Longer sources were not written by people. */
const MAX_LENGTH = 1_000_000

const TYPESCRIPT: ParserPlugin[] = ['typescript', 'decorators-legacy', 'decoratorAutoAccessors']
const JAVASCRIPT: ParserPlugin[] = ['jsx', 'decorators-legacy', 'decoratorAutoAccessors']
const FLOW: ParserPlugin[] = [...JAVASCRIPT, 'flow']

/** Null: it is in another language, or cannot be parsed. */
export function parseSource(text: string, file: string): SyntaxNode | null {
  if (text.length > MAX_LENGTH) return null
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  if (/^[cm]?ts$/.test(extension)) return parseWith(TYPESCRIPT, text)
  if (extension === 'tsx') return parseWith([...TYPESCRIPT, 'jsx'], text)
  if (/^(?:[cm]?js|jsx|es\d?)$/.test(extension))
    return parseWith(text.includes('@flow') ? FLOW : JAVASCRIPT, text) ?? parseWith(TYPESCRIPT, text)
  const scripts = scriptBlocks(text)
  if (scripts === null) return extension === '' ? parseWith(JAVASCRIPT, text) : null
  const plugins = scripts.isTypeScript ? TYPESCRIPT : JAVASCRIPT
  return parseWith(scripts.isJsx ? [...plugins, 'jsx'] : plugins, scripts.text)
}

function parseWith(plugins: ParserPlugin[], text: string): SyntaxNode | null {
  for (const sourceType of ['module', 'script'] as const) {
    try {
      const tree: unknown = parse(text, {
        sourceType,
        plugins,
        errorRecovery: true,
        attachComment: false,
        allowAwaitOutsideFunction: true,
        allowImportExportEverywhere: true,
        allowNewTargetOutsideFunction: true,
        allowReturnOutsideFunction: true,
        allowSuperOutsideMethod: true,
        allowUndeclaredExports: true,
      })
      return (tree as { program: SyntaxNode }).program
    } catch {
      // A syntax error that the parser cannot pass over, or a text that is nested too deeply for the stack.
    }
  }
  return null
}

/** A long tag would make the search slow; no tag that people write is so long. */
const TAG = /<script(?=[\s>])((?:[^<>"']|"[^"<]{0,500}"|'[^'<]{0,500}'){0,500})>/gi

const FRONT_MATTER = /^---\r?\n/

/** `isTypeScript` and `isJsx`: of any of its scripts. Null: the text has no script. */
type Scripts = { text: string; isTypeScript: boolean; isJsx: boolean }

/** The scripts of a component (Vue, Svelte, Astro) or of a page, at their positions; the rest is blank. */
function scriptBlocks(text: string): Scripts | null {
  const parts: string[] = []
  let [end, attributes] = [0, '']
  const keep = (from: number, to: number): void => {
    parts.push(blank(text.slice(end, from)), text.slice(from, to))
    end = to
  }
  const front = FRONT_MATTER.exec(text)
  const close = front ? text.indexOf('\n---', front[0].length - 1) : -1
  if (front && close >= 0) keep(front[0].length, close)
  for (const tag of text.matchAll(TAG)) {
    const from = tag.index + tag[0].length
    const to = text.indexOf('</script', from)
    if (tag.index < end || to < 0) continue
    keep(from, to)
    attributes += tag[1] ?? ''
  }
  if (end === 0) return null
  const isJsx = /\blang=["']?[jt]sx/.test(attributes)
  const isTypeScript = close >= 0 || /\blang=["']?t(?:s|ypescript)/.test(attributes)
  return { text: parts.join('') + blank(text.slice(end)), isTypeScript, isJsx }
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
