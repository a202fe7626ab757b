// Answers with the time that they took.
import { request, type RequestOptions } from './http.ts'

/** How long the answer took. */
export type Timed = { milliseconds: number }

/** The same with its time. */
export async function requestTimed<Answer extends object>(
  path: string,
  options: RequestOptions = {},
): Promise<Answer & Timed> {
  const start = performance.now()
  const answer = await request<Answer>(path, options)
  return { ...answer, milliseconds: Math.round(performance.now() - start) }
}
