// What assistants and scripts read: the tools of the Model Context Protocol, and documents as Markdown.
import type { Path } from '../../http/path.ts'
import type { AssistantContext } from './context.ts'
import { eventMarkdownPath, issueMarkdownPath, issuesMarkdownPath, traceMarkdownPath } from './documents.ts'
import { mcpPath } from './mcp.ts'
import { lookupPath } from './reference.ts'

export const paths: Path<AssistantContext>[] = [
  mcpPath,
  lookupPath,
  issuesMarkdownPath,
  issueMarkdownPath,
  eventMarkdownPath,
  traceMarkdownPath,
]
