import {
  AgentError,
  type ChosenModel,
  type ChosenModelState,
  type LocalModel,
  ModelError,
} from '@ambit/core'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { Listeners, report } from './listeners.ts'
import { findMs, isInTime } from './loading.ts'

/** What a rule of a {@link ModelChoice} decides by. */
export interface ChoiceRequest {
  /** The number of tools that the request lists. */
  readonly tools: number
  /** The characters of the request as JSON; about four are a token. */
  readonly characters: number
  /** True if it has content of a `local` scope, which only models with `isLocal` get. */
  readonly local: boolean
}

/** A model with the condition under which it may answer. */
export interface ModelChoice {
  readonly model: LanguageModelV4
  /** Whether the model may answer a request: only `true` does. Default: any. */
  readonly when?: ((request: ChoiceRequest) => boolean) | undefined
  /** The name for people. Default: the model's id. */
  readonly label?: string | undefined
}

/**
 * Makes one model of several: each request goes to the first that works. These do not:
 * - a model whose `when` returns false or throws,
 * - one that must be downloaded first, or is being downloaded,
 * - one in the page that does not say in 5 seconds whether it runs here,
 * - one that fails before the first piece of its answer.
 *
 * So a conversation goes on with another model. Nothing is downloaded: call `load` of a model in
 * the page when a user asks for it. The menu of the chat has a list of the models for that.
 *
 * If none works, the call fails with a `ModelError` that has the reason of each. Its kind is
 * `no_model`, or `too_large` if one could not take so much. Throws `AgentError` for an empty list.
 *
 * @example
 * chooseModel([
 *   { model: promptApi(), when: ({ tools }) => tools <= 12 },
 *   createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' }),
 * ])
 */
export function chooseModel(models: readonly (LanguageModelV4 | ModelChoice)[]): ChosenModel {
  if (!Array.isArray(models) || models.length === 0)
    throw new AgentError('`chooseModel` needs a list of at least one model.')
  const choices = models.map(toChoice)
  const twice = choices.findIndex(
    ({ model }, at) => choices.findIndex((each) => each.model === model) < at,
  )
  if (twice >= 0)
    throw new AgentError(
      `Model ${twice} of \`chooseModel\` is in the list before. Give each model once.`,
    )
  return new Chooser(choices)
}

function toChoice(given: LanguageModelV4 | ModelChoice, at: number): ModelChoice {
  const choice = typeof Object(given).doStream === 'function' ? { model: given } : given
  const { model, when, label, ...others } = Object(choice) as Partial<ModelChoice>
  const [other] = Object.keys(others)
  if (typeof Object(model).doStream !== 'function' || !model)
    throw new AgentError(
      `Model ${at} of \`chooseModel\` is none. Give a model, or { model, when, label }.`,
    )
  if (other !== undefined || (when !== undefined && typeof when !== 'function'))
    throw new AgentError(
      `Model ${at} of \`chooseModel\`: ${other === undefined ? '`when` is no function' : `there is no option "${other}"`}.`,
    )
  return { model, when, label }
}

class Chooser implements ChosenModel {
  readonly specificationVersion = 'v4'
  readonly isLocal = true
  /** The loop adapts its requests to a provider, which matters for those that leave the page. */
  readonly provider: string
  readonly supportedUrls: LanguageModelV4['supportedUrls']
  state: ChosenModelState
  readonly subscribe: (listener: () => void) => () => void
  readonly #choices: readonly ModelChoice[]
  readonly #listeners = new Listeners()

  constructor(choices: readonly ModelChoice[]) {
    this.#choices = choices
    this.subscribe = this.#listeners.add
    this.state = toState(choices.map(({ model, label }) => ({ model, label })))
    const models = choices.map(({ model }) => model)
    const adapted = models.find((model) => !isLocal(model)) ?? models[0]
    this.provider = adapted?.provider ?? 'ambit-local'
    this.supportedUrls = adapted?.supportedUrls ?? {}
    for (const model of models) if (isInPage(model)) model.subscribe(() => this.#follow(model))
  }

  get modelId(): string {
    return (this.state.current ?? this.#choices[0]?.model)?.modelId ?? ''
  }

  async doStream(options: LanguageModelV4CallOptions, asker?: Asker): Promise<Answer> {
    const request = toRequest(options)
    const reasons = new Map<LanguageModelV4, Reason>()
    let isRetryable = false
    let kind = 'no_model'
    let cause: unknown
    for (const { model, when } of this.#choices) {
      const reason = await findReason(model, when, request)
      if (reason !== undefined) {
        reasons.set(model, reason)
        continue
      }
      await asker?.admit(model)
      try {
        const answer = await begin(model, toOptions(model, options))
        this.#tell(model, reasons, asker)
        return answer
      } catch (thrown) {
        options.abortSignal?.throwIfAborted()
        // The agent makes the conversation shorter, for this model.
        if (AgentError.is(thrown, 'model') && thrown.details.fittingShare) throw thrown
        // The text of a foreign error may hold a key.
        const text = AgentError.is(thrown) ? thrown.message : 'It failed.'
        reasons.set(model, { kind: 'failed', reason: text })
        cause = thrown
        if (!AgentError.is(thrown, 'model')) continue
        isRetryable ||= thrown.details.isRetryable
        if (thrown.details.kind === 'too_large') ({ kind } = thrown.details)
      }
    }
    this.#tell(undefined, reasons, asker)
    const lines = Array.from(reasons, ([{ modelId }, { reason }]) => `${modelId}: ${reason}`)
    const message = `No model can answer.\n${lines.join('\n')}`
    throw new ModelError(message, { kind, isRetryable, cause })
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const { generate } = await import('./generate.ts')
    return generate((await this.doStream(options)).stream)
  }

  #tell(
    current: LanguageModelV4 | undefined,
    reasons: ReadonlyMap<unknown, Reason>,
    asker: Asker,
  ): void {
    const choices = this.#choices.map(({ model, label }) => ({
      model,
      label,
      ...reasons.get(model),
    }))
    this.#set({ current, choices, sessionId: asker?.sessionId })
  }

  /** Takes a change of a model in the page: another model may answer now. */
  #follow(changed: LocalModel): void {
    const { status } = changed.state
    // A failed model that is still on the device does not work again.
    const isNews = ({ model, kind }: Choice): boolean =>
      model === changed &&
      status !== 'unknown' &&
      kind !== 'when' &&
      !(kind === 'failed' && status === 'available')
    const choices = this.state.choices.map((choice) =>
      isNews(choice)
        ? { model: changed, label: choice.label, ...toReason(changed.state) }
        : { ...choice },
    )
    this.#set({ ...this.state, ...toState(choices, this.state.current) })
  }

  #set(state: ChosenModelState): void {
    this.state = state
    this.#listeners.call()
  }
}

type Choice = ChosenModelState['choices'][number]
type Asker = Parameters<ChosenModel['doStream']>[1]
type Reason = Required<Pick<Choice, 'reason' | 'kind'>>

/**
 * Returns a state with the first model that can answer. It stays `before` while nobody has looked
 * for one that comes earlier.
 */
function toState(choices: readonly Choice[], before?: LanguageModelV4): ChosenModelState {
  const first = choices.find(({ kind }) => kind === undefined)?.model
  const isKnown = !first || !isInPage(first) || first.state.status !== 'unknown'
  return { current: isKnown ? first : before, choices }
}

type Answer = Awaited<ReturnType<LanguageModelV4['doStream']>>

const isLocal = (model: LanguageModelV4): boolean =>
  (model as { readonly isLocal?: boolean }).isLocal === true

/** Whether a model is one of `constrained`. */
const isInPage = (model: LanguageModelV4 | LocalModel): model is LocalModel => 'check' in model

const toRequest = ({
  prompt,
  tools = [],
  providerOptions,
}: LanguageModelV4CallOptions): ChoiceRequest => ({
  tools: tools.length,
  // Read by few rules, and the text of the whole request.
  get characters() {
    return JSON.stringify([prompt, tools]).length
  },
  local: providerOptions?.['ambit']?.['local'] === true,
})

/** Returns why a model cannot have a request, in words for people; undefined if it can. */
async function findReason(
  model: LanguageModelV4 | LocalModel,
  when: ModelChoice['when'],
  request: ChoiceRequest,
): Promise<Reason | undefined> {
  if (request.local && !isLocal(model))
    return {
      kind: 'local_only',
      reason: 'It is not on this device, and the conversation has content that must not leave it.',
    }
  try {
    const isFor: unknown = when ? when(request) : true
    // A promise is not an answer.
    if (isFor !== true) return { kind: 'when', reason: 'It is not for requests like this one.' }
  } catch (thrown) {
    report(thrown)
    return { kind: 'when', reason: 'Its rule failed.' }
  }
  if (!isInPage(model)) return undefined
  let reason: Reason | undefined = {
    kind: 'unavailable',
    reason: 'It did not say in 5 seconds whether it runs here.',
  }
  const check = async (): Promise<void> => void (reason = toReason(await model.check()))
  await isInTime(check().catch(report), findMs)
  return reason
}

/** Returns why a model in the page cannot answer in a state; undefined if it can. */
function toReason({ status, progress = 1, reason }: LocalModel['state']): Reason | undefined {
  if (status === 'downloadable')
    return { kind: 'not_loaded', reason: 'It must be downloaded first.' }
  if (status === 'loading' && progress < 1)
    return { kind: 'not_loaded', reason: 'It is being downloaded.' }
  return status === 'unavailable' || status === 'failed'
    ? { kind: 'unavailable', reason: reason ?? 'It cannot run here.' }
    : undefined
}

/**
 * Only a proxy gets the user's key, and the identity of the call. Only models on the device get
 * what is for them.
 */
function toOptions(
  model: LanguageModelV4,
  { headers, providerOptions: { ambit, ...own } = {}, ...options }: LanguageModelV4CallOptions,
): LanguageModelV4CallOptions {
  return {
    ...options,
    providerOptions: isLocal(model) && ambit ? { ...own, ambit } : own,
    ...(model.provider === 'ambit-proxy' && headers && { headers }),
  }
}

/**
 * Begins an answer. Rejects if the model fails before the first piece, and so before anything was
 * shown. Says before the answer which model gives it, so that it is counted as one of that model.
 */
async function begin(model: LanguageModelV4, options: LanguageModelV4CallOptions): Promise<Answer> {
  const { modelId } = model
  const { stream, ...result } = await model.doStream(options)
  const reader = stream.getReader()
  const before: LanguageModelV4StreamPart[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done)
      throw new ModelError('The model ended without an answer.', {
        kind: 'empty_response',
        isRetryable: true,
      })
    if (value.type === 'error') throw value.error
    before.push(value)
    if (value.type !== 'stream-start' && value.type !== 'response-metadata') break
  }
  const asked = {
    type: 'response-metadata',
    modelId,
    providerMetadata: { ambit: { modelId } },
  } as const
  before.splice(before[0]?.type === 'stream-start' ? 1 : 0, 0, asked)
  const whole = new ReadableStream<LanguageModelV4StreamPart>({
    async pull(to) {
      const part = before.shift()
      if (part) return to.enqueue(part)
      const { done, value } = await reader.read()
      if (done) to.close()
      else to.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { ...result, stream: whole }
}
