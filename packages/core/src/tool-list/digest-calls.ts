import type { AssistantToolCall } from '../messages/message.ts'
import { useToolName } from '../messages/match-parts.ts'
import { type MeantCall, canBeMeant, readMeant } from '../messages/meant-call.ts'
import type { ModelResponse } from '../model/response.ts'
import type { OnDelta } from './tool-list.ts'

/**
 * Returns a response whose calls are those that the model meant. The parts keep each call of
 * `use_tool` as the model made it. A call that means no tool stays as it is.
 */
export function readCalls(response: ModelResponse): ModelResponse {
  const meant = new Map<string, MeantCall>()
  const inputs = new Map<string, unknown>()
  for (const call of response.calls) {
    const found = call.name === useToolName ? toMeant(call) : undefined
    if (!found) continue
    meant.set(call.id, found)
    const { name, arguments: args } = found
    inputs.set(call.id, call.raw === undefined ? call.arguments : { name, arguments: args })
  }
  if (meant.size === 0) return response
  return {
    ...response,
    calls: response.calls.map((call) => ({ id: call.id, ...(meant.get(call.id) ?? call) })),
    parts: response.parts.map((part) =>
      part.type === 'tool-call' && inputs.has(part.id)
        ? { ...part, input: inputs.get(part.id) }
        : part,
    ),
  }
}

function toMeant({ arguments: args, raw }: AssistantToolCall): MeantCall | undefined {
  if (raw === undefined) return readMeant(args)
  const start = readStart(raw)
  // The text was cut, or is no JSON. Its tool is known all the same.
  return start && { name: start.name, arguments: {}, raw: raw.slice(start.end) || '…' }
}

/** Returns the name that arguments of `use_tool` begin with, and where those of the tool are. */
function readStart(text: string): { readonly name: string; readonly end: number } | undefined {
  const [start, name = ''] = beginning.exec(text) ?? []
  return start !== undefined && canBeMeant(name) ? { name, end: start.length } : undefined
}

const beginning = /^\s*\{\s*"name"\s*:\s*"([\w-]{1,64})"\s*,\s*"arguments"\s*:\s*/

/**
 * Returns a listener that tells `onDelta` the arguments of the tool that a call of `use_tool`
 * means, as they come. It can do so if the name comes first and the arguments are an object.
 * Otherwise the call is first told of when it is whole.
 */
export function readDeltas(onDelta: OnDelta): OnDelta {
  const readers = new Map<object, Reader>()
  return (part, delta) => {
    if (part.type !== 'tool-call' || part.name !== useToolName) return onDelta(part, delta)
    const reader = readers.get(part) ?? new Reader()
    readers.set(part, reader)
    const piece = reader.read(delta)
    const { name } = reader
    if (piece === '' || name === undefined) return
    reader.part ??= { type: 'tool-call', id: part.id, name }
    onDelta(reader.part, piece)
  }
}

/** The most characters before the arguments of the tool. */
const mostBefore = 200

/** The reader of one call of `use_tool`, whose text comes in pieces. */
class Reader {
  part: Parameters<OnDelta>[0] | undefined
  /** The name of the tool, once it is known. */
  name: string | undefined
  #before = ''
  #depth = 0
  #isInText = false
  #isEscaped = false
  #isDone = false

  /** Returns the part of a piece that belongs to the arguments of the tool. */
  read(piece: string): string {
    if (this.#isDone) return ''
    if (this.name !== undefined) return this.#take(piece)
    this.#before += piece
    const start = readStart(this.#before)
    const rest = start && this.#before.slice(start.end)
    if (start && rest?.startsWith('{')) {
      this.name = start.name
      return this.#take(rest)
    }
    this.#isDone = rest ? true : this.#before.length > mostBefore
    return ''
  }

  /** Returns a piece up to the end of the object. */
  #take(piece: string): string {
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isInText) {
        if (character === '\\') this.#isEscaped = true
        else if (character === '"') this.#isInText = false
      } else if (character === '"') this.#isInText = true
      else if (character === '{') this.#depth++
      else if (character === '}' && --this.#depth === 0) {
        this.#isDone = true
        return piece.slice(0, at + 1)
      }
    }
    return piece
  }
}
