import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { stableEnd } from '@ambit/core'
import { sessionIdHeader } from '@ambit/core/wire'
import type { AguiEvent } from './agui-event.ts'
import type { AguiModelOptions } from './agui-options.ts'
import { applyPatch } from './apply-patch.ts'
import { askPersonName } from './ask-person-tool.ts'
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
  const ownThread = createId()
  const threadOf = ({ headers }: LanguageModelV4CallOptions): string => {
    const { threadId } = options
    const given = typeof threadId === 'function' ? threadId() : threadId
    return given ?? headers?.[sessionIdHeader] ?? ownThread
  }

  return async (call) => {
    const { interruptTool = askPersonName, onEvent, onState } = options
    const { prompt, tools = [], abortSignal: signal } = call
    const run = { threadId: threadOf(call), runId: createId(), signal }
    const end = stableEnd(call) || prompt.length
    const { messages, resume, names } = toConversation(prompt.slice(0, end))
    const functions = tools.filter((tool) => tool.type === 'function')
    const shown = functions.filter(({ name }) => name !== interruptTool)
    let state = (options.state ? options.state() : states.get(run.threadId)) ?? {}
    const body = {
      threadId: run.threadId,
      runId: run.runId,
      protocolVersion,
      state,
      messages,
      tools: shown.map(({ name, description = '', inputSchema: parameters }) => ({
        name,
        description,
        parameters,
      })),
      context: prompt.slice(end).map(toContext),
      forwardedProps: options.forwardedProps?.() ?? {},
      ...(resume.length > 0 && { resume }),
    }
    const answer = await openRun(options, run, JSON.stringify(body))

    const changeState = ({ type, snapshot, delta }: AguiEvent): boolean => {
      try {
        state = (type === 'STATE_DELTA' ? applyPatch(state, delta) : snapshot) as object
      } catch {
        return false
      }
      states.delete(run.threadId)
      states.set(run.threadId, state)
      const [oldest = ''] = states.keys()
      if (states.size > mostThreads) states.delete(oldest)
      isolated('onState', () => onState?.(state, run))
      return true
    }
    const ignore = (type: string): void => void ignored.set(type, (ignored.get(type) ?? 0) + 1)
    let take: (part: LanguageModelV4StreamPart) => void
    const read = createPartReader({
      own: new Set(shown.map(({ name }) => name)),
      names,
      sent: new Set(messages.map(({ id }) => id)),
      interruptTool: functions.length > shown.length ? interruptTool : undefined,
      emptyText: options.emptyText ?? 'Done.',
      emit: (part) => take(part),
      changeState,
      ignore,
    })
    const stream = toStream(answer, signal, (data, taker) => {
      take = taker
      const event = parseEvent(data)
      if (!event) {
        take({ type: 'error', error: unreadable(options.url) })
        return true
      }
      isolated('onEvent', () => onEvent?.(event, run))
      try {
        return read(event)
      } catch {
        // A field of the event has not the form of the protocol.
        ignore(event.type)
        return false
      }
    })
    return { stream, request: { body } }
  }
}

/** The most threads whose state is kept. */
const mostThreads = 100

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

/** Returns a random id. Pages without HTTPS have no `randomUUID`. */
const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
