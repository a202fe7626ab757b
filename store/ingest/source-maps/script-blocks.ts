// The scripts of a component (Vue, Svelte, Astro) or of a page, at their positions: all else is blank.

/** A long tag would make the search slow; no tag that people write is so long. */
const TAG = /<script(?=[\s>])((?:[^<>"']|"[^"<]{0,500}"|'[^'<]{0,500}'){0,500})>/gi

const FRONT_MATTER = /^---\r?\n/

/** `isTypeScript` and `isJsx`: of any of its scripts. Null: the text has no script. */
export type Scripts = { text: string; isTypeScript: boolean; isJsx: boolean }

export function scriptBlocks(text: string): Scripts | null {
  const parts: string[] = []
  let [end, attributes] = [0, '']
  const keep = (from: number, to: number): void => {
    parts.push(blank(text.slice(end, from)), text.slice(from, to))
    end = to
  }
  const front = FRONT_MATTER.exec(text)
  const close = front ? text.indexOf('\n---', front[0].length - 1) : -1
  if (front && close >= 0) keep(front[0].length, close)
  for (const tag of text.matchAll(TAG)) {
    const from = tag.index + tag[0].length
    const to = text.indexOf('</script', from)
    if (tag.index < end || to < 0) continue
    keep(from, to)
    attributes += tag[1] ?? ''
  }
  if (end === 0) return null
  const isJsx = /\blang=["']?[jt]sx/.test(attributes)
  const isTypeScript = close >= 0 || /\blang=["']?t(?:s|ypescript)/.test(attributes)
  return { text: parts.join('') + blank(text.slice(end)), isTypeScript, isJsx }
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
