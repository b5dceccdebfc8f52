import {
  AgentError,
  type AgentEvent,
  type AssistantMessage,
  type EventOf,
  type Run,
  toModelResult,
} from '@ambit/core'
import { textWithoutSecrets, withoutSecrets } from '../outside/without-secrets.ts'
import type { AguiEvent } from './agui-event.ts'
import { protocolVersion } from './protocol-version.ts'

/** The events of Ambit that come as a `CUSTOM` event of their own name, such as `ambit.settled`. */
const custom: ReadonlySet<string> = new Set<AgentEvent['type']>([
  'agent:pending_added',
  'agent:pending_resolved',
  'agent:tool_progress',
  'agent:tool_retrying',
  'agent:tool_undone',
  'agent:request_retrying',
  'agent:settled',
  'agent:waiting',
  'agent:warning',
])

/** The writer of the events of one run. It knows what is open, because the end must close it. */
export class EventWriter {
  readonly #run: Run<unknown>
  readonly #threadId: string | undefined
  /** The events that end what is open, by the id of the text, the reasoning or the call. */
  readonly #open = new Map<string, readonly AguiEvent[]>()
  /** The ids of the texts and calls that were written. */
  readonly #written = new Set<string>()
  #out: AguiEvent[] = []

  constructor(run: Run<unknown>, threadId: string | undefined) {
    this.#run = run
    this.#threadId = threadId
  }

  write(event: AgentEvent): readonly AguiEvent[] {
    this.#out = []
    this.#add(event)
    return this.#out
  }

  #add(event: AgentEvent): void {
    const { type, runId } = event
    const threadId = this.#threadId ?? event.sessionId ?? event.rootRunId
    if (type === 'agent:started') {
      const { parentRunId } = event
      this.#put('RUN_STARTED', {
        threadId,
        runId,
        protocolVersion,
        ...(parentRunId && { parentRunId }),
      })
    } else if (type === 'agent:request_started') {
      const stepName = `iteration ${event.iteration}`
      this.#put('STEP_STARTED', { stepName })
      this.#open.set('step', [{ type: 'STEP_FINISHED', stepName }])
    } else if (type === 'agent:delta') this.#delta(event)
    else if (type === 'agent:request_completed') {
      if (event.message) this.#complete(event.message)
      else this.#close()
    } else if (type === 'agent:tool_started') {
      const { call } = event
      if (!this.#written.has(call.id)) this.#whole(call.id, call.name, call.arguments)
    } else if (
      type === 'agent:tool_succeeded' ||
      type === 'agent:tool_failed' ||
      type === 'agent:tool_cancelled'
    ) {
      this.#result(event.callId, this.#contentOf(event))
    } else if (type === 'agent:custom')
      this.#put('CUSTOM', { name: event.name, value: withoutSecrets(this.#run, event.data) })
    else if (custom.has(type)) {
      this.#put('CUSTOM', {
        name: type.replace('agent:', 'ambit.'),
        value: withoutSecrets(this.#run, event),
      })
    } else if (type === 'agent:completed' || type === 'agent:cancelled') {
      const outcome = { type: type === 'agent:completed' ? 'success' : 'cancelled' }
      this.#close()
      this.#put('RUN_FINISHED', { threadId, runId, outcome, ...usageOf(event) })
    } else if (type === 'agent:failed') {
      const { error } = event
      const message = textWithoutSecrets(this.#run, error.message)
      const code = AgentError.is(error) ? error.code : error.name
      this.#close()
      this.#put('RUN_ERROR', { message, code, ...usageOf(event) })
    }
  }

  /** Writes what of a message did not stream, and ends its texts, its calls and the step. */
  #complete({ id, content, reasoning, calls = [], parts }: AssistantMessage): void {
    if (reasoning && !this.#written.has(`${id}-reasoning`)) this.#reasoning(id, reasoning)
    if (content && !this.#written.has(id)) this.#text(id, content)
    for (const call of calls) {
      if (!this.#written.has(call.id)) this.#whole(call.id, call.name, call.arguments, id)
    }
    for (const part of parts) {
      if (part.type === 'tool-call' && part.providerExecuted) {
        this.#whole(part.id, part.name, part.input, id)
      } else if (part.type === 'tool-result') this.#result(part.id, this.#textOf(part.result))
    }
    this.#close()
  }

  #delta(event: EventOf<'agent:delta'>): void {
    const { messageId, text } = event
    if (event.of === 'call') this.#call(event.callId, event.tool, text, messageId)
    else if (event.of === 'text') this.#text(messageId, text)
    else if (event.of === 'reasoning') this.#reasoning(messageId, text)
  }

  #text(messageId: string, delta: string): void {
    if (!this.#open.has(messageId)) {
      this.#put('TEXT_MESSAGE_START', { messageId, role: 'assistant' })
      this.#begin(messageId, [{ type: 'TEXT_MESSAGE_END', messageId }])
    }
    this.#put('TEXT_MESSAGE_CONTENT', { messageId, delta })
  }

  #reasoning(id: string, delta: string): void {
    const messageId = `${id}-reasoning`
    if (!this.#open.has(messageId)) {
      this.#put('REASONING_START', { messageId })
      this.#put('REASONING_MESSAGE_START', { messageId, role: 'reasoning' })
      this.#begin(messageId, [
        { type: 'REASONING_MESSAGE_END', messageId },
        { type: 'REASONING_END', messageId },
      ])
    }
    this.#put('REASONING_MESSAGE_CONTENT', { messageId, delta })
  }

  #call(toolCallId: string, toolCallName: string, delta: string, parentMessageId?: string): void {
    if (!this.#open.has(toolCallId)) {
      const parent = parentMessageId !== undefined && { parentMessageId }
      this.#put('TOOL_CALL_START', { toolCallId, toolCallName, ...parent })
      this.#begin(toolCallId, [{ type: 'TOOL_CALL_END', toolCallId }])
    }
    this.#put('TOOL_CALL_ARGS', { toolCallId, delta })
  }

  #whole(id: string, name: string, input: unknown, messageId?: string): void {
    this.#call(id, name, JSON.stringify(input ?? {}), messageId)
    this.#close(id)
  }

  #result(toolCallId: string, content: string): void {
    this.#put('TOOL_CALL_RESULT', {
      messageId: `${toolCallId}-result`,
      toolCallId,
      content,
      role: 'tool',
    })
  }

  #begin(id: string, end: readonly AguiEvent[]): void {
    this.#written.add(id)
    this.#open.set(id, end)
  }

  /** Ends one thing that is open, or all: the newest first. */
  #close(only?: string): void {
    for (const [id, end] of [...this.#open].reverse()) {
      if (only !== undefined && id !== only) continue
      this.#open.delete(id)
      this.#out.push(...end)
    }
  }

  #put(type: string, fields: object): void {
    this.#out.push({ type, ...fields })
  }

  /** Returns what a call was answered. Code that runs as an agent has no messages. */
  #contentOf(event: EndOfCall): string {
    // The agent of a run inside may have no redaction of its own.
    if (event.message) return this.#textOf(toModelResult(event.message).text)
    if (event.type === 'agent:tool_succeeded') return this.#textOf(event.result)
    const { name, message } =
      event.type === 'agent:tool_failed'
        ? event.error
        : { name: 'CancellationError', message: event.reason.kind }
    return this.#textOf({ error: { name, message } })
  }

  #textOf(value: unknown): string {
    const made = withoutSecrets(this.#run, value)
    return typeof made === 'string' ? made : JSON.stringify(made)
  }
}

type EndOfCall = EventOf<'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'>

/** Returns the tokens of a run in the protocol's words. */
function usageOf({
  usage,
}: EventOf<'agent:completed' | 'agent:cancelled' | 'agent:failed'>): object {
  if (usage.totalTokens === 0) return {}
  const { promptTokens, completionTokens, totalTokens } = usage
  const { reasoningTokens, cachedTokens, cacheWriteTokens } = usage
  return {
    usage: [
      {
        inputTokens: promptTokens,
        outputTokens: completionTokens,
        totalTokens,
        ...(reasoningTokens !== undefined && { reasoningTokens }),
        ...(cachedTokens !== undefined && { cachedInputTokens: cachedTokens }),
        ...(cacheWriteTokens !== undefined && { cacheWriteInputTokens: cacheWriteTokens }),
      },
    ],
  }
}

/** The runs inside the calls of a run, told as its subagents. */
export class Subagents {
  readonly #createWriter: () => EventWriter
  /** The writers of the runs whose beginning was told. */
  readonly #writers = new Map<string, EventWriter>()

  constructor(createWriter: () => EventWriter) {
    this.#createWriter = createWriter
  }

  write(event: AgentEvent): readonly AguiEvent[] {
    const { type, runId: subagentRunId, agentId: name } = event
    if (type === 'agent:started') {
      this.#writers.set(subagentRunId, this.#createWriter())
      const { parentRunId = '', parentCallId } = event
      const isNested = this.#writers.has(parentRunId)
      return [
        {
          type: 'SUBAGENT_STARTED',
          subagentRunId,
          name,
          ...(parentCallId !== undefined && {
            parentToolCallId: isNested ? `${parentRunId}-${parentCallId}` : parentCallId,
          }),
          ...(isNested && { parentSubagentRunId: parentRunId }),
        },
      ]
    }
    // Without a message, a result is the page's own, as no model has it.
    if ('result' in event && !event.message) return []
    const written = this.#writers.get(subagentRunId)?.write(event) ?? []
    return written.flatMap((one) => toSubagent(one, subagentRunId))
  }
}

/** Returns an event of a run as one of a subagent. Its steps and its own events are not told. */
function toSubagent(event: AguiEvent, subagentRunId: string): AguiEvent[] {
  const { type } = event
  if (/^(STEP_|CUSTOM)/.test(type)) return []
  if (type === 'RUN_FINISHED') {
    const { type: end } = event['outcome'] as { readonly type: string }
    if (end === 'success') return [{ type: 'SUBAGENT_FINISHED', subagentRunId }]
    return [{ type: 'SUBAGENT_ERROR', subagentRunId, message: `It was ${end}.`, code: end }]
  }
  const { message, code, toolCallId } = event
  if (type === 'RUN_ERROR') return [{ type: 'SUBAGENT_ERROR', subagentRunId, message, code }]
  if (typeof toolCallId !== 'string') return [{ ...event, subagentRunId }]
  // A provider may give the ids of calls anew in each conversation.
  const id = `${subagentRunId}-${toolCallId}`
  const messageId = type === 'TOOL_CALL_RESULT' && { messageId: `${id}-result` }
  return [{ ...event, subagentRunId, toolCallId: id, ...messageId }]
}
