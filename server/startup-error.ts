// The error of a process that cannot start.

/** One sentence for the person who started the process. It is printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
