// Whose code caused an occurrence, as far as its frames, its page and its message show.
import { canonicalMessage } from './canonical-message.ts'
import { ownerOf, type Owner } from './owner.ts'
import { parseStack } from './stack.ts'

/** `inline`: a script in the page. `stale chunk`, `offline`: an `EnvironmentFailure`. Empty: unknown. */
export type Origin =
  | 'own'
  | 'dependency'
  | 'third party'
  | 'extension'
  | 'inline'
  | 'stale chunk'
  | 'offline'
  | ''

const ORIGIN_OF_OWNER: Record<Exclude<Owner, 'engine'>, Origin> = {
  own: 'own',
  library: 'dependency',
  extension: 'extension',
  'third party': 'third party',
}

type ExceptionDetails = { type: string; message: string; stacktrace: string; url: string }

export function originOf({ type, message, stacktrace, url }: ExceptionDetails): Origin {
  const { failure, text } = canonicalMessage(type, message)
  if (failure) return failure === 'network' ? 'offline' : failure
  // Browsers report nothing else about a script of another origin.
  if (text === 'script error') return 'third party'
  for (const frame of parseStack(stacktrace)) {
    const owner = ownerOf(frame, url)
    // Functions of the engine, as JSON.parse, are on top of their caller.
    if (owner === 'engine') continue
    return owner === 'own' && isPage(frame.file, url) ? 'inline' : ORIGIN_OF_OWNER[owner]
  }
  return ''
}

function isPage(file: string, page: string): boolean {
  const [script, document] = [URL.parse(file), URL.parse(page)]
  if (script === null || document === null) return false
  return script.origin === document.origin && script.pathname === document.pathname
}
