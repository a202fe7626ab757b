// The views of a stack trace: mapped source code, built code, or the text from the browser.
import type { Event, Frame } from '../../../../../contract/issues.ts'
import { STACK_VIEWS, type StackView } from '../../../search/filters.ts'
import { isUnmapped } from './frames.ts'

const NAMES: Record<NonNullable<StackView>, string> = { built: 'Built code', text: 'Raw text' }

/** The views of an event. Without source maps, the frames are built code. */
export function viewsOf({ mapping }: Event): { value: StackView; label: string }[] {
  if (mapping === 'none')
    return [
      { value: undefined, label: 'Frames' },
      { value: 'text', label: NAMES.text },
    ]
  return [
    { value: undefined, label: 'Source' },
    ...STACK_VIEWS.map((value) => ({ value, label: NAMES[value] })),
  ]
}

/** The frame in the script that the browser ran. */
export function builtFrame({ raw, inApp, ...frame }: Frame): Frame {
  return raw ? { ...raw, inApp } : { ...frame, inApp }
}

/** Paths of the application's scripts in a stack that have no source map, without duplicates. */
export function unmappedScripts(frames: Frame[]): string[] {
  return [...new Set(frames.filter(isUnmapped).map(({ file }) => new URL(file).pathname))]
}
