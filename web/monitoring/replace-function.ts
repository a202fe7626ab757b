/**
 * Replaces a function of the page until `signal` is aborted, and returns the original. If another wrapper was
 * added on top, ours remains in place and must only forward calls: it checks `signal.aborted`.
 */
export function replaceFunction<T extends object, K extends keyof T>(
  target: T,
  name: K,
  replacement: T[K],
  signal: AbortSignal,
): T[K] {
  const original = target[name]
  target[name] = replacement
  signal.addEventListener('abort', () => target[name] === replacement && (target[name] = original))
  return original
}
