/** Why a process cannot start, in one sentence for the person who started it. Printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
