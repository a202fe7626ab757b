// Patterns of services, by which people and tokens have access.

/** For JavaScript and the engine. `*` in a pattern is any text; upper and lower case differ, as in names. */
export function patternExpression(patterns: string[]): string {
  const alternatives = patterns.map((pattern) =>
    pattern
      .split('*')
      .map((part) => part.replaceAll(/[^\w\s-]/g, String.raw`\$&`))
      .join('[\\s\\S]*'),
  )
  return `^(?:${alternatives.join('|')})$`
}
