// Frames of an SDK as the text that the runtime of their language writes, which the store reads.

/** `call`: '' for code outside of functions. `code`: the line of source code, or ''. */
export type Frame = {
  call: string
  module: string
  file: string
  line?: number
  column?: number
  code: string
}
/** `frames`: the innermost first. */
type Exception = { type: string; message: string; frames: Frame[] }

/** By the platform of an event. */
const WRITERS: Record<string, (exception: Exception) => string> = {
  python: pythonText,
  java: javaText,
  go: goText,
  ruby: rubyText,
  php: phpText,
  csharp: dotnetText,
  elixir: elixirText,
}

/** '' without frames. */
export function writeStack(platform: string, exception: Exception): string {
  const { frames } = exception
  if (frames.length === 0) return ''
  const isRust = platform === 'native' && frames.some(({ file }) => file.endsWith('.rs'))
  const write = isRust ? rustText : Object.hasOwn(WRITERS, platform) ? WRITERS[platform]! : v8Text
  return write(exception)
}

export function v8Line({ call, file, line, column }: Frame): string {
  const location = [file || '<anonymous>', line, column].filter((part) => part !== undefined).join(':')
  return call === '' ? `    at ${location}` : `    at ${call} (${location})`
}

function v8Text(exception: Exception): string {
  return [titleOf(exception), ...exception.frames.map(v8Line)].join('\n')
}

function titleOf({ type, message }: Exception): string {
  return [type, message].filter(Boolean).join(': ')
}

function pythonText(exception: Exception): string {
  const lines = exception.frames
    .toReversed()
    .map(
      ({ file, line, call, code }) =>
        `  File "${file}", line ${line ?? 0}, in ${call || '<module>'}${code && `\n    ${code.trim()}`}`,
    )
  return ['Traceback (most recent call last):', ...lines, titleOf(exception)].join('\n')
}

function javaText(exception: Exception): string {
  const lines = exception.frames.map(
    ({ module, call, file, line }) =>
      `\tat ${qualified(module, call)}(${file}${line === undefined ? '' : `:${line}`})`,
  )
  return [titleOf(exception), ...lines].join('\n')
}

function goText(exception: Exception): string {
  const lines = exception.frames.map(
    ({ module, call, file, line }) => `${qualified(module, call)}(...)\n\t${file}:${line ?? 0}`,
  )
  return [`panic: ${titleOf(exception)}`, '', 'goroutine 1 [running]:', ...lines].join('\n')
}

function rubyText({ type, message, frames }: Exception): string {
  return frames
    .map(({ file, line, call }, index) =>
      index === 0
        ? `${file}:${line ?? 0}:in '${call}': ${message} (${type})`
        : `\tfrom ${file}:${line ?? 0}:in '${call}'`,
    )
    .join('\n')
}

/** The first line has the place of the error, and each other line the place that called a function. */
function phpText(exception: Exception): string {
  const { frames } = exception
  const lines = frames.slice(1).map(({ file, line }, index) => {
    const location = isInternal(file) ? '[internal function]' : `${file}(${line ?? 0})`
    return `#${index} ${location}: ${frames[index]?.call || '{main}'}()`
  })
  const last = frames.at(-1)?.call ?? ''
  if (last !== '') lines.push(`#${lines.length} [internal function]: ${last}()`)
  const location = `${frames[0]?.file}:${frames[0]?.line ?? 0}`
  return [`${titleOf(exception)} in ${location}`, 'Stack trace:', ...lines, `#${lines.length} {main}`].join(
    '\n',
  )
}

function isInternal(file: string): boolean {
  return file === '' || file === '[internal]'
}

/** The last line tells the store that the text is of .NET: frames without debugging symbols have no lines. */
function dotnetText(exception: Exception): string {
  const lines = exception.frames.map(({ module, call, file, line }) => {
    const { name, parameters } = dotnetCall(call)
    const location = file !== '' && line !== undefined ? ` in ${file}:line ${line}` : ''
    return `   at ${qualified(module, name)}${parameters}${location}`
  })
  return [titleOf(exception), ...lines, '--- End of stack trace ---'].join('\n')
}

/**
 * The SDK writes signatures, `async Task<int> Shop.Cart.Load(int id)+() => { }` for a function in `Load`, or
 * names alone, `Load { <lambda> }`.
 */
function dotnetCall(call: string): { name: string; parameters: string } {
  // A tuple is in parentheses too.
  const signature = call.replace(/^(?:async )?(?:static )?\([^()]*\)\?? /, '')
  const [, before = signature, parameters = '()', rest = ''] =
    /^([^(]*)(\([^()]*(?:\([^()]*\)[^()]*)*\))(.*)$/s.exec(signature) ?? []
  const [, local] = /^\+(\w+)(?:<[^(]*>)?\(/.exec(rest) ?? []
  const parts = before
    .replace(/ \{ <lambda> \}$/, '')
    .replaceAll(/, /g, ',')
    .split(' ')
  const name = parts.at(-1) ?? ''
  if (parts[0] === 'new') return { name: `${name}..ctor`, parameters }
  return { name: local === undefined ? name : name.replace(/[^.]*$/, local), parameters }
}

function rustText(exception: Exception): string {
  const lines = exception.frames.map(({ call, file, line, column }, index) => {
    const location = [file, line ?? 0, column].filter((part) => part !== undefined).join(':')
    return `  ${index}: ${call || '<unknown>'}${file && `\n        at ${location}`}`
  })
  return [titleOf(exception), ...lines].join('\n')
}

function elixirText(exception: Exception): string {
  const lines = exception.frames.map(({ module, file, line, call }) => {
    // `Elixir.Shop.Cart` is of the application `shop`, as far as the event tells.
    const [application = ''] = module.replace(/^Elixir\./, '').split('.')
    return `    ${application && `(${application.toLowerCase()}) `}${file}:${line ?? 0}: ${call}`
  })
  return [`** (${exception.type}) ${exception.message}`, ...lines].join('\n')
}

/** `shop.Cart.total` of module and function, where the function does not have the module already. */
function qualified(module: string, call: string): string {
  return module === '' || call.startsWith(`${module}.`) ? call : `${module}.${call}`
}
