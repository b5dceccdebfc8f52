import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { ScriptedCall, ScriptedReply, ScriptedUsage } from './reply.ts'

/**
 * Converts a reply to stream parts, in the order of providers: metadata, reasoning, text, calls,
 * error, finish. Every text is one delta. `createCallId` is called for each call without an id.
 */
export function toParts(
  reply: ScriptedReply,
  createCallId: () => string,
): LanguageModelV4StreamPart[] {
  const { reasoning, text, calls = [] } = reply
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }]
  if (reply.responseId !== undefined)
    parts.push({ type: 'response-metadata', id: reply.responseId })
  parts.push(...(reply.parts ?? []))
  if (reasoning !== undefined) {
    parts.push(
      { type: 'reasoning-start', id: 'reasoning' },
      { type: 'reasoning-delta', id: 'reasoning', delta: reasoning },
      { type: 'reasoning-end', id: 'reasoning' },
    )
  }
  if (text !== undefined) {
    parts.push(
      { type: 'text-start', id: 'text' },
      { type: 'text-delta', id: 'text', delta: text },
      { type: 'text-end', id: 'text' },
    )
  }
  for (const call of calls) parts.push(...toCallParts(call, call.id ?? createCallId()))
  if ('error' in reply) parts.push({ type: 'error', error: reply.error })
  const isCut = reply.hang === true || 'breakWith' in reply
  if (reply.finishReason ?? (reply.finishReason === undefined && !isCut))
    parts.push(toFinish(reply))
  return parts
}

function toCallParts(
  { name: toolName, arguments: args = {} }: ScriptedCall,
  id: string,
): LanguageModelV4StreamPart[] {
  const input = typeof args === 'string' ? args : JSON.stringify(args)
  return [
    { type: 'tool-input-start', id, toolName },
    { type: 'tool-input-delta', id, delta: input },
    { type: 'tool-input-end', id },
    { type: 'tool-call', toolCallId: id, toolName, input },
  ]
}

function toFinish({ finishReason, calls, usage }: ScriptedReply): LanguageModelV4StreamPart {
  const unified: LanguageModelV4FinishReason['unified'] =
    finishReason ?? (calls?.length ? 'tool-calls' : 'stop')
  return { type: 'finish', finishReason: { unified, raw: unified }, usage: toUsage(usage) }
}

/** Converts counts to the form in which a provider reports them. */
function toUsage(usage: ScriptedUsage = { prompt: 10, completion: 5 }): LanguageModelV4Usage {
  if (usage !== 'none' && 'inputTokens' in usage) return usage
  const { prompt, completion, cached } = usage === 'none' ? noCounts : usage
  return {
    inputTokens: {
      total: prompt,
      noCache: prompt === undefined ? undefined : prompt - (cached ?? 0),
      cacheRead: cached,
      cacheWrite: undefined,
    },
    outputTokens: { total: completion, text: completion, reasoning: undefined },
  }
}

const noCounts = { prompt: undefined, completion: undefined, cached: undefined }
