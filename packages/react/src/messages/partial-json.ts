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
  #token: 'string' | 'key' | 'word' | undefined
  #written = ''
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
    if (!text.startsWith(this.#text)) this.#reset()
    this.#text = text
    while (this.#at < text.length && this.#step(text));
    if (this.#token === 'string') this.#put(this.#written.replace(/[\ud800-\udbff]$/, ''))
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
    const isBegun = this.#token !== 'key' && ['colon', 'value'].includes(this.#expects)
    return inner || isBegun ? root.key : undefined
  }

  #reset(): void {
    this.#at = 0
    this.#expects = 'value'
    this.#token = undefined
    this.#open = []
    this.#root = undefined
  }

  /** Reads on. Returns false if it cannot go further. */
  #step(text: string): boolean {
    if (this.#token === 'word') return this.#readWord(text)
    if (this.#token) return this.#readString(text)
    const character = text.charAt(this.#at)
    if (!' \n\r\t'.includes(character) && !this.#take(character)) {
      this.#expects = 'nothing'
      return false
    }
    this.#at++
    return true
  }

  /** Reads one character between tokens. Returns false if the character is not allowed there. */
  #take(character: string): boolean {
    const open = this.#open.at(-1)
    const isArray = Array.isArray(open?.value)
    switch (this.#expects) {
      case 'value':
        if (character === ']') return isArray && this.#close()
        if (character === '{' || character === '[') return this.#enter(character === '[')
        this.#token = character === '"' ? 'string' : 'word'
        this.#written = character === '"' ? '' : character
        return true
      case 'key':
        if (character === '}') return this.#close()
        this.#token = 'key'
        this.#written = ''
        return character === '"'
      case 'colon':
        this.#expects = 'value'
        return character === ':'
      case 'next':
        if (character !== ',') return character === (isArray ? ']' : '}') && this.#close()
        if (isArray && open) open.key = Number(open.key) + 1
        this.#expects = isArray ? 'value' : 'key'
        return true
      case 'nothing':
        return false
    }
  }

  #enter(isArray: boolean): true {
    const value = isArray ? [] : {}
    this.#put(value)
    this.#open.push({ value, key: 0 })
    this.#expects = isArray ? 'value' : 'key'
    return true
  }

  #close(): true {
    this.#open.pop()
    this.#endValue()
    return true
  }

  #endValue(): void {
    this.#token = undefined
    this.#expects = this.#open.length > 0 ? 'next' : 'nothing'
  }

  #readWord(text: string): boolean {
    const rest = /[^\s,\]}]*/y
    rest.lastIndex = this.#at
    this.#written += rest.exec(text)?.[0] ?? ''
    this.#at = rest.lastIndex
    if (this.#at === text.length) return false
    try {
      this.#put(JSON.parse(this.#written))
      this.#endValue()
      return true
    } catch {
      this.#token = undefined
      this.#expects = 'nothing'
      return false
    }
  }

  #readString(text: string): boolean {
    const plain = /[^"\\]*/y
    plain.lastIndex = this.#at
    this.#written += plain.exec(text)?.[0] ?? ''
    this.#at = plain.lastIndex
    const character = text.charAt(this.#at)
    if (character === '"') {
      this.#at++
      this.#endString()
      return true
    }
    const length = text.charAt(this.#at + 1) === 'u' ? 6 : 2
    if (character === '' || this.#at + length > text.length) return false
    this.#written += unescape(text.slice(this.#at, this.#at + length))
    this.#at += length
    return true
  }

  #endString(): void {
    const open = this.#open.at(-1)
    if (this.#token === 'key' && open) {
      open.key = this.#written
      this.#token = undefined
      this.#expects = 'colon'
    } else {
      this.#put(this.#written)
      this.#endValue()
    }
  }

  #put(value: unknown): void {
    if (this.#isShared) this.#copyOpen()
    const open = this.#open.at(-1)
    if (!open) this.#root = value
    else if (open.key !== '__proto__') Reflect.set(open.value, open.key, value)
  }

  #copyOpen(): void {
    this.#isShared = false
    let parent: Open | undefined
    for (const open of this.#open) {
      open.value = Array.isArray(open.value) ? [...open.value] : { ...open.value }
      if (!parent) this.#root = open.value
      else if (parent.key !== '__proto__') Reflect.set(parent.value, parent.key, open.value)
      parent = open
    }
  }
}

function unescape(escaped: string): string {
  try {
    return JSON.parse(`"${escaped}"`) as string
  } catch {
    return ''
  }
}
