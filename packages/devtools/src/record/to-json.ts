import { hideKeys, type Redaction } from '@ambit/core/redaction'
import { hash } from './hash.ts'
import type { RecordedRun, Recording } from './recording.ts'
import type { RunTape } from './run-tape.ts'

/** A run as JSON data, with what it refers to by hashes. */
export interface WrittenRun extends Pick<Recording, 'definitions' | 'messages' | 'files'> {
  readonly run: RecordedRun
  /** The characters of its JSON. */
  readonly size: number
}

/** The options of a written run. */
export interface WriteOptions {
  readonly isFull: boolean
  readonly redaction: Redaction | undefined
}

/** Writes a run as JSON data without secrets. */
export function toJson(tape: RunTape, { isFull, redaction }: WriteOptions): WrittenRun {
  const definitions: Record<string, unknown> = {}
  const messages: Record<string, unknown> = {}
  const files: Record<string, string> = {}
  const keep = (into: Record<string, unknown>, value: unknown): string => {
    const text = JSON.stringify(value, toBytes)
    const id = hash(text)
    into[id] ??= JSON.parse(text)
    return id
  }
  const requests = tape.run.requests.map((request) => {
    const built = tape.built.get(request)
    if (!built) return request
    const known = new Map<string, string>()
    for (const tool of built.tools ?? []) {
      if (tool.type !== 'function') continue
      const { description, inputSchema: parameters } = tool
      known.set(tool.name, keep(definitions, { description, parameters }))
    }
    const tools = request.tools?.map((tool) => {
      const definition = known.get(tool.name)
      return definition === undefined ? tool : { ...tool, definition }
    })
    const prompt = isFull ? built.prompt.map((message) => keep(messages, message)) : undefined
    return { ...request, tools, prompt }
  })
  const { value, size } = toPlain({ ...tape.run, requests }, redaction, files)
  const tables = clean(JSON.stringify({ definitions, messages }), undefined) as Pick<
    WrittenRun,
    'definitions' | 'messages'
  >
  const run = value as RecordedRun
  return { run, ...tables, files, size: size + JSON.stringify([tables, files]).length }
}

/** Copies a value as JSON data without secrets. The data of its files goes to `files`. */
export function toPlain(
  value: unknown,
  redaction: Redaction | undefined,
  files: Record<string, string>,
): { value: unknown; size: number } {
  const json = JSON.stringify(value, (key, inner: unknown) => toFile(toBytes(key, inner), files))
  return { value: clean(json, redaction), size: json.length }
}

/** Reads JSON without its secrets: those that `redaction` finds, and the usual forms of keys. */
const clean = (json: string, redaction: Redaction | undefined): unknown =>
  JSON.parse(redaction?.text(json, Number.POSITIVE_INFINITY) ?? json, (_, value: unknown) =>
    typeof value === 'string' ? hideKeys(value) : value,
  )

/** Returns the number of bytes in place of bytes, which JSON does not have. */
const toBytes = (_: string, value: unknown): unknown =>
  ArrayBuffer.isView(value) ? `${value.byteLength} bytes` : value

/** Moves the data of an attached file to `files`. A URL stays. */
function toFile(value: unknown, files: Record<string, string>): unknown {
  if (typeof value !== 'object' || value === null || !('data' in value)) return value
  const { type, data } = value as { type?: unknown; data: unknown }
  const isFile = type === 'image' || type === 'audio' || type === 'file'
  if (!isFile || typeof data !== 'string' || /^(?:https?|recording):/.test(data)) return value
  const id = hash(data)
  files[id] = data
  return { ...value, data: `recording:${id}` }
}
