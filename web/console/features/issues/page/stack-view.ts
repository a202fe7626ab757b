// What a stack shows: the source code that source maps give, the built code, or the text of the browser.
import type { Event, Frame } from '../../../../../contract/issues.ts'
import { STACK_VIEWS, type StackView } from '../../../search/filters.ts'
import { isUnmapped } from './frames.ts'

const NAMES: Record<NonNullable<StackView>, string> = { built: 'Built code', text: 'Raw text' }

/** The views of an event: without source maps the frames are those of the built code. */
export function viewsOf({ mapping }: Event): { view: StackView; name: string }[] {
  if (mapping === 'none')
    return [
      { view: undefined, name: 'Frames' },
      { view: 'text', name: NAMES.text },
    ]
  return [{ view: undefined, name: 'Source' }, ...STACK_VIEWS.map((view) => ({ view, name: NAMES[view] }))]
}

/** As the browser ran it. */
export function builtFrame({ raw, inApp, ...frame }: Frame): Frame {
  return raw ? { ...raw, inApp } : { ...frame, inApp }
}

/** Scripts of the application in a stack that no source map explains; their paths, each once. */
export function unmappedScripts(frames: Frame[]): string[] {
  return [...new Set(frames.filter(isUnmapped).map(({ file }) => new URL(file).pathname))]
}
