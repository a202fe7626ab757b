// compare_release: what a release changed.
import { z } from 'zod'
import { releaseChangesPath, releaseDocument } from '../../releases/index.ts'
import { ask } from '../context.ts'
import { tool } from './tool.ts'

export const compareRelease = tool({
  name: 'compare_release',
  title: 'Compare a release',
  description:
    'What a release changed beside the previous one: issues that are new, back, louder or quiet, ' +
    'the commits suspected of them, crash-free sessions, and what became slower. ' +
    'Without arguments: the latest release.',
  input: z.strictObject({
    release: z.string().optional(),
    service: z.string().optional(),
    environment: z.string().optional(),
    before: z.string().optional().describe('Another release to compare with, or 24h or 7d earlier.'),
  }),
  async answer({ before = '', ...query }, context) {
    const base = /^(?:24h|7d)$/.test(before) ? { before } : { previous: before || undefined }
    const answer = await ask(context, releaseChangesPath, { query: { ...query, ...base } })
    return releaseDocument(answer, context.forRole('read'))
  },
})
