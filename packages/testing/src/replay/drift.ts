/** The differences between a recording and a play, in words. */
export class Drift {
  readonly #lines: { readonly run: string; readonly at: string; words: string; more: number }[] = []

  /**
   * Adds a difference. The same words in later requests are counted, not repeated. `at` is the
   * place in the run, such as `request 2`; empty for the run itself.
   */
  add(run: string, at: string, words: string): void {
    const isOfRequest = at.startsWith('request')
    const same = this.#lines.find((line) => isOfRequest && line.words === words)
    if (same) same.more++
    else this.#lines.push({ run, at, words, more: 0 })
  }

  get lines(): string[] {
    return this.#lines.map(({ run, at, words, more }) => {
      const later = more === 0 ? '' : ` (and in ${more} later request${more > 1 ? 's' : ''})`
      return `${run}${at && `, ${at}`}: ${words}${later}`
    })
  }
}
