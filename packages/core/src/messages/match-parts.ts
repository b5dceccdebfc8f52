import type {
  AssistantMessage,
  AssistantToolCall,
  MessagePart,
  ProviderMetadata,
} from './message.ts'

type Written = Pick<AssistantMessage, 'content' | 'reasoning' | 'calls' | 'parts'>

/**
 * Returns the parts of a message as its other fields say. Parts of calls that are not in `calls`
 * are left out, and missing ones are added. Text that differs from `content`, or from `reasoning`,
 * becomes one plain part. An undefined text stays as it is in the parts. A call through `use_tool`
 * stays as the model made it. Returns the same array if nothing differs.
 */
export function matchParts(message: Written): readonly MessagePart[] {
  const { calls = [], parts } = message
  const stale = staleTexts(message)
  const missing = new Map(calls.map((call) => [call.id, call]))
  const asked = parts.filter(isAsked)
  const isSame =
    asked.length === missing.size &&
    asked.every((part) => {
      const call = missing.get(part.id)
      return call && (call.name === part.name || isMeant(part))
    })
  if (isSame && stale.size === 0) return parts
  const matched: MessagePart[] = []
  const [reasoning] = toText('reasoning', stale)
  if (reasoning) matched.push(reasoning)
  for (const part of parts) {
    if (!isAsked(part)) {
      if (!stale.has(part.type)) matched.push(unlinked(part))
      continue
    }
    const call = missing.get(part.id)
    if (call) matched.push(isMeant(part) ? unlinked(part) : { ...unlinked(part), ...toPart(call) })
    missing.delete(part.id)
  }
  const firstCall = matched.findIndex(isAsked)
  matched.splice(firstCall < 0 ? matched.length : firstCall, 0, ...toText('text', stale))
  for (const call of missing.values()) matched.push(toPart(call))
  return matched
}

const toPart = ({ id, name }: AssistantToolCall): CallPart => ({ type: 'tool-call', id, name })

/**
 * Removes the reference to an item that the provider stores. The provider would read its own item
 * in place of the part, which may have changed.
 */
export function unlinked(part: MessagePart): MessagePart {
  const { providerMetadata, ...rest } = part
  if (!providerMetadata) return part
  const kept: ProviderMetadata = {}
  for (const [provider, { itemId: _itemId, ...fields }] of Object.entries(providerMetadata)) {
    kept[provider] = fields
  }
  return { ...rest, providerMetadata: kept }
}

/** Returns the joined text of the parts of one type. */
export const joinText = (
  parts: readonly MessagePart[],
  type: MessagePart['type'] & ('text' | 'reasoning'),
): string => parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')

/** Returns the texts that the parts do not have as the message says, by the type of their parts. */
function staleTexts({ content, reasoning, parts }: Written): ReadonlyMap<string, string> {
  const stale = new Map<string, string>()
  if (content !== undefined && content !== joinText(parts, 'text')) stale.set('text', content)
  if (reasoning !== undefined && reasoning !== joinText(parts, 'reasoning')) {
    stale.set('reasoning', reasoning)
  }
  return stale
}

function toText(type: 'text' | 'reasoning', stale: ReadonlyMap<string, string>): MessagePart[] {
  const text = stale.get(type)
  return text ? [{ type, text }] : []
}

/** A part with a call. */
export type CallPart = Extract<MessagePart, { type: 'tool-call' }>

/** The name of the tool through which a model calls tools that a request does not list. */
export const useToolName = 'use_tool'

/** Tells if a model made the call of a part through `use_tool`. */
export const isMeant = ({ name, input, providerExecuted }: CallPart): boolean =>
  name === useToolName && input !== undefined && !providerExecuted

/** Tells if a part is a call of the model that the page answers. */
const isAsked = (part: MessagePart): part is CallPart =>
  part.type === 'tool-call' && !part.providerExecuted
