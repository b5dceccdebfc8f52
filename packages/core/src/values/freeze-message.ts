import type { Message } from './message.ts'

/** Makes a message immutable, down to the arguments of its calls. What a provider attached to its parts is left alone. */
export function freezeMessage<M extends Message>(message: M): M {
  if (message.role === 'assistant') {
    deepFreeze(message.calls)
    freezeEach(message.parts)
  } else if (message.role === 'user') freezeEach(message.content)
  else freezeEach(message.output)
  return Object.freeze(message)
}

function freezeEach(list: unknown): void {
  if (!Array.isArray(list)) return
  for (const item of list) Object.freeze(item)
  Object.freeze(list)
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
}
