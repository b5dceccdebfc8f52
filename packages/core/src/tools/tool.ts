import type { JSONObject, JSONSchema7, JSONValue, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Duration } from '../environment.ts'
import { type JsonValue, dropUndefined, toTitle, toWords } from '../json/json.ts'
import type { ContentPart } from '../messages/message.ts'
import { inDevelopment } from '../dev/in-development.ts'
import { providerLimits } from '../model/provider-limits.ts'
import { checkNames } from '../options/check-names.ts'
import { namesOfTools } from '../options/names.ts'
import { misuse } from '../options/misuse.ts'
import {
  checkFunctions,
  checkNumber,
  isPlain,
  parseDuration,
  parseRetry,
  type Retry,
} from '../options/values.ts'
import {
  noParameters,
  type Parameters,
  readSchema,
  type StandardSchema,
  toParameters,
} from '../schema/parameters.ts'
import type { Enabled } from './availability.ts'
import {
  type CallSubject,
  type ToolContext,
  type ToolInstance,
  toVisible,
  type UndoContext,
  type Visible,
} from './context.ts'
import type { Subject } from './subject.ts'
import {
  type ToolResume,
  type ToolResumeOptions,
  type ToolSandbox,
  type ToolSandboxOptions,
  type ToolTrust,
  type ToolTrustOptions,
  toToolResume,
  toToolSandbox,
  toToolTrust,
} from './effects.ts'

/** The options that every tool has, whichever words it has for its schema and its handler. */
interface CommonToolOptions<Args, Result> extends ToolTrustOptions<Args> {
  /**
   * A name that matches `/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/`. Unique among the tools of all
   * registered scopes.
   */
  name: string
  /**
   * A name for people. Default: the name in words.
   *
   * A function returns the sentence that asks a user about one call, such as `Refund €5.00 of
   * A-7 to Sami Garcia?`. It gets what the handler gets, and the result of `approval.preview`. It
   * must return at once, and the same for the same thing: the approval is bound to it as to the
   * preview. If it throws, or returns no text, the card has no sentence. The name is then the
   * default.
   */
  title?: string | ((args: Args, preview: JsonValue | undefined) => string) | undefined
  /** A description for the model. It is sent byte for byte. */
  description: string
  /**
   * Other words that people say for what the tool does, such as `money back`. Only the search of a
   * `digest` reads them, where the model looks with the words of a user. Default: none.
   */
  aliases?: readonly string[] | undefined
  /**
   * The schema of the result, of any type, for callers from outside of the page: an MCP client gets
   * the result as data by it. In development, the console tells of a result that does not fit.
   */
  outputSchema?: StandardSchema<unknown, NoInfer<Awaited<Result>>> | undefined
  /**
   * Undoes a call that succeeded, for `agent.undo`. Gets what the handler got and gave. It may be
   * asynchronous; if it throws, the error is reported as the reason why the call was not undone.
   * For an undo that depends on what the handler found, use `ctx.undo`. Default: none.
   */
  undo?: ((call: UndoneWork<Args, NoInfer<Awaited<Result>>>) => unknown) | undefined
  /** The condition under which the tool is on. Default: always on. */
  enabled?: Enabled | undefined
  /** Who may know the tool: the model, also while it is off, and callers from outside. */
  visible?: Visible | undefined
  /**
   * The thing on the page that calls are about, such as the id of the order that is open. It is
   * read when the request is built, and again right before each handler, asked or not. If it is
   * another one then, the call does not run, and the model is told so. So is a call whose subject
   * cannot be read. What the handlers of the same message change themselves does not count.
   * A call of `runTool` is bound to the subject at that time.
   *
   * `{ id, label }` has a name for people too. With `useTool`, it tells the mounts of one component
   * apart. Default: none.
   */
  subject?: Subject | undefined
  /**
   * Returns the value that calls edit, such as the filters of a list. It is replaced, and not
   * changed in place. `ctx.base` is what it was when the page was shown. Default: none.
   */
  edits?: (() => unknown) | undefined
  /** The answer that the model gets, and what is kept of it. */
  result?: ToolResultOptions<Result> | undefined
  /** The way in which the handler is run, and what a call costs. */
  run?: ToolRunOptions | undefined
  /** The treatment of calls whose end the page did not see. */
  resume?: ToolResumeOptions<Result> | undefined
  /** The options that only the model's provider reads. */
  provider?: ToolProviderOptions<Args> | undefined
}

/** A call that is to be undone: what its handler got and gave. */
export interface UndoneWork<Args, Result> extends UndoContext {
  readonly args: Args
  readonly result: Result
}

/** The options of a tool. */
export interface ToolOptions<Args, Result> extends CommonToolOptions<Args, Result> {
  /**
   * The schema of the arguments: a Standard Schema (zod 4, ArkType, …) or `jsonSchema({ … })`, an
   * object at the top level. Default: no parameters.
   */
  parameters?: StandardSchema<unknown, Args> | undefined
  /**
   * Runs the call. Gets its own parsed copy of the arguments. The returned value is the result; an
   * error is reported to the model.
   */
  handler: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>
  inputSchema?: undefined
  execute?: undefined
}

/**
 * The options of a tool in the words of the AI SDK, MCP and WebMCP: `inputSchema` is `parameters`,
 * and `execute` is `handler`. A tool has both words of one pair, or both of the other.
 */
export interface AliasedToolOptions<Args, Result> extends CommonToolOptions<Args, Result> {
  /** The same as `parameters` of {@link ToolOptions}. */
  inputSchema?: StandardSchema<unknown, Args> | undefined
  /** The same as `handler` of {@link ToolOptions}. */
  execute: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>
  parameters?: undefined
  handler?: undefined
}

/**
 * Returns options in the words `parameters` and `handler`. Throws `AgentError` for a mixture: it
 * would not be known which schema checks what which function gets.
 */
function toToolOptions<Args, Result>(
  options: ToolOptions<Args, Result> | AliasedToolOptions<Args, Result>,
): ToolOptions<Args, Result> {
  const { inputSchema, execute, ...own } = Object(options) as typeof options
  if (inputSchema === undefined && execute === undefined)
    return options as ToolOptions<Args, Result>
  if (own.parameters !== undefined || own.handler !== undefined) {
    throw misuse('toolWords', [`tool "${own.name}"`])
  }
  return { ...own, parameters: inputSchema, handler: execute } as ToolOptions<Args, Result>
}

/** What a tool makes for the model: text, or parts such as an image. */
type ModelOutput = string | readonly ContentPart[]

/** The options about the results of a tool. */
export interface ToolResultOptions<Result> {
  /**
   * Returns what the model gets instead of the JSON of the result: text, or parts such as an image.
   * `args` are the arguments as the model gave them. If it throws, the model is told that the call
   * succeeded and that its result is withheld.
   */
  toModel?:
    | ((
        result: NoInfer<Awaited<Result>>,
        args: Readonly<Record<string, unknown>>,
      ) => ModelOutput | PromiseLike<ModelOutput>)
    | undefined
  /**
   * True if the model gets only an acknowledgement of a successful call. The run ends after an
   * iteration in which every call is a successful call of such a tool. Default false.
   */
  silent?: boolean | undefined
  /**
   * True if the results are third-party text, such as a page, a mail or a search result. So are
   * then its errors, the words of its checks, its `enabled` reasons, and what a plug-in answers in
   * its place. The model is told so, and its later calls count as tainted. Default false.
   */
  untrusted?: boolean | undefined
  /**
   * The time for which results of this very tool are kept, for calls with equal arguments, user,
   * tenant and dependencies. Needs `use: [toolCache()]` of the agent.
   *
   * With `key`, tools of the same name and key share their results, also after a component has
   * mounted again. Give as `key` what the handler reads besides its arguments, such as the id of an
   * order.
   */
  cache?: { readonly ttl: Duration; readonly key?: string | number | undefined } | undefined
}

/** The options about the way in which a handler is run. */
export interface ToolRunOptions {
  /** The longest time of one attempt. Default: no limit. */
  timeout?: Duration | undefined
  /** The number of attempts in all. A cancelled call is not tried again. Default 1. */
  retry?: Retry | undefined
  /**
   * True, or options, to run the handler apart from the page, in the plug-in `sandbox`. Only the
   * handler's source text goes there. The handler can use its arguments and, of `ctx`, only `env`,
   * `progress` and `signal`. If the agent has no sandbox, the handler does not run. Default false.
   */
  sandbox?: boolean | ToolSandboxOptions | undefined
  /**
   * The name of a scope that must be registered before the next call and the next request, for
   * example when the tool navigates. The loop waits for it as long as `settle` says, and only
   * after a handler that succeeded.
   */
  waitForScope?: string | undefined
  /** The amounts that each call is charged before it runs, all or none. */
  cost?: ToolCost | undefined
}

/** The amounts that a call is charged. */
export interface ToolCost {
  /** The amount for `limits.tokens`. */
  tokens?: number | undefined
  /** The amount in US dollars for `limits.costUsd`. */
  usd?: number | undefined
  /** The amounts for `limits.custom`, by its keys. */
  custom?: Readonly<Record<string, number>> | undefined
}

/**
 * A named function that the model may call.
 *
 * Throws `AgentError` at construction for a missing or bad name, description or handler, and for a
 * schema that cannot be used. Also for an unknown `effect`, a `run.retry` below 1, a malformed
 * duration, and an option or a member of a group that does not exist. In development it throws for
 * every wrong value, naming the option.
 */
export class Tool<Args = never, Result = unknown> implements ToolTrust, ToolResume {
  declare readonly name: string
  declare readonly description: string
  declare readonly aliases: readonly string[]
  /**
   * The schema as it was given. The type does not depend on `Args`, so that a tool with any
   * arguments is an `AnyTool`.
   */
  declare readonly parameters: StandardSchema
  declare readonly handler: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>
  declare readonly enabled: Enabled | undefined
  declare readonly visible: Visible
  declare readonly subject: Subject | undefined
  declare readonly edits: (() => unknown) | undefined
  declare readonly mode: 'feedback' | 'silent'
  declare readonly timeoutMs: number | undefined
  declare readonly retry: { readonly attempts: number; readonly delayMs: number }
  declare readonly cacheTtlMs: number | undefined
  declare readonly cacheKey: string | number | undefined
  declare readonly effect: ToolTrust['effect']
  declare readonly effectOf: ToolTrust['effectOf']
  declare readonly requiresApproval: ToolTrust['requiresApproval']
  declare readonly remember: ToolTrust['remember']
  declare readonly preview: ToolTrust['preview']
  declare readonly binds: ToolTrust['binds']
  declare readonly untrusted: boolean
  declare readonly onResume: ToolResume['onResume']
  declare readonly reconcile: ToolResume['reconcile']
  declare readonly sandbox: ToolSandbox | undefined
  declare readonly strict: boolean | undefined
  declare readonly providerOptions: SharedV4ProviderOptions | undefined
  declare readonly toModelOutput:
    | ((
        result: never,
        args: Readonly<Record<string, unknown>>,
      ) => ModelOutput | PromiseLike<ModelOutput>)
    | undefined
  declare readonly waitFor: string | undefined
  /** The amounts that each call is charged, by the key of the limit. `calls` is among the keys. */
  declare readonly charges: Readonly<Record<string, number>>
  declare readonly undo: ((call: UndoneWork<never, never>) => unknown) | undefined
  /** The schema of the result as it was given. */
  declare readonly outputSchema: StandardSchema | undefined
  /** The `title` that is a function. */
  declare readonly sentenceOf: ((args: never, preview: JsonValue | undefined) => string) | undefined
  readonly #output: Parameters<unknown> | undefined
  readonly #title: string | undefined
  readonly #ready: Parameters<unknown>
  readonly #examples: readonly JSONObject[]

  constructor(given: ToolOptions<Args, Result> | AliasedToolOptions<Args, Result>) {
    const options = toToolOptions(given)
    checkNames(namesOfTools, 'tool', options)
    inDevelopment('options', 'tool', options)
    const { name, title, description, handler, enabled, subject, edits, undo } = options
    const { outputSchema, result = {}, run = {}, provider = {} } = options
    const { cache } = result
    const { timeout } = run
    if (typeof name !== 'string' || !providerLimits.toolName.test(name)) {
      throw misuse('toolName', [name])
    }
    const owner = `tool "${name}"`
    checkFunctions(owner, { handler: handler ?? null, undo, edits })
    if (!description) throw misuse('toolDescription', [owner])
    const trust = toToolTrust(options, owner)
    if (!isPlain(run.cost ?? {})) throw misuse('group', ['run.cost', owner])
    Object.assign(this, trust, toToolResume(options.resume ?? {}, trust.effect, owner), {
      name,
      description,
      handler,
      enabled,
      subject,
      edits,
      undo,
      outputSchema,
      strict: provider.strict,
      providerOptions: provider.options,
      toModelOutput: result.toModel,
      waitFor: run.waitForScope,
      visible: toVisible(options.visible, owner),
      mode: result.silent === true ? 'silent' : 'feedback',
      timeoutMs:
        timeout === undefined ? undefined : parseDuration(timeout, `run.timeout of ${owner}`),
      retry: parseRetry(run.retry, owner, 'run.retry'),
      cacheTtlMs: cache && parseDuration(cache.ttl, `result.cache.ttl of ${owner}`),
      cacheKey: checkKey(cache?.key, owner),
      sandbox: toToolSandbox(run.sandbox, owner),
      charges: toCharges(run.cost, (key) => `\`run.cost.${key}\` of ${owner}`),
    })
    this.#title = typeof title === 'function' ? undefined : toWords(title)
    this.sentenceOf = typeof title === 'function' ? title : undefined
    this.aliases = options.aliases ?? []
    if (!Array.isArray(this.aliases)) throw misuse('list', [`aliases of ${owner}`, this.aliases])
    this.parameters = options.parameters === undefined ? noParameters : options.parameters
    this.#ready = toParameters(this.parameters, owner)
    this.#examples = (provider.examples ?? []) as readonly JSONObject[]
    inDevelopment('examples', this.#examples, this.#ready.validate, owner)
    const ofOutput = `\`outputSchema\` of ${owner}`
    this.#output = outputSchema === undefined ? undefined : readSchema(outputSchema, ofOutput)
  }

  /** The name for people. */
  get title(): string {
    return this.#title ?? toTitle(this.name)
  }

  /** The parameters as JSON Schema. They must not change with the page. */
  get jsonSchema(): JSONSchema7 {
    return this.#ready.jsonSchema
  }

  /**
   * The JSON Schema of the result, for callers that get it as it is. Undefined with `toModel`, for
   * a silent tool, and for a result that is not an object.
   */
  get outputJsonSchema(): JSONSchema7 | undefined {
    const { jsonSchema } = this.#output ?? {}
    const isTold = this.toModelOutput === undefined && this.mode === 'feedback'
    return isTold && jsonSchema?.type === 'object' ? jsonSchema : undefined
  }

  /** The function that checks results; undefined if the tool has no schema of them. */
  get validateOutput(): Parameters<unknown>['validate'] | undefined {
    return this.#output?.validate
  }

  /** The examples of arguments, as the model sees them. */
  get examples(): readonly JSONObject[] {
    return this.#examples
  }

  /**
   * The things that a call can be for now. The request lists them at its end. Overridden by tools
   * that stand for several things; in this class, undefined.
   */
  get instances(): readonly ToolInstance[] | undefined {
    return undefined
  }

  /**
   * Returns the thing on the page that a call with these arguments is for. Overridden by tools that
   * stand for several things; in this class, undefined.
   */
  subjectOf(_args: Readonly<Record<string, unknown>>): CallSubject | undefined {
    return undefined
  }

  /**
   * The `binds` of now, as a function that is kept for the calls of one request. Overridden by
   * tools whose options change with the page.
   */
  get bindsNow(): ToolTrust['binds'] {
    return this.binds
  }

  /**
   * What provides the tool, such as a component, if that outlives its place in the registry.
   * Without a `subject`, a call is for the mount of its request. In this class, undefined.
   */
  get mount(): unknown {
    return undefined
  }

  /** The function that checks and parses arguments. */
  get validate(): Parameters<unknown>['validate'] {
    return this.#ready.validate
  }
}

/** Returns a `result.cache.key`. Throws `AgentError` if it is neither text nor a number. */
function checkKey(key: unknown, owner: string): string | number | undefined {
  if (key === undefined || typeof key === 'string' || Number.isFinite(key)) return key as string
  throw misuse('cacheKey', [owner])
}

/** A tool with any arguments. */
export type AnyTool = Tool<never, unknown>

/**
 * Arguments of a call as a model would write them. What has a default can be left out. What the
 * schema turns into something else than JSON can be anything.
 */
export type ToolExample<Args> = {
  readonly [Name in keyof Args]?: Args[Name] extends JSONValue | undefined ? Args[Name] : unknown
}

/** The options of a tool that only the model's provider reads. */
export interface ToolProviderOptions<Args> {
  /**
   * Examples of arguments, as a model would write them. Providers without examples get none. In
   * development, the tool throws `AgentError` for one that `parameters` refuses. Default: none.
   */
  examples?: readonly ToolExample<NoInfer<Args>>[] | undefined
  /**
   * True to ask providers that support it to constrain their output to the schema. Properties that
   * the schema does not name are then refused. In development, the console warns of one that can be
   * left out, which OpenAI does not take. Default: the provider's.
   */
  strict?: boolean | undefined
  /**
   * The options of the tool for a provider, by the provider's name, such as
   * `{ anthropic: { … } }`. A proxy lets through only those of its `provider.allow`. Default:
   * none.
   */
  options?: SharedV4ProviderOptions | undefined
}

const oneCall: Readonly<Record<string, number>> = Object.freeze({ calls: 1 })

/**
 * Returns the amounts that one call is charged, by the key of the limit. `calls` is the number of
 * tool calls that it counts as. Throws `AgentError` if an amount is not a finite number from 0.
 * `optionOf` returns the option of an amount in words, by its path in a `ToolCost`.
 */
export function toCharges(
  { tokens, usd, custom = {} }: ToolCost = {},
  optionOf: (path: string) => string,
  calls: number = 1,
): Readonly<Record<string, number>> {
  const own = Object.entries(custom)
  if (own.length === 0 && (tokens ?? usd) === undefined && calls === 1) return oneCall
  checkNumber(optionOf('tokens'), tokens)
  checkNumber(optionOf('usd'), usd)
  checkNumber(optionOf('calls'), calls)
  for (const [key, amount] of own) checkNumber(optionOf(`custom.${key}`), amount)
  const charges = { ...custom, calls, tokens, costUsd: usd }
  return Object.freeze(dropUndefined(charges) as Record<string, number>)
}
