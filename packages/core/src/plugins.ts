// The reasons: decisions/0081.
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Agent } from './agent.ts'
import type { ApprovalOutcome } from './approval/policy.ts'
import { inDevelopment } from './dev/in-development.ts'
import type { Settler } from './engine/page.ts'
import type { RunContext } from './engine/run-context.ts'
import { AgentError, report } from './errors/agent-error.ts'
import type { AssistantToolCall, ChatInput, Message, UserContent } from './messages/message.ts'
import type { ModelRequest } from './model/request.ts'
import type { ModelResponse } from './model/response.ts'
import type { ToolList } from './model/tool-list.ts'
import { misuse } from './options/misuse.ts'
import { checkMethod, checkWord } from './options/values.ts'
import type { Parts } from './plugin-parts.ts'
import type { Redaction } from './ports.ts'
import type { RunResult } from './run.ts'
import type { ToolContext } from './tools/context.ts'
import type { Effect } from './tools/effects.ts'
import type { AnyTool } from './tools/tool.ts'

type Awaitable<T> = T | PromiseLike<T>

/**
 * Runs what a plug-in stands around: the plug-ins further in, then the work itself. May be called
 * once; in `request` any number of times. A member that returns nothing before it is over has its
 * outcome.
 */
export type Next<Change, Result> = (change?: Change) => Promise<Result>

/** The answer of a model as a plug-in gets it. */
export interface PluginResponse extends ModelResponse {
  /**
   * The error that cut the answer off. What came before is in the other fields. It ends the run,
   * unless the plug-in calls `next` again or returns another answer.
   */
  readonly error?: AgentError | undefined
}

/**
 * What a plug-in changes in a request. Each key replaces that of the request; undefined removes it.
 */
export type RequestChange = {
  readonly [Key in Exclude<keyof ModelRequest, 'prompt'>]?: ModelRequest[Key] | undefined
} & {
  readonly prompt?: ModelRequest['prompt']
  /** The model that gets the request. */
  readonly model?: LanguageModelV4 | undefined
  /** The history in place of that of the run. The request is built anew from it. */
  readonly messages?: readonly Message[] | undefined
}

/**
 * A listener of the text of an answer, as it comes: of its text, its reasoning, or the arguments of
 * a call. Returns the text to show, or undefined to hold it back.
 */
export type ChangeDelta = (
  text: string,
  of: 'text' | 'reasoning' | 'tool-call',
) => string | undefined

/**
 * An extension of the agent: an object with a name and any of these members. Plug-ins are given in
 * `use`. They nest in that order: the first is the outermost. {@link Next} runs what is further in.
 *
 * In one call they stand in this order:
 *
 * 1. `call`; then the tool is looked up, and the arguments are validated
 * 2. `approve`, then the approval of a user, if one is needed
 * 3. `execute`; then the limits are charged, and the journal is written
 * 4. `execute` of plug-ins with `enforce: 'post'`; then nothing is awaited any more
 * 5. the last check that the tool is on and has not changed, then the handler
 *
 * An `AgentError` that a plug-in throws ends what it stands around: the call, the request or the
 * run. Any other error is a mistake, and ends the run with the code `plugin`. After the handler has
 * returned, no error makes the call one that did not run: the run ends, and the result is withheld.
 *
 * @example
 * const timing: AgentPlugin = {
 *   name: 'timing',
 *   async execute({ call }, next) {
 *     const start = performance.now()
 *     const result = await next()
 *     console.log(call.name, performance.now() - start)
 *     return result
 *   },
 * }
 */
export interface AgentPlugin {
  /** The name, for errors. A plug-in of `agent.with` replaces the agent's of the same name. */
  readonly name: string
  /** `pre` stands outside of all plug-ins without it, and `post` inside of them. */
  readonly enforce?: 'pre' | 'post' | undefined
  /** Called when the plug-in is added to an agent. May return a function for its removal. */
  setup?(agent: Agent): void | (() => void)
  /**
   * Stands around a whole run. Gets its result or its error, and may change its input with
   * `rewritesInput`. Only chats and `execute` have an input and a result. A message that joins a
   * running chat is not its input.
   */
  run?(
    at: { readonly run: RunContext; readonly input: ChatInput | undefined },
    next: Next<{ readonly input?: ChatInput | undefined }, RunResult | undefined>,
  ): Awaitable<Partial<RunResult> | undefined>
  /**
   * True if `run` changes the input of a chat. What is said is then in memory alone until the run
   * begins, and no message joins a running chat. Without it, a changed input ends the run. Default
   * false.
   */
  readonly rewritesInput?: boolean | undefined
  /**
   * Checks a message of the user before it joins the history, is stored, or is given back. It is
   * the one that a run begins with, one that joins a running chat, or one that is answered again.
   * Cannot change it. Refuses it by throwing, best a `GuardrailError`, whose message the chat
   * shows. If anything else is thrown, the message is not sent either.
   */
  input?(at: {
    /**
     * The run that gets the message. Absent when a message is said that waits for its turn: if the
     * check then fails, it is asked again with the run.
     */
    readonly run: RunContext | undefined
    readonly content: UserContent
    /** The texts of the message and the names of its files, a line each. */
    readonly text: string
  }): unknown
  /**
   * Stands around one model call, with its retries. May change the request, ask again, and change,
   * refuse or replace the answer.
   */
  request?(
    at: {
      readonly run: RunContext
      readonly request: ModelRequest
      readonly model: LanguageModelV4
      /** The history that the request was built from. */
      readonly messages: readonly Message[]
      /** Changes or holds back the text that is shown while the answer comes. */
      readonly onDelta: (change: ChangeDelta) => void
    },
    next: Next<RequestChange, PluginResponse>,
  ): Awaitable<Partial<PluginResponse>>
  /**
   * Stands around one call, before its arguments are validated. May change the call, answer in
   * place of the tool, and change the result or the error.
   */
  call?(
    at: {
      readonly run: RunContext
      readonly call: AssistantToolCall
      /** The tool of that name; undefined if there is none. */
      readonly tool: AnyTool | undefined
      /**
       * Changes the JSON text of the result that the model gets, after the redaction and before the
       * cut to `calls.maxResultBytes`.
       */
      readonly toModel: (change: (json: string) => Awaitable<string>) => void
    },
    next: Next<
      {
        readonly tool?: string | undefined
        readonly args?: Readonly<Record<string, unknown>> | undefined
      },
      unknown
    >,
  ): unknown
  /**
   * Stands around the handler, after the approval: the arguments are fixed. May refuse the call,
   * change the result, or have it run elsewhere, with another `handler`.
   */
  execute?(
    at: {
      readonly run: RunContext
      readonly call: AssistantToolCall
      readonly tool: AnyTool | undefined
      readonly ctx: ToolContext
      /** The party that approved the call; undefined if nobody was asked. */
      readonly approvedBy: ApprovalOutcome['by'] | undefined
    },
    next: Next<
      { readonly handler?: ((args: never, ctx: ToolContext) => unknown) | undefined },
      unknown
    >,
  ): unknown
  /** Gets each message that has joined the history, in order. The next step waits for it. */
  message?(at: { readonly run: RunContext; readonly message: Message }): unknown
  /**
   * Says whether a user is to be asked about a call, or refuses the call. The strictest plug-in
   * counts. None can allow what the agent's `approval` asks about.
   */
  approve?(at: {
    readonly run: RunContext
    readonly call: AssistantToolCall
    readonly tool: AnyTool | undefined
    readonly effect: Effect
    /** The third-party text that the model has read, in words; undefined if there is none. */
    readonly taint: string | undefined
  }): Awaitable<'ask' | 'deny' | { readonly deny: string } | undefined | void>
  /**
   * Returns a text without its secrets. Applied to what leaves for the model, the audit and the
   * devtools. The text is JSON, or any text if the JSON was cut. Strings past the first
   * `maxCharacters` may be left out.
   */
  redact?(text: string, maxCharacters?: number): string
  /** Chooses the tools that a request lists. Of several plug-ins, the last one counts. */
  readonly list?: ToolList | undefined
  /** A part of the page that the loop waits for after calls. */
  readonly settle?: Settler | undefined
  /** @internal */
  readonly [parts]?: Parts | undefined
}

/** The key of what a plug-in of Ambit gives the kernel directly. */
export const parts: unique symbol = Symbol.for('ambit.parts')

/** Plug-ins, in order. An item that is false or undefined is left out. */
export type PluginsToUse = readonly (AgentPlugin | false | undefined)[]

/** Adds plug-ins to a list. One of the same name is replaced. */
export function addPlugins(
  all: readonly AgentPlugin[],
  use: PluginsToUse | undefined,
): readonly AgentPlugin[] {
  const added = use?.flatMap((plugin) => plugin || []) ?? []
  if (added.length === 0) return all
  const names = new Set(added.map(({ name }) => name))
  return [...all.filter(({ name }) => !names.has(name)), ...added]
}

/**
 * Returns what a plug-in threw as an `AgentError`. One of another kind gets the code `plugin`. Its
 * text stays in the cause: it is the application's own, and a message may be told to anybody.
 */
export const toPluginError = ({ name }: AgentPlugin, thrown: unknown): AgentError =>
  AgentError.is(thrown)
    ? thrown
    : new AgentError(`Plug-in "${name}" threw an error of its own: see its \`cause\`.`, {
        code: 'plugin',
        details: { plugin: name },
        cause: thrown,
      })

/**
 * Calls a function of a plug-in. Throws or rejects with what it throws as an `AgentError` that
 * names the plug-in.
 */
export function inPlugin<Result>(plugin: AgentPlugin, call: () => Result): Result {
  const fail = (thrown: unknown): never => {
    throw toPluginError(plugin, thrown)
  }
  try {
    const result = call()
    return result instanceof Promise ? (result.catch(fail) as Result) : result
  } catch (thrown) {
    return fail(thrown)
  }
}

/** Returns the text that a member of a plug-in gave. Throws `TypeError` for anything else. */
export function requireText(member: string, given: unknown): string {
  if (typeof given === 'string') return given
  throw new TypeError(`\`${member}\` returned something other than text.`)
}

/** Returns the redactions of plug-ins as one; undefined without any. */
export function redactionOf(all: readonly AgentPlugin[]): Redaction | undefined {
  const redacting = all.filter((plugin) => plugin.redact !== undefined)
  if (redacting.length === 0) return undefined
  const redactOne = (told: string, plugin: AgentPlugin, most: number | undefined): string =>
    inPlugin(plugin, () => requireText('redact', plugin.redact?.(told, most)))
  return {
    redact: (text, most) => redacting.reduce((told, plugin) => redactOne(told, plugin, most), text),
  }
}

/**
 * Checks plug-ins. Throws `AgentError` for another value, or if two have one name. With
 * `mayRemove`, an object with only a name may stand for one that is removed.
 */
export function checkPlugins(use: readonly unknown[], mayRemove: boolean): void {
  const names = new Set<string>()
  for (const plugin of use) {
    if (plugin === undefined || plugin === false) continue
    checkPlugin(plugin, mayRemove)
    if (names.has(plugin.name)) throw misuse('pluginTwice', [plugin.name])
    names.add(plugin.name)
  }
}

const functions = [
  'run',
  'input',
  'request',
  'call',
  'execute',
  'message',
  'approve',
  'setup',
  'redact',
] as const

/** The members that plug-ins of other SDKs have. Nothing would call one of them. */
const foreign =
  /^(on|pre|post|before|after|wrap|process|override|transform)+(Model|Tool|Run|Request|Response|Input|Message|Generate|Stream|Chunk|Agent|Provider|Params)|^(validate|guardrail|middleware)$/i

function checkPlugin(plugin: unknown, mayRemove = false): asserts plugin is AgentPlugin {
  const { name } = Object(plugin) as Partial<AgentPlugin>
  if (typeof plugin !== 'object' || typeof name !== 'string' || name === '') {
    throw misuse('plugin', [plugin])
  }
  for (const member of functions) {
    const value = (plugin as AgentPlugin)[member]
    if (value !== undefined && typeof value !== 'function') {
      throw misuse('pluginMember', [name, member])
    }
  }
  const own = Object.entries(Object(plugin) as object).flatMap(([key, value]) =>
    value === undefined ? [] : key,
  )
  const wrong = own.filter((member) => foreign.test(member))
  const isCalled = [...functions, 'list', 'settle', parts].some(
    (member) => member in Object(plugin),
  )
  const isRemoval = mayRemove && own.length === 1
  if (wrong[0] || !(isCalled || isRemoval))
    throw misuse('pluginNames', [name, wrong[0] ? wrong : own])
  const { enforce, list, settle } = plugin as AgentPlugin
  checkWord('enforce', enforce, ['pre', 'post'], `plug-in "${name}"`)
  if (list !== undefined) checkMethod('list', list, 'choose')
  if (settle !== undefined) checkMethod('settle', settle, 'settle')
  inDevelopment('plugin', plugin as AgentPlugin)
}

/** The plug-ins of an agent. */
export class Plugins {
  /** The plug-ins, in the order in which they were added. A change replaces the list. */
  all: readonly AgentPlugin[] = []
  readonly #agent: Agent
  readonly #settlers: Set<Settler>

  constructor(agent: Agent, settlers: Set<Settler>) {
    this.#agent = agent
    this.#settlers = settlers
  }

  /** Adds a plug-in as the innermost of its kind. Returns a function that removes it. */
  add(plugin: AgentPlugin): () => void {
    checkPlugin(plugin)
    this.all = [...this.all, plugin]
    const { settle } = plugin
    if (settle) this.#settlers.add(settle)
    const cleanUp = plugin.setup?.(this.#agent)
    let isAdded = true
    return () => {
      if (!isAdded) return
      isAdded = false
      // Without `toSpliced`: a browser that is too old for runs still removes plug-ins.
      const all = [...this.all]
      all.splice(all.lastIndexOf(plugin), 1)
      this.all = all
      if (settle) this.#settlers.delete(settle)
      try {
        cleanUp?.()
      } catch (thrown) {
        report(`The clean-up of plug-in "${plugin.name}" threw.`, thrown)
      }
    }
  }
}
