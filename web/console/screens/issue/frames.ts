// Which frames of a stack are shown open, which folded. Pure.

import type { Frame } from '../../../../store/api/contract.ts'

export type FrameGroup = { own: true; frame: Frame } | { own: false; from: string; frames: Frame[] }

/** Own frames stand alone; what came from a package in between folds into one line. Without any own frame nothing is folded: then all is news. */
export function groupFrames(frames: Frame[]): FrameGroup[] {
  const anyOwn = frames.some(({ inApp }) => inApp)
  const groups: FrameGroup[] = []
  for (const frame of frames) {
    const last = groups.at(-1)
    const from = packageOf(frame.file)
    if (frame.inApp || !anyOwn) groups.push({ own: true, frame })
    else if (last && !last.own && last.from === from) last.frames.push(frame)
    else groups.push({ own: false, from, frames: [frame] })
  }
  return groups
}

/** `react-dom`, `@tanstack/query-core`, else the file's own name. */
export function packageOf(file: string): string {
  const inModules = /node_modules\/(?:\.vite\/deps\/)?((?:@[^/]+\/)?[^/?]+)/.exec(file)
  if (inModules?.[1]) return inModules[1].replace(/\.js$/, '')
  return (
    file
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) || 'elsewhere'
  )
}

/** `src/cart/totals.ts:42:35`; what lies on the page's own origin needs no origin. */
export function placeOf({ file, line, column }: Frame, origin = ''): string {
  const short = origin && file.startsWith(`${origin}/`) ? file.slice(origin.length) : file
  return [short || '(unknown)', line, column].filter((part) => part !== null).join(':')
}

export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
