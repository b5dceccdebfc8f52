// The reasons: decisions/0039.
import { isJsonObject } from '../json/json.ts'
import { parseObject, canonicalJson } from '../json/json-text.ts'
import { type CallPart, useToolName } from './read.ts'
import type { AssistantToolCall } from './message.ts'

/** The call that a model meant, without its id. */
export type MeantCall = Omit<AssistantToolCall, 'id'>

/**
 * Returns the call that the input of `use_tool` means; undefined if it means none. The arguments
 * are an object, or its JSON text.
 */
export function readMeant(input: unknown): MeantCall | undefined {
  if (!isJsonObject(input)) return undefined
  const { name, arguments: given, ...others } = input
  if (typeof name !== 'string' || !canBeMeant(name)) return undefined
  if (isJsonObject(given)) return { name, arguments: given }
  if (given === undefined) {
    return Object.keys(others).length === 0 ? { name, arguments: {} } : undefined
  }
  const raw = typeof given === 'string' ? given : JSON.stringify(given)
  const parsed = parseObject(raw)
  return parsed ? { name, arguments: parsed } : { name, arguments: {}, raw }
}

/** Whether a name can be that of a tool that is called through `use_tool`. */
export const canBeMeant = (name: string): boolean =>
  /^[a-zA-Z0-9_-]{1,64}$/.test(name) && name !== useToolName

/**
 * Returns the input of `use_tool` for a call: as the model made it, if it means the call. Otherwise
 * a plug-in, or whoever wrote an imported message, has changed the call.
 */
export function toUseInput({ input }: CallPart, call: AssistantToolCall): unknown {
  const { name, arguments: args } = call
  const meant = readMeant(input)
  const isSame = meant?.name === name && canonicalJson(meant.arguments) === canonicalJson(args)
  return isSame ? input : { name, arguments: args }
}
