// Groups the frames of a stack trace: application frames one by one, package frames folded together.
import type { Frame } from '../../../../../contract/issues.ts'

type FrameGroup = { inApp: true; frame: Frame } | { inApp: false; source: string; frames: Frame[] }

/**
 * Nothing is folded if no frame belongs to the application. If some frames have a source map, frames of
 * scripts without one are folded too, because their names are minified.
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

/** A frame in an application script without a source map. Development servers serve modules, not `.js`. */
export function isUnmapped({ raw, inApp, file }: Frame): boolean {
  return raw === undefined && inApp && SCRIPT.test(file)
}

const SCRIPT = /^https?:\/\/.*\.[cm]?js(?:[?#].*)?$/

/** Folders of packages, and what is their name: of npm, Python, Go, Ruby, PHP, Java and .NET. */
const PACKAGES = [
  /node_modules\/(?:\.vite\/deps\/)?((?:@[^/]+\/)?[^/?]+)/,
  /[/\\](?:site|dist)-packages[/\\]([^/\\]+)/,
  /\/pkg\/mod\/(?:[^/@]+\.[^/@]+\/)?([^@]+)@/,
  /\/gems\/([^/]+?)-\d[^/]*\//,
  /[/\\]vendor[/\\]([^/\\]+[/\\][^/\\]+)/,
  /^((?:org|com|io|net)\/[\w-]+\/?[\w-]*)\/.*\.(?:java|kts?|scala|groovy)$/,
  /^(javax?|jakarta|jdk|kotlinx?|scala)\/.*\w$/,
  /^((?:Microsoft|System)(?:\.[A-Z]\w+)?)(?:\.|$)/,
]
/** The libraries of Python, Go and Ruby themselves. */
const STANDARD =
  /[/\\]lib[/\\](python|ruby)[/\\]?\d|\/(go)(?:-?\d[\w.]*)?(?:\/[\d.]+)?(?:\/x64)?\/src\/|^\/(rustc)\//

/** `react-dom`, `@tanstack/query-core`, `starlette`, otherwise the file name. */
export function packageName(file: string): string {
  for (const pattern of PACKAGES) {
    const name = pattern.exec(file)?.[1]
    if (name) return name.replace(/\.js$|\/$/, '').replaceAll('\\', '/')
  }
  const standard = STANDARD.exec(file)?.slice(1).find(Boolean)
  if (standard) return standard
  const [path = ''] = file.split(/[?#]/)
  return path.split('/').at(-1) || 'an unknown file'
}

/** `src/cart/totals.ts:42:35`. The origin of the page is left out. */
export function locationOf({ file, line, column }: Frame, origin = ''): string {
  const path = origin && file.startsWith(`${origin}/`) ? file.slice(origin.length) : file
  return [path || '(unknown)', line, column].filter((part) => part !== null).join(':')
}

export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
