// Runs in each browser: posts type, message and stack of each error.

import { readException } from '../../errors/exception.ts'
import { throws } from './throws.ts'

for (const [name, action] of Object.entries(throws)) await postRow(name, action)
await fetch('/done', { method: 'POST' })

async function postRow(name: string, action: () => unknown): Promise<void> {
  const thrown = await caughtBy(action)
  await fetch('/row', { method: 'POST', body: JSON.stringify({ throw: name, ...readException(thrown) }) })
}

async function caughtBy(action: () => unknown): Promise<unknown> {
  try {
    return await action()
  } catch (error) {
    return error
  }
}
