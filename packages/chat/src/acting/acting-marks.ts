/**
 * The shortest time that a mark stays, in milliseconds. Most tools end before a person could see a
 * mark.
 */
const LEAST_MS = 700

interface Mark {
  readonly since: number
  elements: readonly Element[]
}

/** The marks on the page elements of scopes whose tools run. */
export class ActingMarks {
  readonly #marks = new Map<string, Mark>()
  #names: ReadonlySet<string> = new Set()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Marks these scopes. The mark of another scope is removed once it is `LEAST_MS` old. */
  show(names: ReadonlySet<string>): void {
    if (names.size === 0 && this.#marks.size === 0) return
    this.#names = names
    for (const name of names) {
      if (!this.#marks.has(name)) this.#mark(name, performance.now())
    }
    this.#sweep()
  }

  /** Marks the same scopes again, with elements that are new on the page. */
  refresh(): void {
    for (const [name, { since }] of this.#marks) this.#mark(name, since)
  }

  /** Removes all marks. */
  clear(): void {
    clearTimeout(this.#timer)
    for (const { elements } of this.#marks.values()) unmark(elements)
    this.#marks.clear()
  }

  #mark(name: string, since: number): void {
    const found = document.querySelectorAll(`[data-ambit-scope="${CSS.escape(name)}"]`)
    for (const element of found) element.setAttribute('data-ambit-acting', '')
    this.#marks.set(name, { since, elements: [...found] })
  }

  readonly #sweep = (): void => {
    clearTimeout(this.#timer)
    let leftMs = Infinity
    for (const [name, { since, elements }] of this.#marks) {
      if (this.#names.has(name)) continue
      const ownMs = since + LEAST_MS - performance.now()
      if (ownMs > 0) leftMs = Math.min(leftMs, ownMs)
      else {
        unmark(elements)
        this.#marks.delete(name)
      }
    }
    if (leftMs < Infinity) this.#timer = setTimeout(this.#sweep, leftMs)
  }
}

function unmark(elements: readonly Element[]): void {
  for (const element of elements) element.removeAttribute('data-ambit-acting')
}
