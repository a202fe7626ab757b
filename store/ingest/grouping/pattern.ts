// Regular expressions that are too long for one line.

/** Line breaks, and the blanks after them, are not part of the expression. */
export function pattern(flags = ''): (strings: TemplateStringsArray, ...values: string[]) => RegExp {
  return (strings, ...values) => new RegExp(String.raw(strings, ...values).replaceAll(/\n\s*/g, ''), flags)
}
