// What somebody has written and not saved, in this tab: it outlives a session that ends, and the login.
import { readStored, writeStored } from './storage.ts'

const STORAGE_KEY = 'errata.draft'

type Draft = { of: string; text: string }

/** The latest one of this tab, if it is of `of`; else empty. */
export function readDraft(of: string): string {
  const draft = readStored(STORAGE_KEY, 'sessionStorage') as Draft | undefined
  return draft?.of === of ? draft.text : ''
}

export function writeDraft(of: string, text: string): void {
  if (text === '') forgetDraft()
  else writeStored(STORAGE_KEY, { of, text } satisfies Draft, 'sessionStorage')
}

export function forgetDraft(): void {
  writeStored(STORAGE_KEY, undefined, 'sessionStorage')
}
