// Events as the API returns them.
import { expect } from 'vitest'
import type { Event } from '../../contract/issues.ts'
import type { SharedStore } from './store.ts'

export async function readEvent(store: SharedStore, digest: string): Promise<Event> {
  const { status, body } = await store.ask<Event>(`/api/events/${digest}`)
  expect(status).toBe(200)
  return body
}
