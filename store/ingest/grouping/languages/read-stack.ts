// Reads stacks of other languages than JavaScript.
import { readDotnet } from './dotnet.ts'
import { readGo } from './go.ts'
import { readJava } from './java.ts'
import { readPhp } from './php.ts'
import { readPython } from './python.ts'
import { readRuby } from './ruby.ts'
import { readRust } from './rust.ts'
import { type StackReader, type StackSection, frameOf, moduleOf } from './section.ts'

/** A text that a stack of the language contains: searching for it is cheap. */
const READERS: [sign: RegExp, read: StackReader][] = [
  [/File "[^"\n]+", line \d/, readPython],
  [/\.go:\d/, readGo],
  [/\.(?:java|kts?|scala|groovy|clj|php):\d|\((?:Unknown Source|Native Method|SourceFile)\b/, readJava],
  [
    /:(?:line|Zeile|ligne|línea|строка|wiersz|linha|riga) \d|--- End of |^ +at [\w.<>`]+\((?:[A-Z]|\)$)/m,
    readDotnet,
  ],
  [/:\d+:in [`']/, readRuby],
  [/^#\d+ (?:.*\(\d+\): |\{main\})/m, readPhp],
  [/\.rs:\d/, readRust],
  [/\.(?:exs?|erl):\d+: /, readElixir],
]
/** Python writes the innermost frame last, and each frame takes two or three lines. */
const MAX_LINES = 2_000
const MAX_LINE = 2_000

/** The reported error first, then its causes; null: it is a stack of JavaScript, or none. */
export function readLanguageStack(stack: string): StackSection[] | null {
  let lines: string[] | undefined
  for (const [sign, read] of READERS) {
    if (!sign.test(stack)) continue
    lines ??= stack.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE).trimEnd())
    const sections = read(lines)
    if (sections !== null) return sections
  }
  return null
}

/** Of Elixir and Erlang: "(shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1". */
const ELIXIR_FRAME =
  /^\s*(?:\((\w{1,64})(?: [\w.+-]{1,64})?\) )?(\S{1,500}\.(?:exs?|erl)):(\d{1,9}): (.{1,500})$/
const ELIXIR_LIBRARY =
  /^(?:elixir|stdlib|kernel|erts|mix|logger|iex|ex_unit|phoenix\w*|plug\w*|ecto\w*|cowboy\w*|bandit|ranch)$/

function readElixir(lines: string[]): StackSection[] | null {
  const frames = lines.flatMap((line) => {
    const [, application = '', file, number, call = ''] = ELIXIR_FRAME.exec(line) ?? []
    if (file === undefined) return []
    const name = call.replace(/^anonymous fn\/\d+ in /, '').replace(/\/\d+$/, '')
    return [
      frameOf({
        function: call,
        name: name.split('.').at(-1)!,
        module: moduleOf(file),
        file,
        line: Number(number),
        isOwn: !ELIXIR_LIBRARY.test(application) && !/^(?:deps|src\/gen)\//.test(file),
      }),
    ]
  })
  return frames.length === 0 ? null : [{ header: '', frames }]
}
