// Frames of a stack trace in groups: those of the application alone, those of a package folded together.
import type { Frame } from '../../../../../contract/issues.ts'

type FrameGroup = { inApp: true; frame: Frame } | { inApp: false; source: string; frames: Frame[] }

/**
 * Without any frame of the application nothing is folded. Beside frames with a source map, those of scripts
 * without one are folded too: their names are a minifier's.
 */
export function groupFrames(frames: Frame[]): FrameGroup[] {
  const hasMappedFrames = frames.some(({ inApp, raw }) => inApp && raw !== undefined)
  const isOpen = (frame: Frame) => frame.inApp && !(hasMappedFrames && isUnmapped(frame))
  const hasAppFrames = frames.some(isOpen)
  const groups: FrameGroup[] = []
  for (const frame of frames) {
    const last = groups.at(-1)
    const source = packageName(frame.file)
    if (isOpen(frame) || !hasAppFrames) groups.push({ inApp: true, frame })
    else if (last && !last.inApp && last.source === source) last.frames.push(frame)
    else groups.push({ inApp: false, source, frames: [frame] })
  }
  return groups
}

/** Of a script of the application without a source map. A development server has modules, not `.js`. */
export function isUnmapped({ raw, inApp, file }: Frame): boolean {
  return raw === undefined && inApp && SCRIPT.test(file)
}

const SCRIPT = /^https?:\/\/.*\.[cm]?js(?:[?#].*)?$/

/** `react-dom`, `@tanstack/query-core`, else the name of the file. */
export function packageName(file: string): string {
  const inModules = /node_modules\/(?:\.vite\/deps\/)?((?:@[^/]+\/)?[^/?]+)/.exec(file)
  if (inModules?.[1]) return inModules[1].replace(/\.js$/, '')
  const [path = ''] = file.split(/[?#]/)
  return path.split('/').at(-1) || 'an unknown file'
}

/** `src/cart/totals.ts:42:35`. A file on the origin of the page is shown without the origin. */
export function locationOf({ file, line, column }: Frame, origin = ''): string {
  const path = origin && file.startsWith(`${origin}/`) ? file.slice(origin.length) : file
  return [path || '(unknown)', line, column].filter((part) => part !== null).join(':')
}

export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
