// Gives each distinct text a number, from 0 on.

export class Dictionary {
  readonly texts: string[] = []
  /** Length of all texts together. */
  characters = 0
  readonly #numbers = new Map<string, number>()

  add(text: string): number {
    const existing = this.#numbers.get(text)
    if (existing !== undefined) return existing
    const number = this.texts.push(text) - 1
    this.#numbers.set(text, number)
    this.characters += text.length
    return number
  }

  /** Undefined: the text was never added. */
  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }
}
