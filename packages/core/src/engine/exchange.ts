import type { LanguageModelV4 } from '@ai-sdk/provider'
import { inDevelopment } from '../dev/in-development.ts'
import { AgentError } from '../errors/agent-error.ts'
import type { AssistantMessage, Message } from '../messages/message.ts'
import type { ModelRequest } from '../model/request.ts'
import {
  type AssemblerEvents,
  changeResponse,
  emptyResponse,
  type ModelResponse,
} from '../model/response.ts'
import { noUsage } from '../model/usage.ts'
import {
  inPlugin,
  type ChangeDelta,
  type Next,
  type PluginResponse,
  type RequestChange,
} from '../plugins.ts'
import { surround } from './around.ts'
import { claimCalls, commitResponse } from './commit.ts'
import type { With } from './plugin-list.ts'
import { markRefused } from './refused-parts.ts'
import { type Prepared, prepareRequest } from './request.ts'
import type { LoopRun } from './run.ts'
import { tellRefused, throwRefusal } from './seams.ts'
import { type Outcome, sendRequest } from './send.ts'

/**
 * Makes one model call, from the request to the committed message, inside of the `request` of
 * plug-ins. If the call fails in the middle, the part that came is committed and the error is
 * thrown.
 */
export async function callModel(run: LoopRun, iteration: number): Promise<AssistantMessage> {
  const exchange = new Exchange(run, iteration, await prepareRequest(run, iteration))
  const plugins = run.plugins.of('request')
  let given: Partial<PluginResponse> | undefined
  let refused: unknown
  try {
    given = plugins.length === 0 ? await exchange.send() : await exchange.surround(plugins)
  } catch (thrown) {
    if (!exchange.last) throw thrown
    refused = thrown
  }
  const message = await exchange.take(given, refused)
  run.throwIfEnding()
  run.spending.requireWithin()
  return message
}

/** A request that was sent, and its answer. */
interface Sent {
  readonly messageId: string
  readonly startedAt: number
  readonly outcome: Outcome
  /** The answer as plug-ins get it. */
  readonly response: PluginResponse
  /** True if nothing of the answer was shown while it came, because it was held back. */
  readonly isWithheld: boolean
}

/** The request of one iteration, which plug-ins may change and send several times. */
class Exchange {
  /** The last request that was sent. */
  last: Sent | undefined
  readonly #run: LoopRun
  readonly #iteration: number
  readonly #build: (messages: readonly Message[]) => Prepared
  readonly #changes: ChangeDelta[] = []
  #messages: readonly Message[]
  #prepared: Prepared
  #patch: Omit<RequestChange, 'model' | 'messages'> = {}
  #model: LanguageModelV4

  constructor(run: LoopRun, iteration: number, build: (messages: readonly Message[]) => Prepared) {
    this.#run = run
    this.#iteration = iteration
    this.#build = build
    this.#messages = run.session.history.messages
    this.#prepared = build(this.#messages)
    this.#model = run.config.model
  }

  get #request(): ModelRequest {
    return { ...this.#prepared.request, ...(this.#patch as Partial<ModelRequest>) }
  }

  /** Sends the request inside of plug-ins. Resolves with the answer that they leave. */
  surround(plugins: readonly With<'request'>[]): Promise<Partial<PluginResponse>> {
    const { context, cancellation } = this.#run
    return surround<'request', RequestChange, Partial<PluginResponse>>({
      member: 'request',
      plugins,
      enter: (plugin, next) =>
        plugin.request(
          {
            run: context,
            request: this.#request,
            model: this.#model,
            messages: this.#messages,
            onDelta: (change) =>
              void this.#changes.push((...given) => inPlugin(plugin, () => change(...given))),
          },
          next as Next<RequestChange, PluginResponse>,
        ),
      change: (change) => this.#change(change),
      work: () => this.send(),
      cancellation,
      mayRepeat: true,
    })
  }

  #change({ messages, model = this.#model, ...patch }: RequestChange): void {
    this.#model = model
    if (messages) {
      const { prompt: _prompt, ...others } = this.#patch
      this.#messages = messages
      this.#patch = others
      this.#prepared = this.#build(messages)
    }
    this.#patch = { ...this.#patch, ...patch }
  }

  /** Sends the request as it is now. Resolves with what came, also if the request fails. */
  async send(): Promise<PluginResponse> {
    const run = this.#run
    const iteration = this.#iteration
    if (this.last) this.#drop(this.last)
    const { deltas, ports } = run
    const messageId = ports.createId()
    const startedAt = ports.clock.now()
    const model = this.#model
    const request = this.#start(messageId)
    inDevelopment('tooManyTools', model, request)
    const at = { iteration, messageId }
    let isShown = false
    const show: AssemblerEvents['onDelta'] = (part, delta) => {
      let text: string | undefined = delta
      for (const change of this.#changes) {
        if (text !== undefined) text = change(text, part.type)
      }
      if (text === undefined) return
      isShown = true
      deltas.add(part, at, text)
    }
    const { readDeltas = asItIs, readCalls = asItIs } = run.config.toolList
    const showRead = readDeltas(show)
    let failed: { readonly thrown: unknown } | undefined
    const events: AssemblerEvents = {
      onDelta: (part, delta) => {
        try {
          if (!failed) showRead(part, delta)
        } catch (thrown) {
          failed = { thrown }
        }
      },
      // Text may be held back, and then it would come after what followed it.
      onPart: (part) => this.#changes.length === 0 && deltas.addPart(part, at),
      onWarning: (code, message) => run.warn(code, message, message),
    }
    // A model may end its turn without a word once its calls are answered.
    const { messages } = run.session.history
    const mayBeEmpty = messages.findLast(isOfTurn)?.role === 'tool'
    const outcome = await sendRequest(run, { iteration, request, model, events, mayBeEmpty })
    const { error } = outcome
    const read = readCalls(outcome.response)
    const response = error ? { ...read, error } : read
    const isWithheld = !isShown && this.#changes.length > 0
    this.last = { messageId, startedAt, outcome, response, isWithheld }
    if (failed) throw failed.thrown
    return response
  }

  /** Tells that a request is sent. Returns it as it is sent. */
  #start(messageId: string): ModelRequest {
    const { log, session } = this.#run
    const { provider, modelId } = this.#model
    const request = this.#prepared.finish(this.#request)
    const { messages } = session.history
    const leftOut = this.#messages === messages ? 0 : countLeftOut(messages, this.#messages)
    const iteration = this.#iteration
    const started = { iteration, messageId, provider, modelId, leftOut }
    log.emit('request_started', started, { built: this.#prepared.built(request) })
    return request
  }

  /** Ends a request whose answer is not used. */
  #drop(sent: Sent): void {
    const { log, deltas } = this.#run
    const { usage, estimated, costUsd } = sent.outcome
    const iteration = this.#iteration
    deltas.withdraw(sent.messageId)
    this.#count(sent, sent.response)
    if (usage !== noUsage) {
      log.emit('request_completed', { iteration, message: undefined, usage, estimated, costUsd })
    }
  }

  #count({ startedAt, outcome: { usage } }: Sent, { finishReason, calls }: ModelResponse): void {
    const { iterations, ports } = this.#run
    const durationMs = ports.clock.now() - startedAt
    const toolCalls = calls.length
    iterations.push({
      index: this.#iteration,
      finishReason,
      usage,
      startedAt,
      durationMs,
      toolCalls,
    })
  }

  /**
   * Commits the answer that plug-ins have left. Asks again without files that the model refused.
   * Rejects with the error that ends the run: that of a plug-in or of the model.
   */
  async take(
    given: Partial<PluginResponse> | undefined,
    thrown: unknown,
  ): Promise<AssistantMessage> {
    const run = this.#run
    const sent = this.last ?? this.#answered()
    if (thrown !== undefined) {
      this.#drop(sent)
      if (AgentError.is(thrown, 'guardrail')) this.#refuse(thrown, sent)
      run.throwIfEnding()
      throw thrown
    }
    const { usage, estimated, costUsd, error } = sent.outcome
    const { readCalls = asItIs } = run.config.toolList
    const response =
      given === undefined || given === sent.response
        ? sent.response
        : readCalls(claimCalls(run, changeResponse(sent.response, given)))
    const iteration = this.#iteration
    let message: AssistantMessage | undefined
    const tell = (): void => {
      const { responseId, modelId } = response
      const told = { iteration, message, usage, estimated, costUsd, responseId, modelId }
      run.log.emit('request_completed', told)
    }
    if (sent.isWithheld) run.deltas.addWhole(response, { iteration, messageId: sent.messageId })
    try {
      message = await commitResponse(run, sent.messageId, response, usage)
      if (message) this.#count(sent, response)
    } finally {
      if (message || usage !== noUsage) tell()
    }
    if (message) {
      run.content = response.content || run.content
      run.responseId = response.responseId ?? run.responseId
      run.modelId = sent.outcome.modelId
      run.raw = response.raw
    }
    // An answer that a plug-in has made whole takes the place of the error.
    const failed = response.finishReason === undefined ? error : undefined
    if (failed) {
      const isAgain = await markRefused(run, failed)
      if (message || !isAgain) throw failed
      run.throwIfEnding()
      // The next request is one of its own for whoever follows the run.
      if (usage === noUsage) tell()
      return callModel(run, iteration)
    }
    // A cut answer without any content is not a message: the cancel that cut it ends the run.
    return message as AssistantMessage
  }

  /** Ends the run because a plug-in refused an answer, or could not check one that was cut off. */
  #refuse(refused: AgentError, { outcome: { error } }: Sent): never {
    tellRefused(this.#run, refused)
    if (error && refused.cause !== undefined) throw error
    throwRefusal(this.#run, refused)
  }

  /** Returns the request that a plug-in answered in place of a model. */
  #answered(): Sent {
    const { ports } = this.#run
    const messageId = ports.createId()
    this.#start(messageId)
    const { modelId } = this.#model
    const outcome = { response: emptyResponse, modelId, usage: noUsage }
    const startedAt = ports.clock.now()
    return { messageId, startedAt, outcome, response: emptyResponse, isWithheld: false }
  }
}

/** Returns the number of messages of a history that are not among those that are sent. */
function countLeftOut(messages: readonly Message[], sent: readonly Message[]): number {
  const kept = new Set(sent.map(({ id }) => id))
  return messages.filter(({ id }) => !kept.has(id)).length
}

/** Whether a message is one that the model answers, and no note of the application. */
const isOfTurn = (message: Message): boolean => message.role !== 'user' || !message.source

const asItIs = <T>(value: T): T => value
