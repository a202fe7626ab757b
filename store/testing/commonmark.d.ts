// The part of `commonmark` that tests use: the package has no types.
declare module 'commonmark' {
  export class Parser {
    parse(text: string): unknown
  }
  export class HtmlRenderer {
    render(tree: unknown): string
  }
}
