// The error of a process that cannot start.

/** One sentence for the person who started the process. It is printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** Runs a command: an error is printed for the person who started it, and the process ends with 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    process.exitCode = 1
  }
}
