// Runs in each engine: breaks in every way there is and hands in what the package would read of it.

import { readException } from '../../exception.ts'
import { throws } from './throws.ts'

for (const [name, breakIt] of Object.entries(throws)) await handIn(name, breakIt)
await fetch('/done', { method: 'POST' })

async function handIn(name: string, breakIt: () => unknown): Promise<void> {
  const thrown = await catchFrom(breakIt)
  await fetch('/row', { method: 'POST', body: JSON.stringify({ throw: name, ...readException(thrown) }) })
}

async function catchFrom(breakIt: () => unknown): Promise<unknown> {
  try {
    return await breakIt()
  } catch (error) {
    return error
  }
}
