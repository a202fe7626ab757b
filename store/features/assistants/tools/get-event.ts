// get_event: one occurrence of an issue.
import { z } from 'zod'
import { EVENT_PARTS } from '../../issues/index.ts'
import { eventDocument } from '../documents.ts'
import { resolveEvent } from '../reference.ts'
import { TOOL_STEPS } from '../steps.ts'
import { REFERENCE } from './get-issue.ts'
import { tool } from './tool.ts'

export const getEvent = tool({
  name: 'get_event',
  title: 'Get an occurrence',
  description:
    'One occurrence in full: stack with source code, all breadcrumbs, and the attributes of the request; ' +
    'with "timeline", what happened before it: breadcrumbs, requests, spans and log records of page and ' +
    'servers in one list. Of an issue, its latest occurrence.',
  input: z.strictObject({
    ref: REFERENCE,
    include: z.array(z.enum(EVENT_PARTS)).optional().describe('Default: all but timeline.'),
  }),
  async answer({ ref, include }, context) {
    return eventDocument(context, await resolveEvent(context, ref), TOOL_STEPS, include)
  },
})
