// What the paths and tools for assistants need: all that the paths behind them need.
import type { McpMessage } from '../../../contract/assistants.ts'
import type { Role } from '../../../contract/people.ts'
import type { Actor } from '../../http/actor.ts'
import { answerPath, type OwnRequest, type Path } from '../../http/path.ts'
import type { ChangeContext } from '../issues/index.ts'
import type { PeopleContext } from '../people/index.ts'
import type { ReleaseContext } from '../releases/index.ts'

/** `forRole`: the context for a path that needs the role; throws 403. */
export type AssistantContext = ChangeContext &
  ReleaseContext &
  PeopleContext & { actor: Actor; forRole(role: Role): AssistantContext }

/** The answer of a path with the rights of the caller, as if they had sent it. Throws HttpError. */
export function ask<Result>(
  context: AssistantContext,
  path: Path<AssistantContext, Result>,
  request: OwnRequest,
): Promise<Result> {
  return answerPath(path, context.forRole(path.role), request)
}

/** A message, and the headers of the protocol that came with it. */
export type McpRequest = { message: McpMessage; headers: Record<string, string> }
