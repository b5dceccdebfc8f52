/** A text that reports its growth once a frame. */
export class Answer {
  #text = ''
  #shown = ''
  #isWaiting = false
  #listener: () => void = () => undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listener = listener
    return () => undefined
  }
  readonly read = (): string => this.#shown

  readonly add = (delta: string): void => {
    this.#text += delta
    if (this.#isWaiting) return
    this.#isWaiting = true
    requestAnimationFrame(() => {
      this.#isWaiting = false
      this.#shown = this.#text
      this.#listener()
    })
  }
}
