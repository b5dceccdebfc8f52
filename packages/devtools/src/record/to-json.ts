import { hideKeys, type Redaction } from '@ambit/core/redaction'
import { hash } from './hash.ts'
import type { RecordedRun, Recording } from './recording.ts'
import type { RunTape } from './run-tape.ts'

type Tables = Pick<Recording, 'definitions' | 'messages'>

/** A run as JSON data, with what it refers to by hashes. */
export interface WrittenRun extends Tables, Pick<Recording, 'files'> {
  readonly run: RecordedRun
  /** The characters of its JSON. */
  readonly size: number
}

/** Writes a run as JSON data without secrets. */
export function toJson(
  { run, built }: RunTape,
  isFull: boolean,
  redaction: Redaction | undefined,
): WrittenRun {
  const definitions: Record<string, unknown> = {}
  const messages: Record<string, unknown> = {}
  const files: Record<string, string> = {}
  const keep = (into: Record<string, unknown>, value: unknown): string => {
    const text = JSON.stringify(value, toValue)
    const id = hash(text)
    into[id] ??= JSON.parse(text)
    return id
  }
  const requests = run.requests.map((request, at) => {
    const { prompt = [], tools: sent = [] } = built.get(at) ?? {}
    const tools = request.tools?.map((tool) => {
      const found = sent.find(({ name }) => name === tool.name)
      if (found?.type !== 'function') return tool
      const { description, inputSchema: parameters } = found
      return { ...tool, definition: keep(definitions, { description, parameters }) }
    })
    const hashes = isFull && prompt.map((message) => keep(messages, message))
    return { ...request, tools, ...(hashes && { prompt: hashes }) }
  })
  const plain = toPlain({ ...run, requests }, redaction, files)
  // The definitions are of the app, and core has removed the secrets of prompts.
  const tables = toPlain({ definitions, messages }, undefined, files)
  const size = plain.size + tables.size + JSON.stringify(files).length
  return { run: plain.value as RecordedRun, ...(tables.value as Tables), files, size }
}

/** Copies a value as JSON data without secrets. The data of its files goes to `files`. */
export function toPlain(
  value: unknown,
  redaction: Redaction | undefined,
  files: Record<string, string>,
): { value: unknown; size: number } {
  const json = JSON.stringify(value, (key, inner: unknown) => toFile(toValue(key, inner), files))
  const clean = redaction?.text(json, Number.POSITIVE_INFINITY) ?? json
  const hide = (_: string, inner: unknown): unknown =>
    typeof inner === 'string' ? hideKeys(inner) : inner
  return { value: JSON.parse(clean, hide), size: json.length }
}

/** Returns words in place of bytes and of what was thrown, which JSON does not have. */
const toValue = (key: string, value: unknown): unknown => {
  if (key === 'thrown') return String(value)
  return ArrayBuffer.isView(value) ? `${value.byteLength} bytes` : value
}

/** Moves the data of an attached file to `files`. A URL stays. */
function toFile(value: unknown, files: Record<string, string>): unknown {
  const { type = '', data } = (value ?? {}) as { type?: string; data?: unknown }
  const isFile = /^(?:image|audio|file)$/.test(type) && typeof data === 'string'
  if (!isFile || /^(?:http|recording:)/.test(data)) return value
  const id = hash(data)
  files[id] = data
  return { ...(value as object), data: `recording:${id}` }
}
