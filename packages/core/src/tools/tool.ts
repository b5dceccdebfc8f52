import type { JSONSchema7 } from '@ai-sdk/provider'
import { AgentError } from '../errors/agent-error.ts'
import { type Parameters, type StandardSchema, toParameters } from '../schema/parameters.ts'
import type { Enabled } from './availability.ts'
import type { CallSubject, ToolContext } from './tool-context.ts'
import type { ContentPart } from '../messages/content.ts'
import { checkFunction, checkNumber } from '../options/check-values.ts'
import { dropUndefined } from '../json/json.ts'
import type { Duration } from '../clock.ts'
import { type Retry, parseDuration, parseRetry } from '../options/retry.ts'
import { type ToolSandbox, type ToolSandboxOptions, toToolSandbox } from './sandbox.ts'
import {
  type ToolResume,
  type ToolResumeOptions,
  type ToolTrust,
  type ToolTrustOptions,
  toToolResume,
  toToolTrust,
} from './tool-effects.ts'

/** What a tool is made of. */
export interface ToolOptions<Args, Result>
  extends ToolTrustOptions<Args>, ToolResumeOptions<Result> {
  /** Matches `/^[a-zA-Z0-9_-]{1,64}$/`; unique over every registered scope. */
  name: string
  /** For people. Default: the name in words. */
  title?: string | undefined
  /** For the model, sent byte for byte. */
  description: string
  /** A Standard Schema (zod 4, ArkType, …) or `jsonSchema({ … })`, an object at the top. Default: no parameters. */
  parameters?: StandardSchema<unknown, Args> | undefined
  /** Gets its own parsed copy of the arguments. What it returns is the result; what it throws, the model is told. */
  handler: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>
  /** Default: always on. */
  enabled?: Enabled | undefined
  /** With `silent` the model gets only an acknowledgement, and calls of silent tools alone end the run. Default `feedback`. */
  mode?: 'feedback' | 'silent' | undefined
  /** How long one attempt may take. Default: without limit. */
  timeout?: Duration | undefined
  /** Attempts in all; a cancelled call is not tried again. Default 1. */
  retry?: Retry | undefined
  /** Keep results for equal arguments; needs the agent's `toolCache: toolCache()`. */
  cache?: { readonly ttl: Duration } | undefined
  /**
   * Runs the handler apart from the page, in the agent's `sandbox`: its text alone goes there, so it sees nothing but its arguments and
   * `ctx`, which there has `env`, `report` and `signal`. Without a sandbox in the agent it is not run. Default: false.
   */
  sandbox?: boolean | ToolSandboxOptions | undefined
  /** Asks providers that can to constrain their output to the schema. */
  strict?: boolean | undefined
  /** What the model is sent in place of the JSON of the result: text, or parts such as an image. `args` are the arguments as the model gave them. */
  toModelOutput?:
    | ((
        result: Awaited<Result>,
        args: Readonly<Record<string, unknown>>,
      ) => string | readonly ContentPart[])
    | undefined
  /** A scope that must be there before the next request, as when the tool navigates. */
  waitFor?: string | undefined
  /** Charged to the `tokens` budgets before each call. */
  tokens?: number | undefined
  /** Charged to the `costUsd` budgets before each call, in US dollars. */
  costUsd?: number | undefined
  /** Charged to budgets of your own before each call, by their names. */
  charges?: Readonly<Record<string, number>> | undefined
}

/**
 * A named function the model may call.
 *
 * Throws `AgentError` at construction for a bad name, a schema that cannot be used, an unknown `effect`, `retry` below 1 and a malformed duration.
 */
export class Tool<Args = never, Result = unknown> implements ToolTrust, ToolResume {
  readonly name: string
  readonly description: string
  /** The schema as it was given. Not typed by `Args`, so that a tool of any arguments is an `AnyTool`. */
  readonly parameters: StandardSchema
  readonly handler: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>
  readonly enabled: Enabled | undefined
  readonly mode: 'feedback' | 'silent'
  readonly timeoutMs: number | undefined
  readonly retry: { readonly attempts: number; readonly delayMs: number }
  readonly cacheTtlMs: number | undefined
  readonly effect: ToolTrust['effect']
  readonly requiresApproval: ToolTrust['requiresApproval']
  readonly preview: ToolTrust['preview']
  readonly untrusted: boolean
  readonly onResume: ToolResume['onResume']
  readonly reconcile: ToolResume['reconcile']
  readonly sandbox: ToolSandbox | undefined
  readonly strict: boolean | undefined
  readonly toModelOutput:
    | ((result: never, args: Readonly<Record<string, unknown>>) => string | readonly ContentPart[])
    | undefined
  readonly waitFor: string | undefined
  /** What each call is charged, by budget key, `toolCalls` among them. */
  readonly charges: Readonly<Record<string, number>>
  readonly #title: string | undefined
  readonly #ready: Parameters<unknown>

  constructor(options: ToolOptions<Args, Result>) {
    const { name, title, description, handler, timeout, cache } = options
    if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      throw new AgentError(
        `The tool name ${JSON.stringify(name)} cannot be sent to a model. Use 1 to 64 letters, digits, "_" or "-".`,
      )
    }
    const owner = `tool "${name}"`
    checkFunction('handler', handler, owner)
    this.name = name
    this.#title = title
    this.description = description
    this.parameters = options.parameters ?? noParameters
    this.#ready = toParameters(this.parameters, owner)
    this.handler = handler
    this.enabled = options.enabled
    this.mode = options.mode ?? 'feedback'
    this.timeoutMs =
      timeout === undefined ? undefined : parseDuration(timeout, `timeout of ${owner}`)
    this.retry = parseRetry(options.retry, owner)
    this.cacheTtlMs = cache && parseDuration(cache.ttl, `cache.ttl of ${owner}`)
    this.sandbox = toToolSandbox(options.sandbox, owner)
    this.strict = options.strict
    const { effect, requiresApproval, preview, untrusted } = toToolTrust(options, owner)
    this.effect = effect
    this.requiresApproval = requiresApproval
    this.preview = preview
    this.untrusted = untrusted
    const { onResume, reconcile } = toToolResume(options, effect, owner)
    this.onResume = onResume
    this.reconcile = reconcile
    this.toModelOutput = options.toModelOutput as typeof this.toModelOutput
    this.waitFor = options.waitFor
    this.charges = toCharges(options)
  }

  /** For people. */
  get title(): string {
    return this.#title ?? inWords(this.name)
  }

  /** The parameters as the model sees them. */
  get jsonSchema(): JSONSchema7 {
    return this.#ready.jsonSchema
  }

  /** What of {@link jsonSchema} an approval holds the tool to: without what changes with the page. Here all of it. */
  get lastingSchema(): JSONSchema7 {
    return this.jsonSchema
  }

  /** What a call with these arguments is for, beside the tool. Here nothing: for tools that stand for several things. */
  subjectOf(_args: Readonly<Record<string, unknown>>): CallSubject | undefined {
    return undefined
  }

  /** Checks and parses arguments. */
  get validate(): Parameters<unknown>['validate'] {
    return this.#ready.validate
  }
}

/** Any tool, whatever its arguments. */
export type AnyTool = Tool<never, unknown>

const noParameters: StandardSchema<unknown, Record<string, never>> = {
  '~standard': {
    version: 1,
    vendor: 'ambit',
    validate: () => ({ value: {} }),
    jsonSchema: { input: () => ({ type: 'object', properties: {}, additionalProperties: false }) },
  },
}

/** `create_note` → `Create note`. */
function inWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const oneCall: Readonly<Record<string, number>> = Object.freeze({ toolCalls: 1 })

/** What one call is charged. */
export function toCharges(options: {
  tokens?: number | undefined
  costUsd?: number | undefined
  charges?: Readonly<Record<string, number>> | undefined
  toolCalls?: number | undefined
}): Readonly<Record<string, number>> {
  const { tokens, costUsd, toolCalls = 1 } = options
  if (!options.charges && (tokens ?? costUsd) === undefined && toolCalls === 1) return oneCall
  const all = { ...options.charges, toolCalls, tokens, costUsd }
  const charges = dropUndefined(all) as Record<string, number>
  for (const [key, amount] of Object.entries(charges)) checkNumber(`The charge "${key}"`, amount)
  return Object.freeze(charges)
}
