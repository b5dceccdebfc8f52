import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { ModelError } from '@ambit/core'
import { collect } from './collect.ts'
import { copyRequest } from './copy-request.ts'
import { type Cut, cutParts } from './cut-parts.ts'
import type { Reply, ScriptedReply } from './reply.ts'
import { toParts } from './to-parts.ts'
import { toStream } from './to-stream.ts'

/** How a scripted model presents itself, and how its replies are cut, held up or broken. */
export interface ScriptedModelOptions {
  /** Default `scripted`. */
  readonly modelId?: string | undefined
  /** Default `test`. */
  readonly provider?: string | undefined
  /** How the deltas of every reply are cut. Default: as the reply has them, one delta a text. */
  readonly cut?: Cut | undefined
  /** Waits before every part of every reply; what it throws breaks the stream. */
  readonly before?:
    | ((part: LanguageModelV4StreamPart, index: number) => void | PromiseLike<void>)
    | undefined
  /** Makes the model deaf to its abort signal, as a provider with a bug is. Default false. */
  readonly ignoreAbort?: boolean | undefined
  /** The reply to every request after the script's last. Default: an error that says so. */
  readonly otherwise?: Reply | undefined
}

/** A model that plays a script and remembers what it was asked. */
export interface ScriptedModel extends LanguageModelV4 {
  /** Every request so far, each as it was when it came. */
  readonly requests: readonly LanguageModelV4CallOptions[]
  /** How many streams have neither ended nor been cancelled or aborted. */
  readonly open: number
  /** How many replies of the script are left. */
  readonly remaining: number
  /** Resolves with request `count` (1 for the first), at once when it has come already. */
  requested(count: number): Promise<LanguageModelV4CallOptions>
}

/**
 * A model that gives `replies` in their order, whatever it is asked, one for each request. A request after the last is refused with a `ModelError`
 * of code `script_ended`, which is not retried.
 */
export function scriptedModel(
  replies: Iterable<Reply>,
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const script = [...replies]
  const requests: LanguageModelV4CallOptions[] = []
  const waiting = new Set<{ count: number; resolve: (r: LanguageModelV4CallOptions) => void }>()
  let played = 0
  let open = 0
  let callIds = 0

  const record = (request: LanguageModelV4CallOptions): void => {
    const copy = copyRequest(request)
    requests.push(copy)
    for (const waiter of waiting) {
      if (waiter.count !== requests.length) continue
      waiting.delete(waiter)
      waiter.resolve(copy)
    }
  }
  const nextReply = (): Reply => {
    const reply = played < script.length ? script[played] : options.otherwise
    played++
    if (reply !== undefined) return reply
    throw new ModelError(
      `The script has ended: it holds ${script.length} replies and this is request ${requests.length}. Add a reply, or give \`otherwise\`.`,
      { code: 'script_ended', isRetryable: false },
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
    requested(count) {
      const request = requests[count - 1]
      if (request) return Promise.resolve(request)
      return new Promise((resolve) => waiting.add({ count, resolve }))
    },
    doStream: async (request) => ({ stream: await start(request) }),
    doGenerate: async (request) => collect(await start(request)),
  }
}

async function resolveReply(
  reply: Reply,
  request: LanguageModelV4CallOptions,
): Promise<ScriptedReply | readonly LanguageModelV4StreamPart[]> {
  if (typeof reply === 'function') return resolveReply(await reply(request), request)
  return typeof reply === 'string' ? { text: reply } : reply
}

const isParts = (
  reply: ScriptedReply | readonly LanguageModelV4StreamPart[],
): reply is readonly LanguageModelV4StreamPart[] => Array.isArray(reply)
