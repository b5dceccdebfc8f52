import { canonicalJson, isJsonObject, parseObject } from '../json/json.ts'
import type { AssistantToolCall, MessagePart } from './message.ts'

/** The name of the tool through which a model calls tools that a request does not list. */
export const useToolName = 'use_tool'

/** The call that a model meant, without its id. */
export type MeantCall = Omit<AssistantToolCall, 'id'>

type CallPart = Extract<MessagePart, { type: 'tool-call' }>

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

/** Tells if a name can be that of a tool that is called through `use_tool`. */
export const canBeMeant = (name: string): boolean =>
  /^[a-zA-Z0-9_-]{1,64}$/.test(name) && name !== useToolName

/** Tells if a model made the call of a part through `use_tool`. */
export const isMeant = ({ name, input, providerExecuted }: CallPart): boolean =>
  name === useToolName && input !== undefined && !providerExecuted

/** Tells if the call of a part is the given call, as it is or through `use_tool`. */
export function isCallOf(part: CallPart, call: AssistantToolCall): boolean {
  if (!isMeant(part)) return part.name === call.name
  const meant = readMeant(part.input)
  if (meant?.name !== call.name) return false
  try {
    return canonicalJson(meant.arguments) === canonicalJson(call.arguments)
  } catch {
    // A hook gave arguments that JSON cannot express.
    return false
  }
}
