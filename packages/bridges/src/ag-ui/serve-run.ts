import {
  type Agent,
  type AssistantToolCall,
  type ContentPart,
  describeTool,
  isDeeper,
  jsonSchema,
  type MessageInput,
  type Run,
  Tool,
  type UserContent,
} from '@ambit/core'
import type { AguiEvent } from './agui-event.ts'
import type { AguiFetchOptions } from './agui-fetch.ts'
import { toAguiEvents } from './to-agui-events.ts'

/** The fields of a `RunAgentInput` that are read. All are words of the front end. */
interface Input {
  readonly threadId: string
  readonly runId: string
  readonly state?: unknown
  readonly messages: readonly Fields[]
  readonly tools: readonly Fields[]
  readonly context: readonly unknown[]
}

type Fields = Readonly<Record<string, unknown>>

/** Answers one request of a front end with the events of a run. */
export function serveRun(agent: Agent, options: AguiFetchOptions, init: RequestInit): Response {
  const input = parseInput(init.body)
  if (!input) return new Response('The body is not a RunAgentInput.', { status: 400 })
  const told: (() => void)[] = []
  const tools = toTools(agent, input.tools, (what, error) =>
    told.push(agent.scopes.leaveOut(what, error)),
  )
  const run = begin(agent, input, tools, options)
  const { signal } = init
  const stop = (): void => run.cancel({ kind: 'user' })
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  const end = (): void => {
    signal?.removeEventListener('abort', stop)
    for (const untell of told) untell()
  }
  run.then(end, end)
  const events = toAguiEvents(run, { threadId: input.threadId })
  const names = new Set(tools.map(({ name }) => name))
  return new Response(toBody(events, input.runId, names, stop), {
    headers: { 'content-type': 'text/event-stream' },
  })
}

function parseInput(body: unknown): Input | undefined {
  try {
    const input = JSON.parse(String(body)) as Partial<Input>
    const { threadId, runId, messages, tools = [], context = [] } = input
    const isInput =
      typeof threadId === 'string' &&
      typeof runId === 'string' &&
      !isDeeper(input) &&
      [messages, tools ?? [], context ?? []].every((list) => Array.isArray(list))
    // Serializers of several languages write a field that is not there as null.
    return isInput
      ? ({
          ...input,
          // The words of a subagent are not those of the agent.
          messages: objects(messages).filter(({ subagentRunId: id }) => (id ?? '') === ''),
          tools: objects(tools),
          context: context ?? [],
        } as Input)
      : undefined
  } catch {
    return undefined
  }
}

/** Returns the members of a list that are objects. */
const objects = (list: unknown): Fields[] =>
  (Array.isArray(list) ? (list as unknown[]) : []).filter(
    (one): one is Fields => typeof one === 'object' && one !== null && !Array.isArray(one),
  )

/**
 * Returns the tools of the front end whose names are free. One that no provider takes is left out,
 * which `agent.scopes.leftOut` says during the run, and the console.
 */
function toTools(
  agent: Agent,
  given: readonly Fields[],
  leaveOut: (what: string, error: unknown) => void,
): Tool[] {
  const tools = new Map<string, Tool>()
  for (const { name, description, parameters } of given) {
    if (typeof name !== 'string' || agent.scopes.find(name) || tools.has(name)) continue
    try {
      const schema = { type: 'object', ...(Object(parameters) as object) }
      const tool = new Tool({
        name,
        description: typeof description === 'string' && description ? description : name,
        parameters: jsonSchema(schema as Parameters<typeof jsonSchema>[0]),
        // The front end runs it after the run.
        result: { silent: true },
        handler: (_args, ctx) => ctx.run.stop(),
      })
      // Throws for what could not be listed.
      describeTool(tool)
      tools.set(name, tool)
    } catch (error) {
      leaveOut(`tool "${name.slice(0, 64)}" of the front end`, error)
    }
  }
  return [...tools.values()]
}

function begin(
  agent: Agent,
  { threadId, messages, context, state }: Input,
  own: readonly Tool[],
  options: AguiFetchOptions,
): Run<unknown> {
  const trusted = options.trusted === true
  const history = messages.flatMap((message) => toMessage(message, trusted))
  const about = [...context, ...(isEmpty(state) ? [] : [{ state }])]
  if (about.length > 0) {
    const text = `What the page shows, as JSON: ${JSON.stringify(about)}`
    const part: ContentPart = { type: 'text', text, ...(!trusted && { untrusted: true }) }
    const taint = trusted ? {} : foreign
    const at = history.findLastIndex(({ role }) => role === 'user')
    history.splice(Math.max(at, 0), 0, { role: 'user', source: 'app', content: [part], ...taint })
  }
  const names = agent.scopes.tools.map(({ tool }) => tool.name)
  const call = { sessionId: threadId, ...(own.length > 0 && { tools: [...names, ...own] }) }
  const last = history.at(-1)
  return last?.role === 'user'
    ? agent.execute(last.content, { ...call, history: history.slice(0, -1) })
    : agent.resume({ ...call, from: history })
}

/** The mark of a message with words that the page does not answer for. */
const foreign = { taint: 'untrusted', taintedBy: 'what the front end sent' } as const

const isEmpty = (state: unknown): boolean =>
  state === undefined || state === null || Object.keys(Object(state) as object).length === 0

/** Returns a message for a history. Reasoning, activities and words of the system have none. */
function toMessage(message: Fields, isTrusted: boolean): MessageInput[] {
  const { role, content, toolCalls, toolCallId, error } = message
  if (role === 'user') return [{ role, content: toContent(content) }]
  if (role === 'tool') {
    const text = typeof content === 'string' ? content : JSON.stringify(content ?? '')
    const status = error === undefined || error === null ? 'ok' : 'error'
    const taint = isTrusted ? {} : foreign
    return [{ role, id: String(toolCallId), content: text, status, ...taint }]
  }
  if (role !== 'assistant') return []
  const calls = (Array.isArray(toolCalls) ? toolCalls : []).map(toCall)
  const text = typeof content === 'string' ? content : ''
  return [
    {
      role,
      ...(text && { content: text }),
      ...(calls.length > 0 && { calls }),
      ...(!isTrusted && { taint: 'derived' }),
    },
  ]
}

function toCall(given: unknown): AssistantToolCall {
  const { id, function: asked } = Object(given) as Fields
  const { name, arguments: text } = Object(asked) as Fields
  let args: unknown
  try {
    args = JSON.parse(String(text))
  } catch {
    args = {}
  }
  return { id: String(id), name: String(name), arguments: Object(args) as Record<string, unknown> }
}

/** Returns the content of a user's message. */
function toContent(content: unknown): UserContent {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  return content.flatMap((part): ContentPart[] => {
    const { type, text, source } = Object(part) as Fields
    if (type === 'text') return [{ type, text: String(text) }]
    const { value, mimeType } = Object(source) as Fields
    if (typeof value !== 'string') return []
    const mediaType = typeof mimeType === 'string' ? mimeType : undefined
    const kind = type === 'image' || type === 'audio' ? type : 'file'
    return [{ type: kind, data: value, ...(mediaType !== undefined && { mediaType }) }]
  })
}

/** Returns the events as a stream. The results of the front end's tools are its own to tell. */
function toBody(
  events: AsyncGenerator<AguiEvent, void>,
  runId: string,
  names: ReadonlySet<string>,
  stop: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const own = new Set<unknown>()
  return new ReadableStream<Uint8Array>(
    {
      async pull(to) {
        for (;;) {
          const { value: event } = await events.next()
          if (!event) return to.close()
          const { type, toolCallId, subagentRunId } = event
          const isOwn = subagentRunId === undefined && names.has(String(event['toolCallName']))
          if (type === 'TOOL_CALL_START' && isOwn) own.add(toolCallId)
          if (type === 'TOOL_CALL_RESULT' && own.has(toolCallId)) continue
          // The front end knows the run by the id that it gave.
          const told = 'runId' in event ? { ...event, runId } : event
          return to.enqueue(encoder.encode(`data: ${JSON.stringify(told)}\n\n`))
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  )
}
