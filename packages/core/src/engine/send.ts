import { AgentError } from '../errors/agent-error.ts'
import {
  addCacheMarks,
  apiKeyHeader,
  estimateTokens,
  iterationHeader,
  moveResultFiles,
  runIdHeader,
  sessionIdHeader,
  stableEnd,
  takesCacheMarks,
  toSource,
} from '@ambit/protocol'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ModelError } from '../errors/model-error.ts'
import {
  invalidResponse,
  isCutOff,
  modelFailed,
  streamCut,
  toModelError,
} from '../model/model-errors.ts'
import { type ChosenModel, isChosen, type LocalModel } from '../model/local-model.ts'
import { overNetwork } from '../model/over-network.ts'
import { lifecycleOf } from '../model/page-lifecycle.ts'
import { estimateRequest, type ModelRequest } from '../model/request.ts'
import { type AssemblerEvents, type ModelResponse, ResponseAssembler } from '../model/response.ts'
import { backoff, mayRetry, pause } from '../model/retry.ts'
import { noUsage, type Usage } from '../model/usage.ts'
import { costOf, unknownPrice } from '../model/cost.ts'
import type { Price } from '../options/prices.ts'
import { claimCallId } from './commit.ts'
import type { LoopRun } from './run.ts'

/** Asks a model outside of the loop. The call is counted, but not shown. Resolves with its text. */
export async function askAside(
  run: LoopRun,
  request: ModelRequest,
  model: LanguageModelV4 | undefined,
): Promise<string> {
  const { iteration } = run
  const outcome = await sendRequest(run, { iteration, request, model, events: unseenBy(run) })
  if (outcome.error) throw outcome.error
  run.throwIfEnding()
  run.spending.requireWithin()
  return outcome.response.content
}

const unheard = (): void => undefined
const unseenBy = (run: LoopRun): AssemblerEvents => ({
  onDelta: unheard,
  onWarning: (code, message) => run.warn(code, message, message),
})

/** One request of a run. */
interface Sending {
  readonly iteration: number
  readonly request: ModelRequest
  /** The model. Default: the run's model. */
  readonly model?: LanguageModelV4 | undefined
  readonly events: AssemblerEvents
  /** True if an answer without content is whole. Default false. */
  readonly mayBeEmpty?: boolean | undefined
}

/**
 * A response and its usage. With an `error`, the response is the part that came before the error.
 */
export interface Outcome {
  readonly response: ModelResponse
  /** The id of the model that answered, or was to. */
  readonly modelId: string
  readonly usage: Usage
  /** True if the provider did not report all of the usage. */
  readonly estimated?: boolean | undefined
  readonly costUsd?: number | undefined
  readonly error?: ModelError | undefined
}

/**
 * Sends a request and counts its usage. Rejects with `BudgetExceededError` if no limit allows it.
 * Retries after some errors, as long as nothing was shown
 * yet. Resolves with the part that came even if the call fails or is cancelled.
 */
export async function sendRequest(run: LoopRun, sending: Sending): Promise<Outcome> {
  const { iteration, events, model = run.config.model } = sending
  const { ports, config, cancellation, log } = run
  const { retry } = config.request
  const { isLocal = false } = model as Partial<LocalModel>
  // A model on the device needs no network.
  const lifecycle = isLocal ? undefined : lifecycleOf(run.ports)
  const startedAt = ports.clock.now()
  // A user may choose another one meanwhile.
  const { modelId: asked } = model
  const given = run.readLocal() ? toLocal(sending.request, isLocal) : sending.request
  const marked = withCacheMarks(model, moveResultFiles(given, model.provider))
  const request = withIdentity(run, model, iteration, marked)
  let release: (() => void) | undefined
  const admit = async (answering: LanguageModelV4): Promise<void> => {
    release?.()
    release = undefined
    release = await admitRequest(run, answering, sending.request)
  }
  const asker = { sessionId: run.session.id, admit }
  const target: Target = lifecycle
    ? overNetwork(model, lifecycle, () => log.emit('waiting', { iteration, for: 'network' }))
    : { doStream: (call) => (model as ChosenModel).doStream(call, asker) }
  // What is made of others admits each of them when it asks it.
  if (run.spending.countsModel && !isChosen(model)) await admit(model)
  // What was used takes the place of what was reserved, whatever ends the call.
  try {
    for (let attempt = 1; ; attempt++) {
      const assembler = new ResponseAssembler(events, claimCallId(run), sending.mayBeEmpty)
      const thrown = await askInPage(run, target, request, assembler)
      if (AgentError.is(thrown, 'limit')) throw thrown
      const { response } = assembler
      const end = (error?: ModelError): Outcome => {
        const outcome = error
          ? { response: { ...response, finishReason: undefined }, error }
          : { response }
        const { modelId = asked } = assembler
        const counted = { iteration, modelId, request: sending.request, outcome, startedAt }
        return { ...outcome, modelId, ...countUsage(run, { ...counted, attempts: attempt }) }
      }
      if (thrown === undefined || cancellation.reason) return end()
      const error = toModelError(thrown, ports.clock.now())
      const isLast = assembler.hasContent || attempt > retry.maxRetries
      if (isLast || !mayRetry(retry, error)) return end(error)
      const delayMs = backoff(retry, ports.random, attempt, error)
      log.emit('request_retrying', { iteration, attempt, delayMs, error })
      if (!(await pause(ports.clock, cancellation, delayMs))) return end()
      run.show?.('running')
    }
  } finally {
    release?.()
  }
}

/**
 * Marks a request with what must not leave the device, for the model that keeps it there. Throws
 * `ModelError` for any other model.
 */
function toLocal(request: ModelRequest, isLocal: boolean): ModelRequest {
  if (isLocal)
    return {
      ...request,
      providerOptions: {
        ...request.providerOptions,
        ambit: { ...request.providerOptions?.['ambit'], local: true },
      },
    }
  throw new ModelError(
    'The conversation has content of a `local` scope, which must not leave the device, and this model is not on it.',
    { kind: 'local_only', isRetryable: false },
  )
}

/** What gets the request. */
type Target = Pick<LanguageModelV4, 'doStream'>

/**
 * Asks the model as {@link streamAnswer} does. While the page leaves, an error is held back: it
 * would be stored as the end of a run that the next page continues.
 */
async function askInPage(
  run: LoopRun,
  ...asking: [Target, ModelRequest, ResponseAssembler]
): Promise<unknown> {
  let stays: Promise<void> | undefined
  const stop = lifecycleOf(run.ports)?.onLeave?.((promise) => {
    stays = promise
  })
  try {
    const thrown = await streamAnswer(run, ...asking)
    if (thrown !== undefined) await run.cancellation.race(stays).catch(unheard)
    return thrown
  } finally {
    stop?.()
  }
}

/** The time that a run waits for the end of a stream after a whole answer, in milliseconds. */
const openAfterAnswerMs = 50

/** The time after a whole answer at which a stream that is still open is closed. */
const hangUpMs = 5000

/**
 * Reads the model's stream to its end. A cancel ends the reading at once, whatever the model does.
 * Resolves with the error of the answer; undefined if there is none. The end of the stream may come
 * later than that, because a request that is cut before its end shows as failed in the browser.
 */
async function streamAnswer(
  { cancellation, ports: { clock } }: LoopRun,
  model: Target,
  request: ModelRequest,
  assembler: ResponseAssembler,
): Promise<unknown> {
  let waiting: unknown
  try {
    const call = { ...request, abortSignal: cancellation.signal }
    const opening = Promise.resolve(model.doStream(call))
    const { stream, response } = await cancellation.race(opening).catch((error: unknown) => {
      // The connection of a model that answers after the cancel is closed.
      void opening.then(({ stream }) => cancellation.reason && stream.cancel()).catch(unheard)
      throw error
    })
    const source = toSource(stream)
    const end = (reason?: unknown): void => void source.cancel(reason).catch(unheard)
    const stop = cancellation.onCancel(end)
    const answered = Promise.withResolvers<void>()
    let isAnswered = false
    let hangUp: unknown
    const goOn = (): void => {
      isAnswered = true
      hangUp = clock.setTimeout(end, hangUpMs - openAfterAnswerMs)
      answered.resolve()
    }
    const take = (part: LanguageModelV4StreamPart): void => {
      if (cancellation.reason || isAnswered) return
      assembler.add(part)
      if (part.type === 'finish') waiting ??= clock.setTimeout(goOn, openAfterAnswerMs)
    }
    const reading = source
      .read(take, () => false)
      .finally(() => {
        stop()
        clock.clearTimeout(hangUp)
      })
    await Promise.race([reading, answered.promise])
    if (cancellation.reason) return undefined
    const { failure, hasContent } = assembler
    const type = response?.headers?.['content-type'] ?? 'text/event-stream'
    const isStream = hasContent || type.startsWith('text/event-stream')
    if (isStream) return isCutOff(failure) ? streamCut(failure) : failure
    const isCut = AgentError.is(failure, 'model') && failure.details.kind === 'stream_cut'
    return isCut ? invalidResponse() : failure
  } catch (error) {
    // If the connection breaks after a whole answer, the answer stays as it is.
    if (!assembler.failure) return undefined
    return error ?? modelFailed()
  } finally {
    clock.clearTimeout(waiting)
  }
}

/** Adds the marks of the prompt cache for a model that wants them. A proxy adds them itself. */
function withCacheMarks({ provider }: LanguageModelV4, request: ModelRequest): ModelRequest {
  const end = takesCacheMarks(provider) ? stableEnd(request) : 0
  return end === 0 ? request : addCacheMarks(request, end)
}

/**
 * Adds what only a model of Ambit reads: the identity of the call and, for the client of a proxy,
 * the user's key. Plug-ins, events and errors never see the key.
 */
function withIdentity(
  run: LoopRun,
  { provider }: LanguageModelV4,
  iteration: number,
  request: ModelRequest,
): ModelRequest {
  const { apiKey } = run.config.request
  const isProxy = provider === 'ambit-proxy'
  if (apiKey !== undefined && !isProxy) {
    run.warn(
      'api_key_ignored',
      '`request.apiKey` is for models of createProxyModel; this model did not get it.',
    )
  }
  if (!provider.startsWith('ambit-')) return request
  const identity = {
    [runIdHeader]: run.id,
    [iterationHeader]: `${iteration}`,
    [sessionIdHeader]: run.sessionId,
  }
  const key = isProxy && apiKey !== undefined && { [apiKeyHeader]: apiKey }
  return { ...request, headers: { ...request.headers, ...identity, ...key } }
}

/** The tokens of an answer that is not known yet. */
const likelyAnswer = 1_000

/**
 * Admits a request. Throws `BudgetExceededError` if it surely does not fit into what is left of the
 * tokens or the money. The estimate of a request may be too high. So only half of it is compared,
 * at the price of cached tokens. Returns a function that ends the reservation, or a promise of it
 * while calls at the same time have reserved what is left.
 */
function admitRequest(
  run: LoopRun,
  model: LanguageModelV4,
  request: ModelRequest,
): (() => void) | Promise<() => void> | undefined {
  const { spending } = run
  if (!spending.countsModel) return undefined
  const promptTokens = estimateRequest(request)
  const half = Math.floor(promptTokens / 2)
  const completionTokens = request.maxOutputTokens ?? likelyAnswer
  const price = priceOf(run, model.modelId)
  const toAmounts = (usage: Omit<Usage, 'totalTokens'>): { tokens: number; costUsd: number } => {
    const tokens = usage.promptTokens + usage.completionTokens
    return { tokens, costUsd: price ? costOf({ ...usage, totalTokens: tokens }, price) : 0 }
  }
  const least = toAmounts({ promptTokens: half, completionTokens: 0, cachedTokens: half })
  const likely = toAmounts({ promptTokens, completionTokens })
  return spending.admitModelCall(least, likely, (released) => run.cancellation.race(released))
}

/** Returns the price of a model; undefined if the run has none. */
const priceOf = ({ config: { prices } }: LoopRun, modelId: string): Price | undefined =>
  Object.hasOwn(prices, modelId) ? prices[modelId] : undefined

/** A model call that has ended. */
interface Counted {
  readonly iteration: number
  /** The id of the model that answered, or was to. */
  readonly modelId: string
  readonly request: ModelRequest
  readonly outcome: { readonly response: ModelResponse; readonly error?: ModelError | undefined }
  readonly startedAt: number
  /** The number of requests to the model: one, and one more for each retry. */
  readonly attempts: number
}

/** A model call whose usage is counted. */
export interface CountedCall extends Counted {
  readonly usage: Usage
  readonly costUsd: number | undefined
  readonly status: 'ok' | 'failed' | 'cancelled'
}

/**
 * Adds the usage of a model call to the run and its limits, and tells the features. Estimates what
 * the provider did not report. A count of 0 is not a report, except of an answer that is empty.
 */
function countUsage(
  run: LoopRun,
  counted: Counted,
): Pick<Outcome, 'usage' | 'estimated' | 'costUsd'> {
  const { modelId, request, outcome } = counted
  const { response, error } = outcome
  const { usage, estimated } = complete(response, request)
  if (estimated && response.finishReason !== undefined) {
    run.warn('usage_estimated', `"${modelId}" ${unreported}`)
  }
  const price = priceOf(run, modelId)
  if (!price && run.spending.counts('costUsd')) {
    run.warn('unknown_price', unknownPrice(modelId))
  }
  const costUsd = price && costOf(usage, price)
  run.addUsage(usage, costUsd)
  run.spending.recordModelCall({ tokens: usage.totalTokens, costUsd: costUsd ?? 0 })
  const status = run.cancellation.reason ? 'cancelled' : error ? 'failed' : 'ok'
  for (const feature of run.features) feature.counted?.(run, { ...counted, usage, costUsd, status })
  return { usage, costUsd, estimated: estimated || undefined }
}

const unreported = 'reported no usage, or a part of it. Its tokens, limits and costs are estimated.'

/** Returns the usage of a call, and says whether a part of it had to be estimated. */
function complete(
  response: ModelResponse,
  request: ModelRequest,
): { usage: Usage; estimated: boolean } {
  const { content, reasoning = '', calls, parts, finishReason, usage: reported } = response
  const isEmpty = parts.length === 0
  if (!reported && isEmpty && finishReason === undefined) {
    return { usage: noUsage, estimated: false }
  }
  const isPromptKnown = reported !== undefined && reported.promptTokens > 0
  const isAnswerKnown = reported !== undefined && (reported.completionTokens > 0 || isEmpty)
  const promptTokens = isPromptKnown ? reported.promptTokens : estimateRequest(request)
  const completionTokens = isAnswerKnown
    ? reported.completionTokens
    : Math.ceil(
        estimateTokens(content) +
          estimateTokens(reasoning) +
          (calls.length ? estimateTokens(JSON.stringify(calls)) : 0),
      )
  const totalTokens = promptTokens + completionTokens
  const usage = Object.freeze({ ...reported, promptTokens, completionTokens, totalTokens })
  return { usage, estimated: !isPromptKnown || !isAnswerKnown }
}
