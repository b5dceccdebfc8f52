import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { isDeeper, stableEnd } from '@ambit/core'
import { randomId, sessionIdHeader } from '@ambit/protocol'
import type { AguiEvent } from './agui-event.ts'
import type { AguiModelOptions, RemoteRun } from './agui-options.ts'
import { applyPatch } from './apply-patch.ts'
import { askUserName } from './ask-user-tool.ts'
import { createPartReader } from './part-reader.ts'
import { protocolVersion } from './protocol-version.ts'
import { openRun, toStream, unreadable } from './remote-stream.ts'
import { toConversation } from './run-input.ts'

/** Creates the client of a remote agent, which counts in `ignored` what it does not understand. */
export function createClient(
  options: AguiModelOptions,
  ignored: Map<string, number>,
): LanguageModelV4['doStream'] {
  /** The last state of each thread. */
  const states = new Map<string, unknown>()
  const ownThread = randomId()
  const ignore = (type: string): void => void ignored.set(type, (ignored.get(type) ?? 0) + 1)

  return async (call) => {
    const { interruptTool = askUserName } = options
    const { prompt, tools = [], abortSignal: signal } = call
    const ids = { threadId: givenThread(options, call) ?? ownThread, runId: randomId() }
    const run = { ...ids, signal }
    const end = stableEnd(call) || prompt.length
    const { messages, resume, names } = toConversation(prompt.slice(0, end))
    const functions = tools.filter((tool) => tool.type === 'function')
    const shown = functions.filter(({ name }) => name !== interruptTool)
    const state = (options.state ? options.state() : states.get(ids.threadId)) ?? {}
    const body = {
      ...ids,
      protocolVersion,
      state,
      messages,
      tools: shown.map(toTool),
      context: prompt.slice(end).map(toContext),
      forwardedProps: options.forwardedProps?.() ?? {},
      ...(resume.length > 0 && { resume }),
    }
    const answer = await openRun(options, run, JSON.stringify(body))
    let take: (part: LanguageModelV4StreamPart) => void
    const read = createPartReader({
      own: new Set(shown.map(({ name }) => name)),
      sent: new Set(messages.map(({ id }) => id)),
      names,
      ignore,
      interruptTool: functions.length > shown.length ? interruptTool : undefined,
      emptyText: options.emptyText ?? 'Done.',
      emit: (part) => take(part),
      changeState: followState(state, run, states, options),
    })
    const stream = toStream(answer, signal, (data, taker) => {
      take = taker
      const event = parseEvent(data)
      if (event) {
        isolated('onEvent', () => options.onEvent?.(event, run))
        try {
          return read(event)
        } catch {
          // A field of the event has not the form of the protocol.
          ignore(event.type)
          if (event.type !== 'RUN_FINISHED') return false
        }
      }
      take({ type: 'error', error: unreadable(options.url) })
      return true
    })
    return { stream, request: { body } }
  }
}

const givenThread = (
  { threadId }: AguiModelOptions,
  { headers }: LanguageModelV4CallOptions,
): string | undefined =>
  (typeof threadId === 'function' ? threadId() : threadId) ?? headers?.[sessionIdHeader]

/** The most threads whose state is kept. */
const mostThreads = 100

/** Returns a function that keeps each new state of a run. It returns false for a wrong change. */
function followState(
  first: unknown,
  run: RemoteRun,
  states: Map<string, unknown>,
  options: AguiModelOptions,
): (event: AguiEvent) => boolean {
  let state = first
  return ({ type, snapshot, delta }) => {
    try {
      const next = type === 'STATE_DELTA' ? applyPatch(state, delta) : snapshot
      // It goes back with the next request, so it must be writable as JSON.
      if (isDeeper(next)) return false
      state = next
    } catch {
      return false
    }
    states.delete(run.threadId)
    states.set(run.threadId, state)
    for (const oldest of states.keys()) if (states.size > mostThreads) states.delete(oldest)
    isolated('onState', () => options.onState?.(state, run))
    return true
  }
}

const toTool = ({
  name,
  description = '',
  inputSchema: parameters,
}: LanguageModelV4FunctionTool): object => ({ name, description, parameters })

const toContext = ({
  content,
}: LanguageModelV4Message): { description: string; value: string } => ({
  description: 'What the page shows now',
  value:
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
})

function parseEvent(data: string): AguiEvent | undefined {
  try {
    const event = JSON.parse(data) as AguiEvent | null
    return typeof event?.type === 'string' ? event : undefined
  } catch {
    return undefined
  }
}

/** Calls a function of the application. If it throws, the run goes on. */
function isolated(name: string, call: () => void): void {
  try {
    call()
  } catch (thrown) {
    console.error(
      `\`${name}\` of createAguiModel threw. It only observes, so the run goes on.`,
      thrown,
    )
  }
}
