// An intent of a store that kept its rows in the same file, as lines of JSON behind the head. An upgrade may follow a crash.

export type FormerPart = { table: string; keys: string[]; lines: string[] }
export type FormerIntent = { form: 'former'; token: string; parts: FormerPart[] }

/** Null: it is none, or a loss of power cut it short. */
export function readFormer(text: string): FormerIntent | null {
  const [head = '', ...lines] = text.split('\n')
  try {
    const { token, parts } = JSON.parse(head) as {
      token: string
      parts: { table: string; keys: string[]; count: number }[]
    }
    const known = parts.every(
      ({ table, keys, count }) => typeof table === 'string' && Array.isArray(keys) && count >= 0,
    )
    // The last line is ended as well, so that one more begins behind it.
    if (
      typeof token !== 'string' ||
      !known ||
      lines.length !== parts.reduce((sum, { count }) => sum + count, 1)
    )
      return null
    let at = 0
    return {
      form: 'former',
      token,
      parts: parts.map(({ table, keys, count }) => ({ table, keys, lines: lines.slice(at, (at += count)) })),
    }
  } catch {
    return null
  }
}
