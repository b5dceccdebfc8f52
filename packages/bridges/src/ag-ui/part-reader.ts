import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { ModelError } from '@ambit/core'
import type { AguiEvent } from './agui-event.ts'
import { toSnapshotEvents } from './snapshot-events.ts'

/** The facts and the functions that a reader of one run needs. */
export interface RunReading {
  /** The names of the tools that run in the page. */
  readonly own: ReadonlySet<string>
  /** The tools' names of the calls of earlier runs, by id. */
  readonly names: ReadonlyMap<string, string>
  /** The ids of the messages that the remote agent was sent. */
  readonly sent: ReadonlySet<string>
  /** The name of the tool that asks the user. Undefined if the agent does not have it. */
  readonly interruptTool: string | undefined
  /** The text of an answer without any text or call. */
  readonly emptyText: string
  readonly emit: (part: LanguageModelV4StreamPart) => void
  /** Gets a change of the state. Returns false if the change does not apply. */
  readonly changeState: (event: AguiEvent) => boolean
  /** Hears of an event that is not understood. */
  readonly ignore: (type: string) => void
}

interface RemoteCall {
  readonly name: string
  readonly messageId: string | undefined
  args: string
  isWhole: boolean
  isAnswered: boolean
}

/** The types of events that say nothing about the conversation. */
const silent =
  /^(RAW|RUN_STARTED|STEP_(STARTED|FINISHED)|SUBAGENT_(STARTED|FINISHED|ERROR)|ACTIVITY_(SNAPSHOT|DELTA)|(REASONING|THINKING)_(START|END))$/

/**
 * Creates a function that converts the events of one run to parts of a model's stream. After the
 * event that ends the run it must not be called again. It returns true for that event.
 *
 * Calls of the page's own tools are given at the end of the run. Until then, the remote agent may
 * answer a call of the same name itself.
 */
export function createPartReader(run: RunReading): (event: AguiEvent) => boolean {
  const { emit, own } = run
  const calls = new Map<string, RemoteCall>()
  /** The kind of each message, by its id. Undefined for messages that are not the agent's. */
  const texts = new Map<string, 'text' | 'reasoning' | undefined>()
  let isEmpty = true
  let isEnd = false
  /** True after an interrupt in the form of LangGraph's adapters before 1.0. */
  let isAsking = false

  const startText = (id: string, { type, role = 'assistant', subagentRunId }: AguiEvent): void => {
    const isReasoning = type.startsWith('R') || typeof subagentRunId === 'string'
    const kind = isReasoning ? 'reasoning' : role === 'assistant' ? 'text' : undefined
    texts.set(id, kind)
    const providerMetadata = { agui: { messageId: id } }
    if (kind) emit({ type: `${kind}-start`, id, providerMetadata })
  }

  const addText = (id: string, delta: string): void => {
    const kind = texts.get(id)
    if (delta !== '' && kind) {
      isEmpty = false
      emit({ type: `${kind}-delta`, id, delta })
    }
  }

  const startCall = (id: string, name: string, messageId: string | undefined): void => {
    // Adapters tell a call again, as a part of a message or of a snapshot.
    if (calls.has(id)) return
    isEmpty = false
    calls.set(id, { name, messageId, args: '', isWhole: false, isAnswered: false })
    emit({ type: 'tool-input-start', id, toolName: name, ...executedBy(name) })
  }
  const executedBy = (name: string): object =>
    own.has(name) ? {} : { providerExecuted: true, dynamic: true }

  const endCall = (id: string, call: RemoteCall): void => {
    if (call.isWhole) return
    call.isWhole = true
    emit({ type: 'tool-input-end', id })
    if (!own.has(call.name)) emitCall(id, call, true)
  }
  const emitCall = (id: string, { name, args, messageId }: RemoteCall, isRemote: boolean): void =>
    emit({
      type: 'tool-call',
      toolCallId: id,
      toolName: name,
      input: args || '{}',
      ...(isRemote && { providerExecuted: true, dynamic: true }),
      providerMetadata: { agui: { toolCallId: id, messageId } },
    })

  const answerCall = (id: string, content: unknown, messageId: string | undefined): void => {
    // The model has read the result of a call that was not announced, too.
    if (!calls.has(id) && !run.names.has(id)) startCall(id, unannounced, undefined)
    const call = calls.get(id)
    const toolName = call?.name ?? run.names.get(id) ?? unannounced
    if (call) {
      endCall(id, call)
      if (own.has(toolName) && !call.isAnswered) emitCall(id, call, true)
      call.isAnswered = true
    }
    isEmpty = false
    // Without an id the remote agent has not told the result, so it is not told it back either.
    emit({
      type: 'tool-result',
      toolCallId: id,
      toolName,
      result: (content ?? '') as string,
      dynamic: true,
      ...(messageId !== undefined && { providerMetadata: { agui: { messageId } } }),
    })
  }

  const ask = (interrupts: readonly unknown[]): void => {
    const toolName = run.interruptTool
    if (toolName === undefined) return fail(noInterruptTool)
    for (const interrupt of interrupts) {
      const {
        id,
        message,
        reason,
        responseSchema: schema,
        expiresAt,
      } = interrupt as Record<string, unknown> & { id: string }
      const toolCallId = `interrupt-${id}`
      emit({ type: 'tool-input-start', id: toolCallId, toolName })
      emit({ type: 'tool-input-end', id: toolCallId })
      emit({
        type: 'tool-call',
        toolCallId,
        toolName,
        input: JSON.stringify({ message: message ?? reason ?? '', schema, expiresAt }),
        providerMetadata: { agui: { interrupt: id } },
      })
    }
  }

  const finish = ({ outcome, result, usage }: AguiEvent): void => {
    const { type = 'success', interrupts } = (outcome ?? {}) as Record<string, unknown>
    if (type === 'cancelled') return fail(stopped)
    if (isAsking && !outcome) return fail(olderInterrupt)
    for (const [id, call] of calls) {
      if (call.isWhole || call.isAnswered) continue
      // Without its end, only whole arguments tell that the call was meant.
      if (!isObject(call.args || '{}')) return fail(cutCall)
      endCall(id, call)
    }
    const asked = type === 'interrupt' ? listOf(interrupts) : []
    for (const [id, call] of calls) {
      if (call.isAnswered) continue
      if (own.has(call.name)) emitCall(id, call, false)
      // The remote agent has used what it found, even if it does not say what that was.
      else if (type === 'success') answerCall(id, '', undefined)
    }
    if (asked.length > 0) ask(asked)
    else if (isEmpty) {
      startText('result', { type: 'T' })
      addText('result', typeof result === 'string' && result ? result : run.emptyText)
    }
    if (isEnd) return
    end()
    const isCalling = asked.length > 0 || [...calls.values()].some((call) => isWaiting(call))
    emit({
      type: 'finish',
      usage: toUsage(usage),
      finishReason: { unified: isCalling ? 'tool-calls' : 'stop', raw: String(type) },
    })
  }
  const isWaiting = ({ name, isAnswered }: RemoteCall): boolean => own.has(name) && !isAnswered

  /** Ends the texts that are open. */
  const end = (): void => {
    isEnd = true
    for (const [id, kind] of texts) if (kind) emit({ type: `${kind}-end`, id })
  }
  const fail = (message: string, cause?: unknown): void => {
    end()
    const error = new ModelError(message, { kind: 'model_failed', isRetryable: false, cause })
    emit({ type: 'error', error })
  }

  const read = (event: AguiEvent): void => {
    const { type, toolCallId, delta } = event
    const id = String(event['messageId'])
    const call = calls.get(String(toolCallId))
    if (type === 'TEXT_MESSAGE_START' || type === 'REASONING_MESSAGE_START') startText(id, event)
    else if (type === 'TEXT_MESSAGE_CONTENT' || type === 'REASONING_MESSAGE_CONTENT') {
      if (typeof delta !== 'string') return run.ignore(type)
      // The start may be missing. The text is the answer all the same.
      if (!texts.has(id)) startText(id, { type })
      addText(id, delta)
    } else if (type === 'TEXT_MESSAGE_END' || type === 'REASONING_MESSAGE_END') {
      // All texts end with the run, because a signature may follow the end of a reasoning.
    } else if (type === 'REASONING_ENCRYPTED_VALUE') {
      const entityId = String(event['entityId'])
      if (texts.get(entityId) !== 'reasoning') return run.ignore(type)
      const providerMetadata = { agui: { encryptedValue: String(event['encryptedValue']) } }
      emit({ type: 'reasoning-delta', id: entityId, delta: '', providerMetadata })
    } else if (type === 'TOOL_CALL_START' && typeof toolCallId === 'string') {
      const { toolCallName, parentMessageId: parent } = event
      startCall(toolCallId, String(toolCallName), typeof parent === 'string' ? parent : undefined)
    } else if (type === 'TOOL_CALL_ARGS' && call && delta !== undefined) {
      if (call.isWhole) return
      // Some adapters send the arguments as the object that they are.
      const text = typeof delta === 'string' ? delta : JSON.stringify(delta)
      call.args += text
      emit({ type: 'tool-input-delta', id: String(toolCallId), delta: text })
    } else if (type === 'TOOL_CALL_END' && call) endCall(String(toolCallId), call)
    else if (type === 'TOOL_CALL_RESULT') answerCall(String(toolCallId), event['content'], id)
    else if (type === 'MESSAGES_SNAPSHOT') {
      const isKnown = (key: string): boolean =>
        texts.has(key) || calls.has(key) || run.names.has(key) || run.sent.has(key)
      const isAnswered = (key: string): boolean => calls.get(key)?.isAnswered !== false
      for (const one of toSnapshotEvents(event['messages'], isKnown, isAnswered)) read(one)
    } else if (type === 'STATE_SNAPSHOT' || type === 'STATE_DELTA') {
      if (!run.changeState(event)) run.ignore(type)
    } else if (type === 'RUN_FINISHED') finish(event)
    else if (type === 'RUN_ERROR') {
      const { message, code } = event
      fail(
        failed,
        new Error(typeof code === 'string' ? `${code}: ${String(message)}` : String(message)),
      )
    } else if (type === 'CUSTOM') {
      if (event['name'] === 'on_interrupt') isAsking = true
    } else if (!silent.test(type)) run.ignore(type)
  }
  const expand = createExpander(read)
  return (event) => {
    if (event.type === 'RUN_STARTED' && typeof event['runId'] === 'string') {
      emit({ type: 'response-metadata', id: event['runId'] })
    }
    expand(event)
    return isEnd
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The name of a tool of the remote agent whose call was not announced. */
const unannounced = 'remote_tool'

const noInterruptTool =
  'The remote agent waits for an answer of the user, but the agent has no tool to ask. Add `askUserTool()` to its tools.'
const olderInterrupt =
  'The remote agent waits for an answer of the user, but its adapter of AG-UI is older than 1.0 and has no way for it. Update the adapter.'
const cutCall =
  'The remote agent ended its run in the middle of a call, so the call did not run. Send the request again.'

/** Whether a text is the JSON of an object. */
function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const stopped =
  'The remote agent was stopped before its answer was complete. Send the request again.'
const failed = 'The remote agent failed. `cause` has its words.'

/** The types that leave an open message or call of chunks open. */
const beside = /^(RAW|CUSTOM|ACTIVITY|STATE|STEP|SUBAGENT|REASONING_ENCRYPTED)/

/**
 * Creates a function that replaces chunks by the events that they stand for: a start, the content
 * and an end. It also gives the events of versions before 1.0 their present names.
 */
function createExpander(take: (event: AguiEvent) => void): (event: AguiEvent) => void {
  /** The message or call that chunks have opened. */
  let open: { readonly kind: string; readonly ids: object } | undefined
  const close = (): void => {
    if (open) take({ type: `${open.kind}_END`, ...open.ids })
    open = undefined
  }
  return (given) => {
    const type = given.type.replace(/^THINKING_TEXT_MESSAGE/, 'REASONING_MESSAGE')
    const event = type === given.type ? given : { messageId: 'thinking', ...given, type }
    const kind = /^(TEXT_MESSAGE|TOOL_CALL|REASONING_MESSAGE)_CHUNK$/.exec(type)?.[1]
    if (kind === undefined) {
      if (!beside.test(type)) close()
      return take(event)
    }
    const key = kind === 'TOOL_CALL' ? 'toolCallId' : 'messageId'
    const id = event[key]
    if (
      typeof id === 'string' &&
      !(open?.kind === kind && key in open.ids && isOf(open.ids, key, id))
    ) {
      close()
      open = { kind, ids: { [key]: id } }
      take({ ...event, type: `${kind}_START` })
    }
    if (open?.kind === kind && event['delta'] !== undefined) {
      const content = kind === 'TOOL_CALL' ? 'ARGS' : 'CONTENT'
      take({ ...event, ...open.ids, type: `${kind}_${content}` })
    }
  }
}

const isOf = (ids: object, key: string, id: string): boolean =>
  (ids as Record<string, unknown>)[key] === id

/** Adds up the usage of a run, which has an entry for each model. */
function toUsage(usage: unknown): LanguageModelV4Usage {
  const entries = (Array.isArray(usage) ? usage : []) as Record<string, unknown>[]
  const sum = (name: string): number | undefined => {
    const counts = entries.map((entry) => entry[name]).filter((count) => typeof count === 'number')
    return counts.length > 0 ? counts.reduce((total, count) => total + count, 0) : undefined
  }
  const total = sum('outputTokens')
  const reasoning = sum('reasoningTokens')
  return {
    inputTokens: {
      total: sum('inputTokens'),
      noCache: undefined,
      cacheRead: sum('cachedInputTokens'),
      cacheWrite: sum('cacheWriteInputTokens'),
    },
    outputTokens: { total, text: undefined, reasoning },
  }
}
