// get_setup: how to connect an application, as the console shows it.
import { z } from 'zod'
import { connectMarkdown, SETUP_IDS } from '../../../../web/setup/connect-markdown.ts'
import { tool } from './tool.ts'

/** Where the launcher listens, of a caller that the relay does not name. */
const LOOPBACK = 'http://127.0.0.1:8080'

export const getSetup = tool({
  name: 'get_setup',
  title: 'Get the set-up',
  description: 'How to install Errata in an application: files and commands for its framework.',
  input: z.strictObject({
    framework: z
      .enum(SETUP_IDS as [string, ...string[]])
      .optional()
      .describe('Default: what exists.'),
  }),
  answer: ({ framework }, { caller }) =>
    Promise.resolve(connectMarkdown(caller?.origin ?? LOOPBACK, framework)),
})
