// The parts of a stack in the syntax of a language other than JavaScript.
import type { StackFrame } from '../stack-frame.ts'

/** One error of a chain. `header`: its type and message as the stack has them; empty: not in the stack. */
export type StackSection = { header: string; frames: StackFrame[] }

/** The reported error first, then its causes; null: the text is in another syntax. */
export type StackReader = (lines: string[]) => StackSection[] | null

type FrameDetails = {
  function: string
  /** The function alone, without class, closure and arguments: the same in the next release. */
  name: string
  /** Module, package or class, without the folder of the installation. */
  module: string
  file: string
  line: number | null
  column?: number | null
  isOwn: boolean
  async?: boolean
}

export function frameOf({ isOwn, column = null, async = false, ...details }: FrameDetails): StackFrame {
  return { ...details, column, async, isEvaluated: false, owner: isOwn ? 'own' : 'library' }
}

/** Folders that tell two files of one name apart. */
const MODULE_FOLDERS = 2

/** "shop/cart/totals" of "/srv/releases/20261120/shop/cart/totals.py". */
export function moduleOf(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/')
  const name = (parts.pop() ?? '').replace(/\.\w+$/, '')
  const folders = parts.filter((part) => part !== '' && part !== '.' && part !== '..' && !/^v?\d/.test(part))
  return [...folders.slice(-MODULE_FOLDERS), name].join('/')
}

/** Matches names that start with one of the words: "org.hibernate" of "org.hibernate.Session", not "orgX". */
export function startsWith(words: string): RegExp {
  const alternatives = words
    .trim()
    .replaceAll('.', String.raw`\.`)
    .split(/\s+/)
    .join('|')
  return new RegExp(String.raw`^(?:${alternatives})(?![\w-])`)
}

export function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}
