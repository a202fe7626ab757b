// Whose fault an occurrence is, as far as its frames, its page and its words tell.
import { canonical } from './canonical-message.ts'
import { ownerOf, type Owner } from './owner.ts'
import { parseStack } from './stack.ts'

/** `inline`: a script in the page itself. `stale chunk`: a part of a deploy that is gone. `offline`: the connection. Empty: nothing tells. */
export type Origin =
  | 'own'
  | 'dependency'
  | 'third party'
  | 'extension'
  | 'inline'
  | 'stale chunk'
  | 'offline'
  | ''

const OF_OWNER: Record<Exclude<Owner, 'engine'>, Origin> = {
  own: 'own',
  library: 'dependency',
  extension: 'extension',
  'third party': 'third party',
}

export function originOf({
  type,
  message,
  stacktrace,
  url,
}: {
  type: string
  message: string
  stacktrace: string
  url: string
}): Origin {
  const said = canonical(type, message)
  if (said.weather) return said.weather === 'chunk' ? 'stale chunk' : 'offline'
  // Browsers tell nothing else of a script from another house.
  if (said.text === 'script error') return 'third party'
  for (const frame of parseStack(stacktrace)) {
    const owner = ownerOf(frame, url)
    // The engine's own functions, as JSON.parse, stand on top of whoever called them.
    if (owner === 'engine') continue
    return owner === 'own' && isPage(frame.file, url) ? 'inline' : OF_OWNER[owner]
  }
  return ''
}

function isPage(file: string, page: string): boolean {
  const [script, shown] = [URL.parse(file), URL.parse(page)]
  return (
    script !== null && shown !== null && script.origin === shown.origin && script.pathname === shown.pathname
  )
}
