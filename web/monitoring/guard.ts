/**
 * Runs `action` and returns undefined if it throws. Wraps every public function and every listener:
 * monitoring must not cause errors.
 */
// oxlint-disable-next-line typescript/consistent-return -- without `return undefined` the entry is smaller
export function guard<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {}
}
