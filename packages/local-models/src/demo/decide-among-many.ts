import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'
import { decide, type Decision } from './decide.ts'
import { hashOf, isRecord, parseLoosely, parseResult, readPrompt } from './prompt.ts'
import { answerSmallTalk } from './reply.ts'

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
  const known = asCalled(prompt, [...found.values()])
  const decision = decide({ ...options, tools: [...own, ...on], prompt: known }, now, hint)
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
  const value = typeof result === 'string' ? parseResult(result) : result
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
  const called: LanguageModelV4Prompt = []
  for (const message of prompt) {
    if (message.role === 'assistant') {
      const content: AssistantPart[] = []
      for (const part of message.content) {
        if (part.type !== 'tool-call') content.push(part)
        else {
          const call = toMeant(part)
          names.set(call.toolCallId, call.toolName)
          if (call.toolName !== findTools) content.push(call)
        }
      }
      if (content.length > 0) called.push({ ...message, content })
    } else if (message.role === 'tool') {
      const content: ResultPart[] = []
      for (const part of message.content) {
        const toolName = 'toolCallId' in part ? names.get(part.toolCallId) : undefined
        if (part.type !== 'tool-result' || toolName === undefined) content.push(part)
        else if (toolName !== findTools) content.push({ ...part, toolName })
      }
      if (content.length > 0) called.push({ ...message, content })
    } else called.push(message)
  }
  const off = found.filter(({ reason }) => reason !== undefined)
  if (off.length === 0) return called
  const lines = off.map(
    ({ tool, reason = '' }) => `${tool.name}: ${reason.replaceAll('<', '&lt;')}`,
  )
  const text = `<unavailable-tools>\n${lines.join('\n')}\n</unavailable-tools>`
  return [...called, { role: 'user', content: [{ type: 'text', text }] }]
}

type ContentOf<Role> = Extract<LanguageModelV4Message, { role: Role }>['content'][number]
type AssistantPart = ContentOf<'assistant'>
type ResultPart = ContentOf<'tool'>
type CallPart = Extract<AssistantPart, { type: 'tool-call' }>

/** Returns the call that a call of `use_tool` means. */
function toMeant(part: CallPart): CallPart {
  const input = typeof part.input === 'string' ? parseLoosely(part.input) : part.input
  if (part.toolName !== useTool || !isRecord(input)) return part
  return { ...part, toolName: String(input['name']), input: input['arguments'] }
}
