import { insert } from '../fault.ts'
import type { Frame } from '../wire.ts'
import { chunk, openaiChat as wire } from './openai-chat.ts'

export const raw = (data: object): Frame => ({ label: 'text', data: JSON.stringify(data) })
export const done: Frame = { label: 'end', data: '[DONE]' }
export const delta = (given: object): Frame => ({ label: 'text', data: chunk(given) })
export const toCall = (index: number, args: string, id?: string): object => ({
  index,
  id: id ?? `call_${index}`,
  type: 'function',
  function: { name: 'save', arguments: args },
})
export const call = (index: number, args: string, id?: string): Frame =>
  delta({ tool_calls: [toCall(index, args, id)] })
export const more = (index: number, args: string): Frame =>
  delta({ tool_calls: [{ index, function: { arguments: args } }] })

/** A message of these events, which ends as one with calls does. */
export const message = (...frames: Frame[]): Frame[] =>
  insert(wire.message([], 'tool_calls'), { after: 'open' }, ...frames)
