import { ModelError } from '@ambit/core'
import type {
  RecordedError,
  RecordedReply,
  RecordedRequest,
  RecordedRun,
  Recording,
} from '@ambit/devtools/record'
import type { ScriptedReply } from '../reply.ts'
import { wasThere } from './tool-wait.ts'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'

/** The replies of a recording, and the place of the next one. */
export class Cursor {
  readonly count: number
  readonly #runs = new Map<string, Turn>()
  readonly #all: Turn
  #current: string | undefined
  #wait: (tools: readonly string[]) => Promise<void> = () => Promise.resolve()

  constructor({ runs }: Recording) {
    const all: Asked[] = []
    for (const [at, run] of runs.entries()) {
      const asked = run.requests.map((request) => ({ request, run }))
      this.#runs.set(run.id, { name: `run ${at + 1}`, asked, next: 0 })
      all.push(...asked.map((one) => ({ ...one })))
    }
    const byOrder = (a: Asked, b: Asked): number => a.request.order - b.request.order
    this.#all = { name: 'the recording', asked: all.sort(byOrder), next: 0 }
    this.count = all.reduce((sum, { request }) => sum + 1 + request.faults.length, 0) + runs.length
  }

  /** Notes which run of the recording asks the model next. An empty id: one that is not in it. */
  moveTo(runId: string): void {
    this.#current = runId
  }

  /** Sets the wait for the tools that a reply calls. */
  waitForTools(wait: (tools: readonly string[]) => Promise<void>): void {
    this.#wait = wait
  }

  /** Waits for the tools that the next reply calls, so that its request has them. */
  async waitForNext(): Promise<void> {
    const turn = this.#current === undefined ? this.#all : this.#runs.get(this.#current)
    const asked = turn?.asked[turn.next]
    if (asked) await this.#wait(calledTools(asked.request, asked.run))
  }

  /** Returns the next reply. Rejects with `ModelError` of code `script_ended` if there is none. */
  readonly next = async (): Promise<ScriptedReply> => {
    const turn =
      this.#current === undefined ? this.#all : (this.#runs.get(this.#current) ?? unknown)
    const asked = turn.asked[turn.next]
    if (asked) {
      const { request, run } = asked
      const fault = request.faults[asked.failed ?? 0]
      asked.failed = (asked.failed ?? 0) + 1
      if (fault) return { refuse: toModelError(fault) }
      turn.next++
      await this.#wait(calledTools(request, run))
      return toReply(request.reply, run)
    }
    throw new ModelError(
      `Request ${turn.next + 1} of ${turn.name} has no reply: in the recording there were ${turn.asked.length}. The agent now asks the model once more than when it was recorded.`,
      { kind: 'script_ended', isRetryable: false },
    )
  }
}

/** Returns the names of the tools that a reply calls, and that were there and on. */
const calledTools = ({ iteration }: RecordedRequest, { calls }: RecordedRun): readonly string[] =>
  calls.filter((call) => call.iteration === iteration && wasThere(call)).map(({ tool }) => tool)

/** The replies of a run that is not in the recording. */
const unknown: Turn = { name: 'a run that is not in the recording', asked: [], next: 0 }

interface Asked {
  readonly request: RecordedRequest
  readonly run: RecordedRun
  /** The number of faults that were played. */
  failed?: number
}

interface Turn {
  readonly name: string
  readonly asked: Asked[]
  next: number
}

/** Returns the id of the outermost run of each run. */
export function toRoots(runs: readonly RecordedRun[]): Map<string, string> {
  const roots = new Map<string, string>()
  for (const { id, parent } of runs) {
    roots.set(id, parent === undefined ? id : (roots.get(parent) ?? parent))
  }
  return roots
}

type Finish = NonNullable<ScriptedReply['finishReason']>

/** Returns a recorded reply as the script of a model. A reply that was cut is cut again. */
function toReply(reply: RecordedReply | undefined, run: RecordedRun): ScriptedReply {
  const { status, error } = run
  // A model that took too long for a budget of time gave no error.
  const isOfModel = status === 'failed' && error && error.name !== 'BudgetExceededError'
  if (!reply) return isOfModel ? { refuse: toModelError(error) } : { hang: true }
  const { parts, finishReason, usage } = reply
  const isCut = finishReason === undefined
  const made = parts.flatMap((part, at) => toStreamParts(part, `${at}`, isCut))
  if (!isCut) {
    const { promptTokens: prompt, completionTokens: completion, cachedTokens: cached } = usage
    const counts = { prompt, completion, ...(cached !== undefined && { cached }) }
    return { parts: made, usage: counts, finishReason: finishReason.replace('_', '-') as Finish }
  }
  const end = isOfModel ? { breakWith: toModelError(error) } : { hang: true }
  return { parts: made, finishReason: null, ...end }
}

/** Returns a recorded error as that of a model. It asks for no wait, so that a retry is quick. */
const toModelError = ({ message, kind, isRetryable, status }: RecordedError): ModelError =>
  new ModelError(message, {
    kind: kind ?? 'model_failed',
    isRetryable: isRetryable ?? false,
    retryAfterMs: 1,
    ...(status !== undefined && { status }),
  })

type Part = RecordedReply['parts'][number]

function toStreamParts(part: Part, id: string, isCut: boolean): LanguageModelV4StreamPart[] {
  const { providerMetadata } = part
  const metadata = (providerMetadata ? { providerMetadata } : {}) as object
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const { type, text: delta } = part
      const start = { type: `${type}-start`, id, ...metadata }
      const end = isCut ? [] : [{ type: `${type}-end`, id, ...metadata }]
      return [start, { type: `${type}-delta`, id, delta }, ...end] as LanguageModelV4StreamPart[]
    }
    case 'tool-call': {
      // The arguments of a call in a reply that was cut may be cut too.
      if (isCut) return []
      const { id: toolCallId, name: toolName, input, providerExecuted } = part
      const text = typeof input === 'string' ? input : JSON.stringify(input ?? {})
      const own = providerExecuted ? { providerExecuted } : {}
      return [
        { type: 'tool-input-start', id: toolCallId, toolName, ...own },
        { type: 'tool-input-delta', id: toolCallId, delta: text },
        { type: 'tool-input-end', id: toolCallId },
        { type: 'tool-call', toolCallId, toolName, input: text, ...own, ...metadata },
      ] as LanguageModelV4StreamPart[]
    }
    case 'tool-result': {
      const { id: toolCallId, name: toolName, result, isError } = part
      const answer = { type: 'tool-result', toolCallId, toolName, result, isError, ...metadata }
      return [answer as unknown as LanguageModelV4StreamPart]
    }
    case 'source':
      return [{ type: 'source', ...part.source } as unknown as LanguageModelV4StreamPart]
    default:
      return [part as unknown as LanguageModelV4StreamPart]
  }
}
