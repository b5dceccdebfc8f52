import type { BaseEvent, RunAgentInput } from '@ag-ui/core'
import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import { EventEncoder } from '@ag-ui/encoder'
import type { AguiEvent } from '../src/ag-ui/agui-event.ts'

/** An answer of a remote agent: its events between the start and the end of a run, or all bytes. */
export type RemoteReply =
  | readonly AguiEvent[]
  | Response
  | ((input: RunAgentInput) => readonly AguiEvent[] | Response)

/** A remote AG-UI agent that is not there: the function that sends requests answers them. */
export interface RemoteAgent {
  readonly fetch: typeof globalThis.fetch
  readonly inputs: RunAgentInput[]
  readonly requests: Request[]
}

/** Makes a remote agent that gives these answers, one a request. Each request is a valid input. */
export function remoteAgent(...replies: RemoteReply[]): RemoteAgent {
  const inputs: RunAgentInput[] = []
  const requests: Request[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const request = new Request(url, init)
    requests.push(request.clone())
    const input = RunAgentInputSchema.parse(await request.json()) as unknown as RunAgentInput
    inputs.push(input)
    const reply = replies.shift()
    if (!reply) throw new Error('The remote agent has no answer left.')
    const answer = typeof reply === 'function' ? reply(input) : reply
    return answer instanceof Response ? answer : streamOf(wholeRun(input, answer))
  }
  return { fetch, inputs, requests }
}

const encoder = new EventEncoder()

/** Returns events as the official encoder writes them. */
export const encode = (events: readonly AguiEvent[]): string =>
  events.map((event) => encoder.encodeSSE(event as unknown as BaseEvent)).join('')

/** Returns a response with these events, or with this body. */
export const streamOf = (body: readonly AguiEvent[] | BodyInit): Response =>
  new Response(Array.isArray(body) ? encode(body as readonly AguiEvent[]) : (body as BodyInit), {
    headers: { 'content-type': 'text/event-stream' },
  })

/** Adds the events that begin and end a run, where they are missing. */
export function wholeRun(
  { threadId, runId }: Pick<RunAgentInput, 'threadId' | 'runId'>,
  events: readonly AguiEvent[],
): AguiEvent[] {
  const isEnded = events.some(({ type }) => type === 'RUN_FINISHED' || type === 'RUN_ERROR')
  const end = { type: 'RUN_FINISHED', threadId, runId }
  const begin = { type: 'RUN_STARTED', threadId, runId }
  return [begin, ...events.map((event) => ({ ...event })), ...(isEnded ? [] : [end])]
}

/** Returns the events of a message. */
export const say = (messageId: string, ...deltas: string[]): AguiEvent[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  ...deltas.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
  { type: 'TEXT_MESSAGE_END', messageId },
]

/** Returns the events of a call, with its answer if the remote agent gives it. */
export const callTool = (
  toolCallId: string,
  toolCallName: string,
  args: readonly string[],
  content?: string,
): AguiEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName },
  ...args.map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId, delta })),
  { type: 'TOOL_CALL_END', toolCallId },
  ...(content === undefined
    ? []
    : [{ type: 'TOOL_CALL_RESULT', toolCallId, messageId: `${toolCallId}-found`, content }]),
]

/** Returns the event that ends a run with interrupts. */
export const interrupt = (...interrupts: Record<string, unknown>[]): AguiEvent => ({
  type: 'RUN_FINISHED',
  threadId: 't',
  runId: 'r',
  outcome: { type: 'interrupt', interrupts },
})
