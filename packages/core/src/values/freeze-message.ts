import type { Message } from './message.ts'

/** Makes a message immutable, down to the arguments of its calls. What a provider attached to its parts is left alone. */
export function freezeMessage<M extends Message>(message: M): M {
  const { calls, parts, content, output } = message as Partial<Record<Holding, unknown>>
  deepFreeze(calls)
  for (const list of [parts, content, output]) {
    if (Array.isArray(list)) list.forEach(Object.freeze)
    Object.freeze(list)
  }
  return Object.freeze(message)
}

/** What a message of one role or another holds lists in. */
type Holding = 'calls' | 'parts' | 'content' | 'output'

/** Freezes JSON data; what stands in it that is none, such as bytes, cannot be. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  for (const key in value) deepFreeze(value[key])
  return value
}
