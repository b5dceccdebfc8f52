import { type Redaction, shortHash } from '@ambit/core/redaction'
import type { RecordedRun, Recording } from './recording.ts'
import type { Draft, RunTape } from './run-tape.ts'
import { type Plain, toPlain } from './to-plain.ts'

/** The values that a recording has once, by their hashes. */
export type Tables = Draft<Pick<Recording, 'toolLists' | 'definitions' | 'messages' | 'files'>>

export const noTables = (): Tables => ({ toolLists: {}, definitions: {}, messages: {}, files: {} })

/** The JSON of tools and messages, which most requests share, by itself. It is of one redaction. */
export type Known = Map<unknown, Plain>

/** A run as JSON data. */
export interface Written {
  readonly run: RecordedRun
  readonly tables: Tables
  /** The characters of the JSON. */
  readonly size: number
}

/** The writer of one run as JSON data. */
export interface RunWriter {
  readonly tape: RunTape
  /** Writes the requests so far, and forgets them as they were built. */
  readonly writeRequests: () => void
  /** Returns the run without secrets: the same object once the run is over. */
  readonly write: () => Written
}

export function createWriter(
  tape: RunTape,
  redaction: Redaction | undefined,
  known: Known,
  isFull: boolean,
): RunWriter {
  const { run, built } = tape
  const tables = noTables()
  let written: Written | undefined

  /** Adds a value to a table. Returns its hash. `key` finds an equal value again. */
  const keep = (name: keyof Tables, value: object, key: unknown = value): string => {
    const plain = known.get(key) ?? toPlain(value, redaction)
    known.set(key, plain)
    const id = (plain.id ??= shortHash(plain.text))
    tables[name][id] = plain.value as never
    Object.assign(tables.files, plain.files)
    return id
  }

  const writeRequests = (): void => {
    for (const [asked, { request, tools, contexts, bytes, taint }] of built.splice(0)) {
      const list = tools.map((tool) => {
        const definition = request.tools?.find(({ name }) => name === tool.name)
        return {
          ...tool,
          thrown: tool.thrown && String(tool.thrown as Error),
          definition: definition && keep('definitions', definition),
        }
      })
      const prompt = isFull ? request.prompt.map((message) => keep('messages', message)) : undefined
      Object.assign(asked, {
        tools: keep('toolLists', list, JSON.stringify(list)),
        contexts,
        bytes,
        taint,
        prompt,
      })
    }
  }

  const write = (): Written => {
    if (written) return written
    writeRequests()
    const { value, text, files } = toPlain(run, redaction)
    Object.assign(tables.files, files)
    const size = text.length + JSON.stringify(tables).length
    const made = { run: value as RecordedRun, tables, size }
    if (run.status !== 'running') written = made
    return made
  }
  return { tape, writeRequests, write }
}
