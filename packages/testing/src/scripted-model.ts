import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { checkMembers, checkOptions, ModelError, type OptionNames } from '@ambit/core'
import { type Cut, cutParts } from './cut.ts'
import { collect, copyRequest } from './model-port.ts'
import type { Reply, ScriptedCall, ScriptedReply } from './reply.ts'
import { toParts } from './to-parts.ts'
import { toStream } from './to-stream.ts'

/** The options of a scripted model: its name, and how its replies are cut, delayed or broken. */
export interface ScriptedModelOptions {
  /** The id of the model. Default `scripted`. */
  readonly modelId?: string | undefined
  /** The provider of the model. Default `test`. */
  readonly provider?: string | undefined
  /** The way to cut the deltas of every reply. Default: no cut, one delta for each text. */
  readonly cut?: Cut | undefined
  /** Waits before every part of every reply. An error of this function breaks the stream. */
  readonly before?:
    | ((part: LanguageModelV4StreamPart, index: number) => void | PromiseLike<void>)
    | undefined
  /**
   * True for a model that ignores its abort signal, as a provider with a bug does. Default false.
   */
  readonly ignoreAbort?: boolean | undefined
  /** The reply to every request after the script's last. Default: an error that says so. */
  readonly otherwise?: Reply | undefined
}

/** A model that plays a script and records its requests. */
export interface ScriptedModel extends LanguageModelV4 {
  /** All requests so far, each as it was when it came. */
  readonly requests: readonly LanguageModelV4CallOptions[]
  /** The number of streams that have not ended, and were not cancelled or aborted. */
  readonly open: number
  /** The number of replies that are left in the script. */
  readonly remaining: number
  /** Resolves with request `count` (1 for the first), at once if the request has already come. */
  requested(count: number): Promise<LanguageModelV4CallOptions>
}

/** The options, each with the names that it has elsewhere. */
const names: OptionNames<ScriptedModelOptions> = {
  before: '',
  cut: '',
  ignoreAbort: '',
  modelId: 'id name',
  otherwise: 'fallback',
  provider: '',
}

const replyNames: OptionNames<ScriptedReply> = {
  breakWith: '',
  calls: 'toolCalls',
  error: '',
  finishReason: 'stopReason',
  gate: '',
  hang: '',
  parts: '',
  reasoning: 'thinking',
  refuse: 'throws',
  responseId: '',
  text: 'content message',
  usage: '',
}
const callNames: OptionNames<ScriptedCall> = {
  arguments: 'args input',
  id: 'callId toolCallId',
  name: 'tool toolName',
}

/**
 * Creates a model that plays `replies` in order, one for each request, whatever the request says. A
 * request after the last reply is refused with a `ModelError` of code `script_ended`, which is not
 * retried.
 */
export function scriptedModel(
  replies: Iterable<Reply>,
  options: ScriptedModelOptions = {},
): ScriptedModel {
  checkOptions('`scriptedModel`', options, names)
  const script = [...replies]
  const { requests, record, requested } = createRequestLog()
  let played = 0
  let open = 0
  let callIds = 0

  const nextReply = (): Reply => {
    const reply = played < script.length ? script[played] : options.otherwise
    played++
    if (reply !== undefined) return reply
    throw new ModelError(
      `The script has ended: it holds ${script.length} replies and this is request ${requests.length}. Add a reply, or give \`otherwise\`.`,
      { kind: 'script_ended', isRetryable: false },
    )
  }

  async function start(
    request: LanguageModelV4CallOptions,
  ): Promise<ReadableStream<LanguageModelV4StreamPart>> {
    const signal = options.ignoreAbort ? undefined : request.abortSignal
    signal?.throwIfAborted()
    record(request)
    const reply = await resolveReply(nextReply(), request)
    const { gate, ...rest }: ScriptedReply = isParts(reply) ? {} : reply
    if ('refuse' in rest) throw rest.refuse
    const parts = isParts(reply) ? reply : toParts(reply, () => `call_${++callIds}`)
    open++
    return toStream(options.cut === undefined ? parts : cutParts(parts, options.cut), {
      async before(part, index) {
        if (index === 0) await gate
        await options.before?.(part, index)
      },
      hang: rest.hang,
      signal,
      onEnd: () => void open--,
      ...('breakWith' in rest && { breakWith: rest.breakWith }),
    })
  }

  return {
    specificationVersion: 'v4',
    provider: options.provider ?? 'test',
    modelId: options.modelId ?? 'scripted',
    supportedUrls: {},
    requests,
    get open() {
      return open
    },
    get remaining() {
      return Math.max(0, script.length - played)
    },
    requested,
    doStream: async (request) => ({ stream: await start(request) }),
    doGenerate: async (request) => collect(await start(request)),
  }
}

interface RequestLog extends Pick<ScriptedModel, 'requests'> {
  readonly requested: (count: number) => Promise<LanguageModelV4CallOptions>
  readonly record: (request: LanguageModelV4CallOptions) => void
}

function createRequestLog(): RequestLog {
  const requests: LanguageModelV4CallOptions[] = []
  const waiting = new Set<{ count: number; resolve: (r: LanguageModelV4CallOptions) => void }>()
  return {
    requests,
    record(request) {
      const copy = copyRequest(request)
      requests.push(copy)
      for (const waiter of waiting) {
        if (waiter.count !== requests.length) continue
        waiting.delete(waiter)
        waiter.resolve(copy)
      }
    },
    requested(count) {
      const request = requests[count - 1]
      if (request) return Promise.resolve(request)
      return new Promise((resolve) => waiting.add({ count, resolve }))
    },
  }
}

async function resolveReply(
  reply: Reply,
  request: LanguageModelV4CallOptions,
): Promise<ScriptedReply | readonly LanguageModelV4StreamPart[]> {
  if (typeof reply === 'function') return resolveReply(await reply(request), request)
  if (typeof reply === 'string') return { text: reply }
  if (isParts(reply)) return reply
  const read = 'name' in reply ? { calls: [reply] } : reply
  checkMembers('a reply of `scriptedModel`', read, replyNames)
  for (const asked of read.calls ?? []) checkMembers('a call of `scriptedModel`', asked, callNames)
  return read
}

const isParts = (
  reply: ScriptedCall | ScriptedReply | readonly LanguageModelV4StreamPart[],
): reply is readonly LanguageModelV4StreamPart[] => Array.isArray(reply)
