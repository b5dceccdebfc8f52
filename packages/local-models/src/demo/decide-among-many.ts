import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'
import { type Decision, decide } from './decide.ts'
import { hashOf } from './find-request.ts'
import { parseLoosely } from './read-envelope.ts'
import { isRecord, readPrompt } from './read-prompt.ts'
import { answerSmallTalk } from './small-talk.ts'

type Options = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice'>

const findTools = 'find_tools'
const useTool = 'use_tool'

/**
 * Decides the next step, also for a request that lists few tools, and `find_tools` and `use_tool`
 * for the others. The tools that were found count as listed. A message that fits no listed tool is
 * searched for once.
 */
export function decideAmongMany(options: Options, now: Date, hint?: string): Decision {
  const { prompt, tools = [], toolChoice } = options
  const listed = new Set(tools.map(({ name }) => name))
  if (!listed.has(findTools) || !listed.has(useTool)) return decide(options, now, hint)
  const { turns } = readPrompt(prompt)
  const calls = turns.flatMap((turn) => turn.calls)
  const found = new Map<string, Found>()
  for (const { tool, value } of calls) {
    if (tool === findTools) for (const each of foundIn(value)) found.set(each.tool.name, each)
  }
  for (const name of listed) found.delete(name)
  const own = tools.filter(({ name }) => name !== findTools && name !== useTool)
  const on = [...found.values()].flatMap(({ tool, reason }) => (reason === undefined ? [tool] : []))
  const known = {
    toolChoice,
    tools: [...own, ...on],
    prompt: asCalled(prompt, [...found.values()]),
  }
  const decision = decide(known, now, hint)
  if (!('text' in decision)) {
    return {
      calls: decision.calls.map(({ id, tool, input }) =>
        listed.has(tool)
          ? { id, tool, input }
          : { id, tool: useTool, input: `{"name":${JSON.stringify(tool)},"arguments":${input}}` },
      ),
    }
  }
  const turn = turns.at(-1)
  const isFree = toolChoice === undefined || toolChoice.type === 'auto'
  if (!turn || !isFree || turn.calls.length > 0 || answerSmallTalk(turn.text, []) !== undefined) {
    return decision
  }
  const id = `find_${calls.length}_${hashOf(turn.text)}`
  return { calls: [{ id, tool: findTools, input: JSON.stringify({ query: turn.text }) }] }
}

interface Found {
  readonly tool: LanguageModelV4FunctionTool
  /** The reason for which the tool is off; undefined if it is on. */
  readonly reason: string | undefined
}

/** Returns the tools in a result of `find_tools`. That of a third party stands in an envelope. */
function foundIn(result: unknown): Found[] {
  const enveloped = /^<untrusted-content[^>]*>\n(.*)\n<\/untrusted-content>$/s
  const inner = typeof result === 'string' ? enveloped.exec(result)?.[1] : undefined
  const value = inner === undefined ? result : parseLoosely(inner)
  const tools = isRecord(value) ? value['tools'] : undefined
  return (Array.isArray(tools) ? tools : []).filter(isRecord).flatMap((each) => {
    const { name, description, parameters, unavailable } = each
    if (typeof name !== 'string' || typeof description !== 'string') return []
    if (!isRecord(parameters)) return []
    const reason = typeof unavailable === 'string' ? unavailable : undefined
    return [{ tool: { type: 'function', name, description, inputSchema: parameters }, reason }]
  })
}

/**
 * Returns a prompt without searches, in which each call of `use_tool` is one of the tool it names.
 * At its end are the found tools that are off.
 */
function asCalled(prompt: LanguageModelV4Prompt, found: readonly Found[]): LanguageModelV4Prompt {
  const names = new Map<string, string>()
  const called: LanguageModelV4Prompt = prompt.flatMap((message) => {
    if (message.role === 'assistant') {
      const content = message.content.flatMap((part) => {
        if (part.type !== 'tool-call') return [part]
        const input = typeof part.input === 'string' ? parseLoosely(part.input) : part.input
        const isUse = part.toolName === useTool && isRecord(input)
        const toolName = isUse ? String(input['name']) : part.toolName
        names.set(part.toolCallId, toolName)
        if (toolName === findTools) return []
        return [isUse ? { ...part, toolName, input: input['arguments'] } : part]
      })
      return content.length > 0 ? [{ ...message, content }] : []
    }
    if (message.role !== 'tool') return [message]
    const content = message.content.flatMap((part) => {
      if (part.type !== 'tool-result') return [part]
      const toolName = names.get(part.toolCallId) ?? part.toolName
      return toolName === findTools ? [] : [{ ...part, toolName }]
    })
    return content.length > 0 ? [{ ...message, content }] : []
  })
  const off = found.filter(({ reason }) => reason !== undefined)
  if (off.length === 0) return called
  const lines = off.map(
    ({ tool, reason = '' }) => `${tool.name}: ${reason.replaceAll('<', '&lt;')}`,
  )
  const text = `<unavailable-tools>\n${lines.join('\n')}\n</unavailable-tools>`
  return [...called, { role: 'user', content: [{ type: 'text', text }] }]
}
