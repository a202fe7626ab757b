// The stack of an exception of an SDK, which sends the outermost frame first.
import type { JsonObject } from '../../../otlp/json-object.ts'
import { numberOf, objectOf, objectsOf, textOf } from './json-values.ts'
import { v8Line, writeStack, type Frame } from './stack-texts.ts'

/** The SDK's wrapper of a callback, or its call that captured an error. */
const SDK_FILE = /(?:^|[/\\])(?:@sentry(?:-internal)?|sentry_sdk|sentry-(?:go|ruby)(?:[@-]v?\d[\w.]*)?)[/\\]/
/** Of Java, Rust, PHP. */
const SDK_CODE = /^io\.sentry\.|^<?sentry(?:_\w+)?::|^Sentry\\/

/** '' without frames. `exception`: as the SDK sent it, of this type. `platform`: of the event. */
export function stackText(exception: JsonObject, type: string, platform: string): string {
  return writeStack(platform, { type, message: textOf(exception['value']), frames: framesOf(exception) })
}

/** The frames of a component stack as React writes it, the innermost first. */
export function componentStack(exception: JsonObject): string {
  return framesOf(exception).map(v8Line).join('\n')
}

/** The innermost first; without the SDK's, if others are left. */
function framesOf(exception: JsonObject): Frame[] {
  const frames = objectsOf(objectOf(exception['stacktrace'])['frames']).map(toFrame).toReversed()
  const own = frames.filter((frame) => !isOfSdk(frame))
  return own.length > 0 ? own : frames
}

function isOfSdk({ file, module, call }: Frame): boolean {
  return SDK_FILE.test(file) || SDK_CODE.test(module) || SDK_CODE.test(call)
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
