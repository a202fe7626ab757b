/**
 * Replaces a function of the page until `signal` ends it. Where another wrapper lies on top by then, ours
 * stays below it and must only forward: it reads `signal.aborted`.
 */
export function replaceFunction<T extends object, K extends keyof T>(
  target: T,
  name: K,
  replacement: T[K],
  signal: AbortSignal,
): void {
  const original = target[name]
  target[name] = replacement
  signal.addEventListener('abort', () => target[name] === replacement && (target[name] = original))
}
