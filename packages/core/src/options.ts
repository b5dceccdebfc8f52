// The reasons: decisions/0079.
import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ApprovalOptions } from './approval/policy.ts'
import type { Duration } from './environment.ts'
import type { ModelError } from './errors/model-error.ts'
import type { EventHandlerMap } from './events.ts'
import type { Limits } from './limits.ts'
import type { RunContext } from './engine/run-context.ts'
import type { MessageInput } from './messages/read.ts'
import type { Prices } from './options/prices.ts'
import type { PluginsToUse } from './plugins.ts'
import type { Dependencies, Metadata } from './register.ts'
import type { StandardSchema } from './schema/parameters.ts'
import type { AgentStorage } from './storage.ts'
import type { OutsideSource } from './tools/context.ts'
import type { RegisteredTool } from './tools/registry.ts'
import type { Scope } from './tools/scope.ts'
import type { Tool } from './tools/tool.ts'

/**
 * The effect of a second `chat` while one runs. `reject`: it rejects with the code `busy`.
 * `queue`: it waits for its turn. `steer`: its message joins the running chat after the current
 * iteration. `interrupt`: it cancels the running chat.
 */
export type OnBusy = 'reject' | 'queue' | 'steer' | 'interrupt'

/** A number of model requests that are tried again, or that number with the pauses between them. */
export type RequestRetry =
  | number
  | {
      /** The number of retries after the first attempt, 0 to 10. Default 3. */
      readonly max?: number | undefined
      /**
       * The time before the first retry. Default `'500ms'`. Doubles with each retry; a provider's
       * `Retry-After` overrides it.
       */
      readonly delay?: Duration | undefined
      /** The longest time before a retry. Default `'10s'`. */
      readonly maxDelay?: Duration | undefined
      /** Whether an error can be retried. Default: the error's own `isRetryable`. */
      readonly when?: ((error: ModelError) => boolean) | undefined
    }

/** The amount of thinking before an answer: an effort, or the tokens to think in. */
export type Reasoning =
  | 'off'
  | 'minimal'
  | 'low'
  | 'medium'
  | 'high'
  | 'xhigh'
  | 'max'
  | {
      /**
       * The most tokens to think in. They are the budget of a model of Anthropic (at least 1,024)
       * or Google (512 to 24,576) that has one. For any other model, they select an effort: `low`
       * up to 2,048, `medium` up to 8,192, then `high`.
       */
      readonly tokens: number
    }

/**
 * The options that an agent has, and that `agent.with` may change for some runs. A group of `with`
 * replaces the agent's group key by key. So do `limits`, `prices`, `metadata` and `dependencies`.
 * Plug-ins of `use` are added. Each other option replaces the agent's. An option that is undefined
 * changes nothing.
 */
export interface RunOptions<Data = unknown> {
  /** The model of these runs, in place of the agent's. */
  readonly model?: LanguageModelV4 | undefined
  /**
   * The text that states what the agent is and how it should act. A function is called before every
   * model call. The run fails if it throws, or has not resolved after 10 s.
   */
  readonly instructions?: string | ((run: RunContext) => string | Promise<string>) | undefined
  /**
   * The limits of a run. Those of a call are merged key by key with the agent's: `undefined` keeps
   * the agent's limit, and `Infinity` lifts it.
   */
  readonly limits?: Limits | undefined
  /** The prices of models, by model id. */
  readonly prices?: Prices | undefined
  /** The treatment of the calls that the model makes. */
  readonly calls?:
    | {
        /**
         * With `return`, calls are not run: they end the run, and are the result's `calls`.
         * `resume({ results })` goes on with their results. Default `run`.
         */
        readonly mode?: 'run' | 'return' | undefined
        /**
         * The order of calls. Default `serial`: one call after another, in the model's order. Each
         * then sees what the calls before it changed on the page. With `parallel`, calls start in
         * that order and do not see what the others change. Each is reported when it ends. An error
         * that ends the run cancels the others at once.
         */
        readonly order?: 'serial' | 'parallel' | undefined
        /** The number of calls that run at once in parallel order. Default 5. */
        readonly concurrency?: number | undefined
        /**
         * The check of arguments. `lenient` corrects mistakes where the schema makes the meaning
         * clear. `unchecked` passes the model's arguments as they are. Default `strict`.
         */
        readonly arguments?: 'strict' | 'lenient' | 'unchecked' | undefined
        /**
         * The effect of an error in a tool's own code. With `abort`, it ends the run. Default
         * `tell`: the model gets the error.
         */
        readonly errors?: 'tell' | 'abort' | undefined
        /** The most UTF-8 bytes of one result that the model gets. Default 65,536. */
        readonly maxResultBytes?: number | undefined
      }
    | undefined
  /** The options of each request to the model. */
  readonly request?:
    | {
        /** The amount of thinking of a model that can think. Default: the provider's. */
        readonly reasoning?: Reasoning | undefined
        /**
         * The kinds of parts that the model accepts besides text. A message with other parts fails
         * before any request, and no later request holds them. A file of text counts as text.
         * Default: all.
         */
        readonly modalities?: readonly ('image' | 'audio' | 'file')[] | undefined
        /**
         * The retries of failed model calls. A call is retried only before its first content was
         * shown. Default 3.
         */
        readonly retry?: RequestRetry | undefined
        /**
         * The user's own key. It is sent only with the requests of these runs, to a proxy that
         * accepts such keys.
         */
        readonly apiKey?: string | undefined
        /**
         * The options for a provider, by the provider's name, such as
         * `{ openai: { serviceTier: 'flex' } }`. Those of `with` are merged with the agent's, by
         * the provider's name and by key. A proxy lets through only those of its
         * `provider.allow`.
         */
        readonly provider?: SharedV4ProviderOptions | undefined
        /**
         * True to put the provider's own chunks into the result as `raw`, if the model passes them
         * on. Default false.
         */
        readonly keepRaw?: boolean | undefined
      }
    | undefined
  /**
   * The longest time that a call, or the next request, waits until the page shows what the calls
   * before it changed; false for no wait. Default `'2s'`. Once the page was not ready in time,
   * calls wait at most 250 ms, until it is.
   */
  readonly settle?: false | Duration | undefined
  /**
   * The user, for the audit, the ledger, approvals and `serverStorage`: an id, and the id of a
   * tenant.
   */
  readonly user?:
    | { readonly id?: string | undefined; readonly tenant?: string | undefined }
    | undefined
  /** The data of your own for plug-ins and tools. That of a call is merged with it by key. */
  readonly metadata?: Metadata | undefined
  /**
   * The services that tools use. Those of `with` are merged with the agent's by key. An instance
   * of a class is not merged: it replaces the agent's.
   */
  readonly dependencies?: Dependencies | undefined
  /**
   * The schema of the answer, an object at the top level. The result's `data` is the answer parsed
   * by it.
   */
  readonly output?: StandardSchema<unknown, Data> | undefined
  /**
   * The approvals of calls. Default: a user is asked before destructive calls, and if a tool or
   * third-party text requires it.
   */
  readonly approval?: ApprovalOptions | undefined
  /**
   * The plug-ins, in the order in which they nest: the first is the outermost. Those of `with` are
   * the innermost, and replace the agent's of the same name.
   */
  readonly use?: PluginsToUse | undefined
  /** What a `chat` does while another one runs. Default `reject`; `queue` of `useAgent().chat`. */
  readonly onBusy?: OnBusy | undefined
}

/** The options of an agent. */
export interface AgentOptions extends RunOptions {
  /**
   * The model: of `createProxyModel`, `createDemoModel`, or any model of the AI SDK 7. A key in the
   * page is everybody's, so a real model belongs behind the proxy.
   */
  readonly model: LanguageModelV4
  /** The agent's name. Default: a name made from the provider, the model and the tools. */
  readonly name?: string | undefined
  /** The scopes that are there from the start. A page adds its own with `AgentScope`. */
  readonly scopes?: readonly Scope[] | undefined
  /** The tools that belong to no scope. They form a scope named `agent`. */
  readonly tools?: readonly Tool[] | undefined
  /** Handlers of events by their type, for all runs. They come before those of `agent.on`. */
  readonly on?: EventHandlerMap | undefined
  /**
   * The place that keeps sessions; made by `indexedDbStorage` or `memoryStorage` of
   * `ambit/storage`. Default: sessions are not kept.
   */
  readonly storage?: AgentStorage | undefined
  /**
   * The first session: the one that was used `latest`, a `new` one, or the one with this id.
   * Without a storage, the first session is always new, and a given id is its id. It is not an id
   * of `execute`, which runs apart from the session. Default `latest`.
   */
  readonly session?:
    | FirstSession
    | {
        readonly open?: FirstSession | undefined
        /**
         * True to continue a run that was cut short, in this page or in another that is gone,
         * without a call of `resume`. Needs a storage. Default false.
         */
        readonly autoResume?: boolean | undefined
      }
    | undefined
  /**
   * The time at which the engine's code is fetched:
   *
   * - `now`: when the agent is made
   * - `idle`: when the page is idle
   * - `intent`: when `preload` is called or a run starts; a widget calls `preload` when a user
   * begins to write
   *
   * Default `intent`.
   */
  readonly preload?: 'intent' | 'idle' | 'now' | undefined
}

type FirstSession = 'latest' | 'new' | (string & {})

/**
 * The options of `agent.with`. `scopes` replace all scopes of the agent: the page's tools and
 * contexts are then not part of the runs.
 */
export interface WithOptions<Data = unknown> extends Omit<
  RunOptions<Data>,
  'dependencies' | 'metadata'
> {
  /** The scopes of these runs, in place of all scopes of the agent. */
  readonly scopes?: readonly Scope[] | undefined
  /** The services that are merged with the agent's, key by key. */
  readonly dependencies?: Partial<Dependencies> | undefined
  /** The data that is merged with the agent's, key by key. */
  readonly metadata?: Partial<Metadata> | undefined
}

/** The options that each verb has. `agent.with` changes all others for some runs. */
export interface CallOptions<Data = unknown> {
  /** A signal that cancels the run when it aborts. */
  readonly signal?: AbortSignal | undefined
  /** Handlers of events by their type, for this run. They come after those of `agent.on`. */
  readonly on?: EventHandlerMap | undefined
  /**
   * The tools of this run: names of registered tools, and tools of its own. All other tools are
   * left out.
   */
  readonly tools?: readonly (string | Tool)[] | undefined
  /**
   * The schema of the answer, an object at the top level. The result's `data` is the answer parsed
   * by it.
   */
  readonly output?: StandardSchema<unknown, Data> | undefined
  /** The limits that are merged with the agent's, key by key. */
  readonly limits?: Limits | undefined
  /** The data that is merged with the agent's, key by key. */
  readonly metadata?: Partial<Metadata> | undefined
}

/** The options of one `chat`. */
export interface ChatOptions<Data = unknown> extends CallOptions<Data> {
  /** What this `chat` does while another one runs. Default: the agent's `onBusy`. */
  readonly onBusy?: OnBusy | undefined
  /**
   * The id of the message of the user that this one takes the place of, in a new branch. While a
   * chat runs, `onBusy` decides; `steer` waits as `queue` does. Third-party text stays such text:
   * see `untrusted` of a part.
   */
  readonly replaces?: string | undefined
}

/** The options of one `resume`. */
export interface ResumeOptions<Data = unknown> extends CallOptions<Data> {
  /**
   * The place from which the model answers again. An id of a message goes on in a new branch beside
   * what follows it:
   *
   * - an assistant message, to write it again
   * - a tool's answer, to write the message again that made its call
   * - a user message, to answer it again
   *
   * Messages begin a run apart from the session, as `history` of `execute` does. Default: the end
   * of the open session.
   */
  readonly from?: string | readonly MessageInput[] | undefined
  /**
   * True to answer a message again although calls that follow it took effect, or may have: the
   * model may do the same once more. See `agent.calls.leftBy`; what the run itself stops, with
   * `onBusy: 'interrupt'`, does not count. Default false: the run rejects, and nothing changes.
   */
  readonly again?: boolean | undefined
  /**
   * The results of the calls that a run with `calls.mode: 'return'` gave, one for each of
   * `result.calls`.
   */
  readonly results?: readonly CallResult[] | undefined
  /** The id of the conversation, as of `execute`, for a run from messages. */
  readonly sessionId?: string | undefined
}

/** The options of one `execute`. */
export interface ExecuteOptions<Data = unknown> extends CallOptions<Data> {
  /**
   * The messages that the run starts from: whole ones, or `{ role, content }`. They are not
   * changed.
   */
  readonly history?: readonly MessageInput[] | undefined
  /**
   * An id of your own for the conversation that the run belongs to. It takes the place of the
   * session's id in the report, the ledger and the audit. Events, plug-ins, tools and the runs
   * inside this run have it too. It opens and writes no stored session. Default: that of the run
   * around this one, then the session's id.
   */
  readonly sessionId?: string | undefined
}

/** The options of one `runTool`. */
export interface RunToolOptions extends Pick<CallOptions, 'signal'> {
  /**
   * The kind of caller, for events, approvals and the audit. `ai-sdk` is a model that the page runs
   * by itself. Any other but `ui` is a caller from outside of the page, such as the agent of the
   * browser. Such a call reaches no tool whose
   * `visible.outside` forbids it. It runs one after another with the calls of the chat. It is
   * denied while the user has stopped such callers, and `stale` if its tool changes while it
   * waits for its turn. Rejects for `model`, for `runAgent` and for anything but a text of 1 to
   * 64 characters. Default `ui`.
   */
  readonly source?: 'ui' | 'ai-sdk' | OutsideSource | undefined
  /**
   * The registration that the call is for, from `agent.scopes`. Another tool that has its name now
   * is not called. Default: whatever has the name.
   */
  readonly registered?: RegisteredTool | undefined
  /**
   * False to leave the conversation alone: neither the history, the `conversation` sink nor the
   * Plug-ins get the call and its answer. With `note`, the model is told with its next
   * request which tools were called, in one note for all such calls since the last. Default true.
   */
  readonly history?: boolean | 'note' | undefined
  /**
   * The third-party text that the arguments come from, in words for people, such as `the mail of
   * Ann`. If it is given, a user is asked about a tool that sends or destroys. Rejects for an
   * empty text. Default: `an agent outside this page` for a caller from outside, else that of
   * the call around it.
   */
  readonly taint?: string | undefined
}

/**
 * The result of one call that a run with `calls.mode: 'return'` gave to its caller, or the error of
 * the call.
 */
export type CallResult = {
  /** The `id` of the call, as in `result.calls`. */
  readonly callId: string
  /**
   * True if the result has text of third parties. Default: `result.untrusted` of the tool, if
   * the page has the tool.
   */
  readonly untrusted?: boolean | undefined
} & (
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly error: unknown; readonly result?: undefined }
)
