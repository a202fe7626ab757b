const KEY = 'reader'

export type Session = { reader: string; since: number }

export function readSession(): Session | null {
  const text = window.localStorage.getItem(KEY)
  return text === null ? null : (JSON.parse(text) as Session)
}
