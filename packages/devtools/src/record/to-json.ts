import { hideKeys, type Redaction } from '@ambit/core/redaction'
import { hash } from './hash.ts'
import type { RecordedRun, Recording } from './recording.ts'
import type { RunTape } from './run-tape.ts'

/** The values that a recording has once, by their hashes. */
export type Tables = Pick<Recording, 'toolLists' | 'definitions' | 'messages' | 'files'>

interface Plain {
  readonly value: unknown
  readonly text: string
  readonly files: Record<string, string>
}

export const noTables = (): Tables => ({ toolLists: {}, definitions: {}, messages: {}, files: {} })

/** The JSON of tools and messages, which most requests share. */
const known = new WeakMap<object, Plain & { readonly id: string }>()

/** The writer of one run as JSON data. */
export class RunWriter {
  readonly tape: RunTape
  readonly tables: Tables = noTables()
  readonly #isFull: boolean
  readonly #redaction: Redaction | undefined
  #written: { readonly run: RecordedRun; readonly size: number } | undefined

  constructor(tape: RunTape, isFull: boolean, redaction: Redaction | undefined) {
    this.tape = tape
    this.#isFull = isFull
    this.#redaction = redaction
  }

  /** Writes the requests so far, and forgets them as they were built. */
  writeRequests(): void {
    const { run, built } = this.tape
    for (const [at, from] of built) {
      const { prompt, tools: sent = [] } = from.request
      const byName = new Map(sent.map((tool) => [tool.name, tool]))
      const list = from.tools.map((tool) => {
        const definition = byName.get(tool.name)
        return definition ? { ...tool, definition: this.#keep('definitions', definition) } : tool
      })
      const tools = this.#keep('toolLists', list)
      const { contexts, bytes, taint } = from
      const hashes = this.#isFull
        ? prompt.map((message) => this.#keep('messages', message))
        : undefined
      const written = { tools, contexts, bytes, taint, prompt: hashes }
      Object.assign(run.requests[at] ?? {}, written)
    }
    built.clear()
  }

  /** Returns the run without secrets, and the characters of its JSON. */
  write(): { readonly run: RecordedRun; readonly size: number } {
    if (this.#written) return this.#written
    this.writeRequests()
    const { value, text, files } = toPlain(this.tape.run, this.#redaction)
    Object.assign(this.tables.files, files)
    const size = text.length + JSON.stringify(this.tables).length
    const written = { run: value as RecordedRun, size }
    if (this.tape.run.status !== 'running') this.#written = written
    return written
  }

  /** Adds a value to a table. Returns its hash. */
  #keep(name: keyof Tables, value: object): string {
    let found = known.get(value)
    if (!found) {
      const plain = toPlain(value)
      known.set(value, (found = { ...plain, id: hash(plain.text) }))
    }
    const { id, value: kept, files } = found
    Object.assign(this.tables[name], { [id]: kept })
    Object.assign(this.tables.files, files)
    return id
  }
}

/** Copies a value as JSON data without secrets. The data of its files is apart. */
export function toPlain(value: unknown, redaction?: Redaction): Plain {
  const files: Record<string, string> = {}
  const json = JSON.stringify(value, (key, inner: unknown) => {
    if (typeof inner === 'string') return inner.length > 8 ? hideKeys(inner) : inner
    if (key === 'thrown') return String(inner)
    return ArrayBuffer.isView(inner) ? `${inner.byteLength} bytes` : toFile(inner, files)
  })
  const text = redaction?.text(json, json.length) ?? json
  return { value: JSON.parse(text), text, files }
}

/** Moves the data of an attached file to `files`. A URL stays. */
function toFile(value: unknown, files: Record<string, string>): unknown {
  const { type = '', data } = (value ?? {}) as { type?: string; data?: unknown }
  const isFile = typeof data === 'string' && /image|audio|file/.test(type)
  if (!isFile || /^http|^recording:/.test(data)) return value
  const id = hash(data)
  files[id] = data
  return { ...(value as object), data: `recording:${id}` }
}
