// The style sheets of a page in their order: those that it could read, and the names of the others.
import type { Snapshot, UnreadSheet } from '../../server/snapshot.ts'

/** Harmless CSS, or a sheet that was not read. `href`: a URL or a path. */
export type Sheet = string | { href: string; media: string }

/** A page of a large application has some ten. */
const MAX_UNREAD = 50
/** Characters. */
const MAX_PATH = 500
/** Media queries have no other characters. */
const MEDIA = /^[\w\s(),.:<>=/-]{1,200}$/

export function joinSheets(sheets: Sheet[]): Pick<Snapshot, 'css' | 'unread'> {
  const unread: UnreadSheet[] = []
  let css = ''
  for (const sheet of sheets) {
    if (typeof sheet !== 'string') unread.push(...unreadSheet(sheet, css.length))
    else {
      const styles = sheet.trim()
      if (styles !== '') css += css === '' ? styles : `\n${styles}`
    }
  }
  return { css, unread: unread.slice(0, MAX_UNREAD) }
}

/** Of shadow roots, each sheet once: they are only named. */
export function shadowSheets(sheets: Sheet[]): UnreadSheet[] {
  const unread = sheets.flatMap((sheet) => (typeof sheet === 'string' ? [] : unreadSheet(sheet, null)))
  return [...new Map(unread.map((sheet) => [sheet.path, sheet])).values()].slice(0, MAX_UNREAD)
}

/** Empty: it has no path. */
function unreadSheet({ href, media }: Exclude<Sheet, string>, at: number | null): UnreadSheet[] {
  const path = URL.parse(href, 'http://localhost')?.pathname ?? ''
  if (path.length < 2 || path.length > MAX_PATH) return []
  return [{ path, media: MEDIA.test(media) ? media : '', at }]
}
