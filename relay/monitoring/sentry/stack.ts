// Frames of an SDK, the outermost first, as the text that the runtime of their language writes.
import type { JsonObject } from '../../../otlp/json-object.ts'
import { numberOf, objectOf, objectsOf, textOf } from './json-values.ts'

/** The SDK's wrapper of a callback, or its call that captured a message. */
const SDK_FRAME =
  /(?:^|[/\\])(?:@sentry(?:-internal)?|sentry_sdk|sentry-go|sentry-ruby|sentry-core)[/\\]|\bio\.sentry\./

type Frame = { call: string; module: string; file: string; line?: number; column?: number; code: string }

/** '' without frames. `type`, `message`: of the exception. `platform`: of the event. */
export function stackText(exception: JsonObject, platform: string): string {
  const frames = framesOf(exception)
  if (frames.length === 0) return ''
  const [type, message] = [textOf(exception['type']), textOf(exception['value'])]
  const title = [type, message].filter(Boolean).join(': ')
  switch (platform) {
    case 'python':
      return [
        'Traceback (most recent call last):',
        ...frames.map(
          ({ file, line, call, code }) =>
            `  File "${file}", line ${line ?? 0}, in ${call || '<module>'}${code && `\n    ${code.trim()}`}`,
        ),
        title,
      ].join('\n')
    case 'java':
      return [title, ...frames.toReversed().map(javaLine)].join('\n')
    case 'go':
      return [`panic: ${title}`, '', 'goroutine 1 [running]:', ...frames.toReversed().map(goLines)].join('\n')
    case 'ruby':
      return frames
        .toReversed()
        .map(({ file, line, call }, index) =>
          index === 0
            ? `${file}:${line ?? 0}:in '${call}': ${message} (${type})`
            : `\tfrom ${file}:${line ?? 0}:in '${call}'`,
        )
        .join('\n')
    default:
      return [title, ...frames.toReversed().map(v8Line)].join('\n')
  }
}

/** The frames of a component stack as React writes it, the innermost first. */
export function componentStack(exception: JsonObject): string {
  return framesOf(exception).toReversed().map(v8Line).join('\n')
}

/** Without the SDK's, if others are left. */
function framesOf(exception: JsonObject): Frame[] {
  const frames = objectsOf(objectOf(exception['stacktrace'])['frames']).map(toFrame)
  const own = frames.filter(({ file, module }) => !SDK_FRAME.test(file) && !SDK_FRAME.test(module))
  return own.length > 0 ? own : frames
}

function toFrame(frame: JsonObject): Frame {
  const call = textOf(frame['function'])
  const [line, column] = [numberOf(frame['lineno']), numberOf(frame['colno'])]
  return {
    call: call === '?' ? '' : call,
    module: textOf(frame['module']),
    file: textOf(frame['abs_path']) || textOf(frame['filename']),
    code: textOf(frame['context_line']),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }
}

function v8Line({ call, file, line, column }: Frame): string {
  const location = [file || '<anonymous>', line, column].filter((part) => part !== undefined).join(':')
  return call === '' ? `    at ${location}` : `    at ${call} (${location})`
}

function javaLine({ module, call, file, line }: Frame): string {
  return `\tat ${[module, call].filter(Boolean).join('.')}(${file}${line === undefined ? '' : `:${line}`})`
}

function goLines({ module, call, file, line }: Frame): string {
  return `${[module, call].filter(Boolean).join('.')}(...)\n\t${file}:${line ?? 0}`
}
