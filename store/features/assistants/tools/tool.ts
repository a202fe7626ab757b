// A tool for assistants: its name, what a model reads about it, its input, and its answer as Markdown.
import type { z } from 'zod'
import type { AssistantContext } from '../context.ts'

type Definition<Input extends z.ZodObject> = {
  name: string
  title: string
  description: string
  input: Input
  /** Only whoever may change issues is offered it. */
  isWrite?: boolean
  /** Throws HttpError, whose message the assistant reads. */
  answer(input: z.infer<Input>, context: AssistantContext): Promise<string>
}

export type Tool = Definition<z.ZodObject>

/** The protocol has checked the input with the schema before `answer` is called. */
export function tool<Input extends z.ZodObject>(definition: Definition<Input>): Tool {
  return definition
}
