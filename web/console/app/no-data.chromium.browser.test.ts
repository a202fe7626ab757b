// An installation without data.
import { test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../testing/open-screen.tsx'
import { shown } from '../testing/page.ts'
import { playRecording } from '../testing/recording.ts'

await playRecording('empty')

test('the first screen links to the demo and to the setup', async () => {
  await openScreen('/')
  await shown(page.getByRole('link', { name: /demo|shop|break/i }))
  await shown(page.getByRole('link', { name: /connect|watch/i }))
})
