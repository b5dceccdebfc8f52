import {
  type Agent,
  asksUser,
  type ContentPart,
  describeTool,
  type RegisteredTool,
  type ToolMessage,
  toModelResult,
} from '@ambit/core'
import type { ModelMessage, Schema, ToolSet } from 'ai'
import { answerTo, isAddress } from '../outside/answer-of.ts'

/**
 * Returns the registered tools of an agent for `streamText`, `generateText` or a `ToolLoopAgent` of
 * the AI SDK. Each call runs under the agent's rules, apart from its history, and the model gets
 * what the agent's own model would get. A call that does not succeed throws, and the model gets the
 * words.
 *
 * The agent asks the user, by its `approval` and with remembered answers, if it has an approver:
 * `approval.decide`, or one that is attached to `agent.pending`. Without one, `needsApproval` is
 * true where a user must be asked, and the AI SDK asks. A function `approval` of a tool then gets
 * the arguments alone. Third-party text that the model has read taints a call. It is the results
 * before the call, but for those of the agent's own trusted tools, and an untrusted scope that is
 * on.
 *
 * The tools are those that are on at this moment; a tool that goes off later answers with an error.
 */
export function toToolSet(agent: Agent): ToolSet {
  const { scopes } = agent
  const page = taintOfPage(agent)
  return Object.fromEntries(
    scopes.tools.flatMap((own) =>
      own.tool.visible.model === false ||
      own.scope.visible.model === false ||
      !scopes.isToolOn(own).enabled
        ? []
        : [[own.tool.name, toTool(agent, own, page)]],
    ),
  )
}

/** The surroundings of a call that the AI SDK tells. */
interface CallAt {
  readonly toolCallId: string
  readonly messages?: readonly ModelMessage[]
  readonly abortSignal?: AbortSignal
}

function toTool(agent: Agent, { tool }: RegisteredTool, page: string | undefined): ToolSet[string] {
  const { name, title, toModelOutput } = tool
  const { description, inputSchema } = describeTool(tool)
  // The model has read the descriptions of the moment in which the set was made.
  const taintAt = (at: CallAt): string | undefined =>
    taintOf(agent, at) ?? page ?? taintOfPage(agent)
  const mustAsk = async (input: unknown, taint: string | undefined): Promise<boolean> => {
    const now = agent.scopes.find(name)
    return now !== undefined && asksUser(agent, now.tool, input, taint)
  }
  const hasApprover = (): boolean =>
    agent.approval?.decide !== undefined || agent.pending.isAttached('approval')
  /** The ids of the calls about which the AI SDK was told not to ask: the agent does. */
  const left = new Set<string>()
  return {
    description,
    title,
    inputSchema: toSchema(inputSchema),
    needsApproval: async (input: unknown, at: CallAt) => {
      if (!hasApprover()) return mustAsk(input, taintAt(at))
      left.add(at.toolCallId)
      return false
    },
    execute: async (input: unknown, at: CallAt) => {
      const taint = taintAt(at)
      // Of what the AI SDK has asked about, the agent asks no second time.
      const decide = async (): Promise<true | undefined> =>
        (await mustAsk(input, taint)) || undefined
      // If the approver has gone since, the agent refuses what it would have asked about.
      const isLeft = left.delete(at.toolCallId)
      const caller = isLeft || hasApprover() ? agent : agent.with({ approval: { decide } })
      const { abortSignal: signal } = at
      const run = caller.runTool(name, input as Record<string, unknown>, {
        source: 'ai-sdk',
        history: false,
        taint,
        signal,
      })
      return toOutput(await answerTo(run))
    },
    toModelOutput: ({ output: given, toolCallId }: { output: unknown; toolCallId: string }) => {
      // The messages of a chat have the result as the page has it.
      const known = agent.history.get(toolCallId)
      const output = known?.role === 'tool' && known.status === 'ok' ? toOutput(known) : given
      return typeof output === 'string'
        ? { type: 'text', value: output }
        : toModelOutput && isContent(output)
          ? { ...output, value: output.value.map(toModelPart) }
          : { type: 'json', value: output ?? null }
    },
  } as unknown as ToolSet[string]
}

/** Returns the third-party text that the page shows a model, in words for people. */
function taintOfPage({ scopes }: Agent): string | undefined {
  const foreign = scopes.scopes.find((scope) => scope.untrusted && scopes.isOn(scope).enabled)
  return foreign && `the page's "${foreign.label}"`
}

/** Returns the third-party text in the results before a call, in words for people. */
function taintOf({ scopes }: Agent, { messages = [] }: CallAt): string | undefined {
  for (const { role, content } of messages) {
    if ((role !== 'tool' && role !== 'assistant') || typeof content === 'string') continue
    for (const part of content) {
      if (part.type !== 'tool-result') continue
      const { toolName, output } = part
      // What the provider ran, such as a search of the web, stands in the answer of the model. Of a
      // tool that is not the agent's, nobody knows whose text it returns.
      const isTrusted = role === 'tool' && scopes.find(toolName)?.tool.untrusted === false
      if (!isTrusted || JSON.stringify(output).includes('<untrusted-content ')) {
        return `what "${toolName}" returned`
      }
    }
  }
  return undefined
}

/** Returns the output of a call: data, text, or content with media. Throws what is an error. */
function toOutput(answer: ToolMessage | string): unknown {
  if (typeof answer === 'string') throw new Error(answer)
  const { data, told, text, isError, isUntrusted } = toModelResult(answer)
  if (isError) {
    const { error } = Object(data) as { error?: { message?: string } }
    throw new Error(isUntrusted && typeof told === 'string' ? told : (error?.message ?? text))
  }
  if (data !== undefined && !isUntrusted) return data
  return typeof told === 'string' ? told : { type: 'content', value: told.map(toPart) }
}

const isContent = (output: unknown): output is { type: 'content'; value: unknown[] } => {
  const { type, value } = Object(output) as { type?: unknown; value?: unknown }
  return type === 'content' && Array.isArray(value)
}

/** Returns a part with its address as a URL. In a message that was kept, it is text. */
function toModelPart(part: unknown): unknown {
  const { url } = Object((part as { data?: unknown }).data) as { url?: unknown }
  return typeof url === 'string' && URL.canParse(url)
    ? { ...(part as object), data: { type: 'url', url: new URL(url) } }
    : part
}

function toPart(part: ContentPart): object {
  if (part.type === 'text') return part
  const { type, data, mediaType, filename } = part
  const [, ofUrl, base64 = data] = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(data) ?? []
  return {
    type: 'file',
    mediaType: mediaType ?? (ofUrl || (type === 'file' ? 'application/octet-stream' : type)),
    data: isAddress(data) ? { type: 'url', url: data } : { type: 'data', data: base64 },
    ...(filename !== undefined && { filename }),
  }
}

/** Returns a schema as the AI SDK reads it. The agent checks the arguments, not the AI SDK. */
const toSchema = (jsonSchema: Schema['jsonSchema']): Schema =>
  ({ [Symbol.for('vercel.ai.schema')]: true, jsonSchema, validate: undefined }) as unknown as Schema
