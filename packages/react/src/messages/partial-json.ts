type Container = unknown[] | Record<string, unknown>

/** A container that has not ended, with the key of its next value. */
interface Open {
  value: Container
  key: string | number
}

/**
 * A reader of JSON that is still being written. It reads each character once, however the text is
 * cut. A finished value keeps its identity. An unfinished string is part of the value; a number or
 * a word only when it is complete. After a syntax error the value stays as it was. `__proto__` keys
 * are left out.
 */
export class PartialJson {
  #text = ''
  #at = 0
  #expects: 'value' | 'key' | 'colon' | 'next' | 'nothing' = 'value'
  /** What is read of a string or a word; undefined between them. */
  #written: string | undefined
  #isWord = false
  #open: Open[] = []
  #root: unknown
  /** True if a caller has the value: open containers are then copied before they change. */
  #isShared = false

  /**
   * Returns the value so far; undefined before there is one. Text that does not continue the last
   * text is read from the start.
   */
  read(text: string): unknown {
    if (text === this.#text) return this.#root
    if (!text.startsWith(this.#text)) {
      this.#at = 0
      this.#expects = 'value'
      this.#open = []
      this.#root = this.#written = undefined
    }
    this.#text = text
    while (this.#at < text.length && this.#expects !== 'nothing' && this.#step(text));
    if (this.#written !== undefined && !this.#isWord && this.#expects === 'value')
      this.#put(this.#written.replace(/[\ud800-\udbff]$/, ''))
    this.#isShared = true
    return this.#root
  }

  /**
   * The key of the root object whose value is being written; the values before it are complete.
   * Undefined between two values, after an error, and if the root is not an object.
   */
  get writing(): string | undefined {
    const [root, inner] = this.#open
    if (typeof root?.key !== 'string' || this.#expects === 'nothing') return undefined
    return inner || ['colon', 'value'].includes(this.#expects) ? root.key : undefined
  }

  /** Reads on. Returns false if the text does not go further, or may not go on like this. */
  #step(text: string): boolean {
    if (this.#written !== undefined) return this.#readOn(text, this.#written)
    const character = text.charAt(this.#at++)
    if (' \n\r\t'.includes(character)) return true
    const expects = this.#expects
    const open = this.#open.at(-1)
    const isArray = Array.isArray(open?.value)
    const inside = isArray ? 'value' : 'key'
    if (open && character === (isArray ? ']' : '}') && ['next', inside].includes(expects)) {
      this.#open.pop()
      return this.#endValue()
    }
    if (expects === 'next' || expects === 'colon') {
      if (character !== (expects === 'next' ? ',' : ':')) return this.#fail()
      if (expects === 'next' && open && isArray) open.key = Number(open.key) + 1
      this.#expects = expects === 'next' ? inside : 'value'
    } else if (character === '"') {
      this.#written = ''
      this.#isWord = false
    } else if (expects === 'key') {
      return this.#fail()
    } else if (character === '[' || character === '{') {
      const value = character === '[' ? [] : {}
      this.#put(value)
      this.#open.push({ value, key: 0 })
      this.#expects = character === '[' ? 'value' : 'key'
    } else {
      this.#written = character
      this.#isWord = true
    }
    return true
  }

  /** Reads on in a string or a word. */
  #readOn(text: string, before: string): boolean {
    const rest = this.#isWord ? /[^\s,\]}]*/y : /[^"\\]*/y
    rest.lastIndex = this.#at
    const written = before + (rest.exec(text)?.[0] ?? '')
    this.#written = written
    this.#at = rest.lastIndex
    const character = text.charAt(this.#at)
    if (character === '') return false
    if (!this.#isWord && character === '\\') {
      const length = text.charAt(this.#at + 1) === 'u' ? 6 : 2
      if (this.#at + length > text.length) return false
      this.#written +=
        (valueOf(`"${text.slice(this.#at, (this.#at += length))}"`) as string | undefined) ?? ''
      return true
    }
    this.#written = undefined
    if (!this.#isWord) this.#at++
    const open = this.#open.at(-1)
    if (open && this.#expects === 'key') {
      open.key = written
      this.#expects = 'colon'
      return true
    }
    const value = this.#isWord ? valueOf(written) : written
    if (value === undefined) return this.#fail()
    this.#put(value)
    return this.#endValue()
  }

  #endValue(): true {
    this.#expects = this.#open.length > 0 ? 'next' : 'nothing'
    return true
  }

  #fail(): false {
    this.#expects = 'nothing'
    return false
  }

  #put(value: unknown): void {
    if (this.#isShared) {
      this.#isShared = false
      this.#open.forEach((open, at, all) => {
        open.value = Array.isArray(open.value) ? [...open.value] : { ...open.value }
        this.#set(all[at - 1], open.value)
      })
    }
    this.#set(this.#open.at(-1), value)
  }

  #set(parent: Open | undefined, value: unknown): void {
    if (!parent) this.#root = value
    else if (parent.key !== '__proto__') Reflect.set(parent.value, parent.key, value)
  }
}

/** Returns the value of a word or a string of JSON; undefined if there is no such value. */
function valueOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
