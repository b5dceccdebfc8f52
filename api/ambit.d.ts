// ambit

import { JSONObject, JSONSchema7, JSONValue, LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4ProviderTool, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { StoreApi } from "zustand/vanilla";
/**
 * A length of time: milliseconds, or a number with a unit, such as `'500ms'`, `'10s'`, `'5m'`,
 * `'1h'`, `'1d'`.
 */
type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;
/** The price of a model, in US dollars per million tokens. */
interface Price {
  /** The price of the prompt. */
  readonly input: number;
  /** The price of the answer, reasoning included. */
  readonly output: number;
  /** The price of a prompt's tokens that the provider read from its cache. Default: `input`. */
  readonly cachedInput?: number | undefined;
  /**
   * The price of a prompt's tokens that the provider wrote to its cache. Default: a quarter more
   * than `input`, as Anthropic charges. Other providers report no such tokens.
   */
  readonly cacheWrite?: number | undefined;
  /** The price of reasoning, where it is not that of the answer. Default: `output`. */
  readonly reasoning?: number | undefined;
}
/** The prices by model id. */
type Prices = Readonly<Record<string, Price>>;
/** One of the models that a proxy allows. */
interface ListedModel {
  /** The id, which `createProxyModel` takes as `modelId`. */
  id: string;
  /** The name for people; the id if the server states no name. */
  label: string;
}
/** One limit of a user, and what is left of it. */
interface LimitUse {
  /** The most in one window, or at the same time. */
  max: number;
  /** The amount that counts now. A running call counts with the most that it may cost. */
  used: number;
  /** The rest, from 0. */
  left: number;
  /** The time until the window ends and nothing is used, in milliseconds. Absent for streams. */
  resetsInMs?: number | undefined;
}
/** The limits of a user at a proxy. A limit that the proxy does not set is absent. */
interface ProxyUsage {
  /** The requests in this minute. */
  requests?: LimitUse | undefined;
  /** The answers that stream now. */
  streams?: LimitUse | undefined;
  /** The tokens of prompts and answers together. */
  tokens?: LimitUse | undefined;
  /** The cost in US dollars, to a millionth. */
  costUsd?: LimitUse | undefined;
}
/** A value that JSON can express. */
type JsonValue = string | number | boolean | null | readonly JsonValue[] | {
  readonly [key: string]: JsonValue | undefined;
};
/** A JSON object. */
type JsonObject = {
  readonly [key: string]: JsonValue | undefined;
};
/** The tokens that model calls used. */
interface Usage {
  promptTokens: number;
  completionTokens: number;
  /** The sum `promptTokens + completionTokens`. */
  totalTokens: number;
  /** The reasoning tokens, which are part of `completionTokens`. */
  reasoningTokens?: number | undefined;
  /** The prompt tokens that came from the provider's cache. They are part of `promptTokens`. */
  cachedTokens?: number | undefined;
  /** The prompt tokens that were written to the provider's cache, part of `promptTokens`. */
  cacheWriteTokens?: number | undefined;
  audioInputTokens?: number | undefined;
  audioOutputTokens?: number | undefined;
  /** The provider's own usage object of the latest call, unchanged. */
  providerMetrics?: unknown;
}
/** The usage of model calls, and its cost. */
interface UsageTotal {
  readonly usage: Usage;
  /** The cost in US dollars. Absent if `prices` has none of the models. */
  readonly costUsd?: number | undefined;
}
/**
 * The data that a provider attached to a part and expects back: signatures, item ids. Ambit never
 * reads it.
 */
type ProviderMetadata = Record<string, Record<string, JsonValue | undefined>>;
interface PartBase {
  readonly providerMetadata?: ProviderMetadata | undefined;
}
/** The bytes of a file: base64 text, or a URL. */
type FileData = {
  readonly type: "data";
  readonly data: string;
} | {
  readonly type: "url";
  readonly url: string;
};
/**
 * One part of a model's message, in the order in which the parts arrived. Kinds follow
 * `LanguageModelV4Content` of `@ai-sdk/provider`. All data is JSON-safe, so that a message can be
 * stored.
 */
type MessagePart = (PartBase & {
  readonly type: "text";
  readonly text: string;
}) | (PartBase & {
  readonly type: "reasoning";
  readonly text: string;
}) | (PartBase & {
  readonly type: "tool-call";
  readonly id: string;
  /** The tool that the model called: `use_tool` for a call that it made through that tool. */
  readonly name: string;
  /** True if the provider runs the call itself. Such calls are not in `calls`. */
  readonly providerExecuted?: boolean | undefined;
  /**
   * The arguments of a provider-executed call, or of `use_tool`. Others are in `calls`.
   */
  readonly input?: unknown;
}) | (PartBase & {
  readonly type: "tool-result";
  readonly id: string;
  readonly name: string;
  readonly result: JsonValue;
  readonly isError?: boolean | undefined;
}) | (PartBase & {
  readonly type: "file" | "reasoning-file";
  readonly mediaType: string;
  readonly data: FileData;
}) | (PartBase & {
  readonly type: "custom";
  readonly kind: `${string}.${string}`;
}) | (PartBase & {
  readonly type: "source";
  readonly source: Readonly<Record<string, JsonValue>>;
});
/** The reason for which the model stopped. */
type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "other";
/**
 * The origin of unsafe text in a message. `untrusted`: the message holds third-party text.
 * `derived`: the message was made while such text was in the request, and may repeat it.
 */
type Taint = "untrusted" | "derived";
interface MessageBase {
  readonly id: string;
  /** The id of the message that this one follows; null for the first. */
  readonly parentId: string | null;
  /** The time of creation, in milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly taint?: Taint | undefined;
  /**
   * The third-party text that tainted the message, in words for people, such as `what "read_mail"
   * returned`.
   */
  readonly taintedBy?: string | undefined;
  /** True if a `local` scope was on the page: the message must not leave the device. */
  readonly local?: true | undefined;
  /** True if the message came with `sessions.import`, so that anybody may have written it. */
  readonly imported?: true | undefined;
}
/** A message of the user or, with `source: 'app'`, of the application. */
interface UserMessage extends MessageBase {
  readonly role: "user";
  readonly content: UserContent;
  readonly source?: "app" | undefined;
  /** True if Ambit wrote `content` for the model. Pages do not show it to people. */
  readonly forModel?: true | undefined;
  /** The calls of an undo, by their ids, for a page to tell people. */
  readonly undo?: UndoNotice | undefined;
  /**
   * The files of earlier messages that a model, or the way to it, refused. Each later request has a
   * short note in the place of such a file. The last such list of a conversation counts.
   */
  readonly refused?: readonly RefusedPart[] | undefined;
}
/** A file that is not sent any more. */
interface RefusedPart {
  /** The id of the message with the file. */
  readonly messageId: string;
  /** The index of the file among the parts of the message, from 0. */
  readonly at: number;
  /**
   * `too_large`: the request with it was too large. `kind`: the model takes no such files, by
   * `request.modalities`. `rejected`: the proxy, the provider or its package refused the request.
   */
  readonly reason: "too_large" | "kind" | "rejected";
}
/** The outcome of an undo: the ids of the calls. */
interface UndoNotice {
  readonly undone: readonly string[];
  /** The calls whose undo threw. */
  readonly failed: readonly string[];
  /** The calls that have no undo, or still run. */
  readonly left: readonly string[];
}
/** One call that a model asked for. */
interface AssistantToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as the model gave them. */
  readonly arguments: Record<string, unknown>;
  /**
   * The text of the arguments, present if the text is not a JSON object, or is nested deeper than
   * 100 levels. Such a call is not run, except if the text is empty and the tool has no parameters.
   */
  readonly raw?: string | undefined;
  /**
   * The ids of what the tool and its scope were about when the model was asked, as text. Absent if
   * they have no `subject`.
   */
  readonly subject?: string | undefined;
}
/** The model's text and the calls that it asked for. */
interface AssistantMessage extends MessageBase {
  readonly role: "assistant";
  readonly content?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly calls?: readonly AssistantToolCall[] | undefined;
  /**
   * The reason for which the model stopped. Absent on a partial message, whose stream was cut,
   * cancelled, or still runs.
   */
  readonly finishReason?: FinishReason | undefined;
  readonly usage: Usage;
  /** All parts in order and without loss, with the provider's metadata. */
  readonly parts: readonly MessagePart[];
  /** The value `ui` if the page, not a model, asked for the calls. */
  readonly source?: "ui" | undefined;
}
/**
 * The outcome of a call. `stale`: what the call is for is not what the model was shown, or the page
 * was not ready, so it was not run.
 */
type ToolStatus = "ok" | "error" | "invalid" | "unknown" | "disabled" | "stale" | "denied" | "cancelled" | "timeout" | "interrupted";
/** The answer to one call. */
interface ToolMessage extends MessageBase {
  readonly role: "tool";
  /** The tool's name. The id of the call is the message's `id`. */
  readonly name: string;
  /**
   * The name, for people, of the row or card that the call was for, as it was when the call began.
   * Comes from the page, not from the model.
   */
  readonly label?: string | undefined;
  /** The answer as JSON text: the result, or `{ "error": { "name", "message", … } }`. */
  readonly content: string;
  readonly status: ToolStatus;
  /** The arguments that were run, present if a user changed the arguments of the call. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** The time that the handler took, in milliseconds. Present on answers with the status `ok`. */
  readonly durationMs?: number | undefined;
  /** The result of the tool's `result.toModel`, which the model got instead of `content`. */
  readonly output?: string | readonly ContentPart[] | undefined;
}
/** A message in a history. `role` states its kind. */
type Message = UserMessage | AssistantMessage | ToolMessage;
/** A message before it is added to a history. */
type Draft<M extends Message> = Omit<M, "parentId">;
/** The trust in one part of a message. */
interface PartTrust {
  /**
   * True if the part is third-party text in a message of the user, such as a file that somebody
   * sent them. The message is then tainted, and the model gets the part in an envelope.
   */
  readonly untrusted?: true | undefined;
}
/** An image, a sound or a file: base64 text with its `mediaType`, or a URL. */
interface MediaPart extends PartTrust {
  readonly type: "image" | "audio" | "file";
  /** The bytes as base64 text, or an `http(s):` or `data:` URL. */
  readonly data: string;
  /**
   * The media type, such as `image/png`. Default: the type of the Blob or File, or of the data URL.
   */
  readonly mediaType?: string | undefined;
  readonly filename?: string | undefined;
}
/** One part of a user message, as it is stored and sent. */
type ContentPart = (PartTrust & {
  readonly type: "text";
  readonly text: string;
}) | MediaPart;
/**
 * One part that a caller may send: a stored part, or media given as a `URL`, a `Blob` or a `File`.
 */
type ContentInput = ContentPart | (Omit<MediaPart, "data"> & {
  readonly data: string | URL | Blob;
});
/** The input of `chat` and `execute`: text, or parts. */
type ChatInput = string | readonly ContentInput[];
/** The content of a user message: text, or parts. */
type UserContent = string | readonly ContentPart[];
declare const kinds: readonly ["user", "deadline", "timeout", "parent_failed", "sibling_failed", "race_lost", "budget", "scope_ended", "manual"];
/** The party or event that ended a run early. */
type CancelKind = (typeof kinds)[number];
/**
 * The reason for which a run, a call or a wait was cancelled. It is the same object from the cancel
 * to the rejection.
 */
interface CancelReason {
  readonly kind: CancelKind;
  /** A word of the caller, to distinguish one cancel from another. */
  readonly tag?: string | undefined;
  /**
   * The kind of the reason in more detail, which the answer of the call has as its `code`.
   * `changed`: what the call was for has changed. `cut`: the model's message ended before it was
   * whole. `not_started`: the page ended before the call began. `outcome_unknown`: the page ended
   * while the call ran. Absent for any other.
   */
  readonly code?: "changed" | "cut" | "not_started" | "outcome_unknown" | undefined;
  /** A sentence for people and logs. */
  readonly message?: string | undefined;
  readonly cause?: unknown;
  /** The key of `limits`, or of `limits.custom`. Present if `kind` is `budget`. */
  readonly budgetKey?: string | undefined;
  /** The limit of the budget. Present if `kind` is `budget`. */
  readonly limit?: number | undefined;
  /** The amount that was spent, without the refused charge. Present if `kind` is `budget`. */
  readonly spent?: number | undefined;
}
/** The details of a failed model call. */
interface ModelFailure {
  /**
   * The kind of the failure, from a closed list of lower-case words, such as `rate_limited`,
   * `network`, `stream_cut`, `empty_response`.
   */
  readonly kind: string;
  /** True if the same request may succeed later. */
  readonly isRetryable: boolean;
  /** The HTTP status, if there was a response. */
  readonly status?: number | undefined;
  /** The milliseconds that the provider asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The share of the request that fits into the context of the model, from 0 to 1. */
  readonly fittingShare?: number | undefined;
}
/** The details of a failed model call, and what caused it. */
interface ModelErrorOptions extends ModelFailure {
  readonly cause?: unknown;
}
/** The error of a model call that failed, or could not reach the model. */
declare class ModelError extends AgentError<"model"> {
  readonly kind: string;
  readonly isRetryable: boolean;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly fittingShare?: number | undefined;
  override get name(): string;
  constructor(message: string, options: ModelErrorOptions);
}
/** The error of an operation that took longer than allowed. */
declare class TimeoutError extends AgentError<"timeout"> {
  readonly timeoutMs: number;
  override get name(): string;
  /**
   * Creates the error. `what` begins its sentence. `began` says for a handler whether it had
   * started, and the message then tells that. Default: the message tells only the time.
   */
  constructor(what: string, timeoutMs: number, began?: boolean);
}
/** The numbers of a refused charge. */
interface BudgetExcess {
  /**
   * The key of `limits`, or of `limits.custom`. `depth` is for agents that run inside one another,
   * more than 3 below the outermost.
   */
  budgetKey: string;
  limit: number;
  /** The amount that was spent. A refused step is not in it. */
  spent: number;
  /** The amount of the step that was refused, or that went past the limit; 0 for the time. */
  attempted: number;
  /**
   * The unit: `tokens`, `USD`, `calls`, `iterations`, `ms`, `runs`, or a key of `limits.custom`.
   */
  unit: string;
  reason?: string | undefined;
  /** True for a budget of `createBudget`, which a new run does not fill again. Default false. */
  isShared?: boolean | undefined;
}
/** The error of a run whose next step a limit or budget does not allow. */
declare class BudgetExceededError extends AgentError<"limit"> {
  readonly budgetKey: string;
  readonly limit: number;
  readonly spent: number;
  readonly attempted: number;
  readonly unit: string;
  readonly reason: string;
  /**
   * True if the budget is one of `createBudget`: it stays spent in the next run. Absent for a limit
   * of the run itself, which the next run has anew.
   */
  readonly isShared?: true | undefined;
  override get name(): string;
  constructor(excess: BudgetExcess);
}
/**
 * A zustand store that everyone can read and only its own class writes. The first error of a
 * subscriber is reported, and stops neither the writer nor another subscriber.
 */
declare abstract class Store<State> implements Pick<StoreApi<State>, "getState" | "subscribe"> {
  readonly getState: () => State;
  readonly getInitialState: () => State;
  readonly subscribe: StoreApi<State>["subscribe"];
  protected readonly setState: StoreApi<State>["setState"];
  constructor(initial: State);
}
/** The most that may be spent: a number for each run, or a budget that outlives the run. */
type Limit = number | Budget;
/**
 * The limits of one run, which hold for the runs inside its calls too. A limit that is left out, or
 * is `Infinity`, never ends a run; only `iterations` has a default.
 */
interface Limits {
  /**
   * The most model calls. A whole number from 1. Default 10, which is each run's own: a number that
   * is given counts those of the runs inside too.
   */
  readonly iterations?: number | undefined;
  /**
   * The most tokens: prompt and completion tokens of all model calls, and the `run.cost.tokens` of
   * tools. A number from 0; 0 blocks the first call.
   */
  readonly tokens?: Limit | undefined;
  /**
   * The most US dollars: model calls by the agent's `prices`, and the `run.cost.usd` of tools.
   */
  readonly costUsd?: Limit | undefined;
  /** The most handlers that run. */
  readonly calls?: Limit | undefined;
  /**
   * The most calls of one tool with equal arguments in a row, over all iterations. A call of
   * another tool, or with other arguments, begins a new row. A whole number from 1.
   */
  readonly identicalCalls?: number | undefined;
  /** The longest time from start to end. Waits for people do not count. */
  readonly time?: Duration | undefined;
  /** The most of your own amounts, by the keys that tools charge with `run.cost.custom`. */
  readonly custom?: Readonly<Record<string, Limit>> | undefined;
}
/** What is spent of a budget. */
interface BudgetState {
  readonly max: number;
  /** The amount spent so far. Sums of decimals are exact to nine places: 0.1 + 0.2 is 0.3. */
  readonly spent: number;
}
/**
 * An amount that may be spent, and that outlives a run. Runs with the same budget among their
 * `limits` share it. A model call reserves what it may need until it ends, so that calls at the
 * same time do not spend the same rest. Made by `createBudget`.
 */
declare class Budget extends Store<BudgetState> {
  #private;
  /** Counts from 0 again. */
  reset(): void;
}
/**
 * Creates a budget, for one or several of the `limits` of agents and calls.
 *
 * - `max`: the most that may be spent, from 0
 * - `spent`: what is spent already, such as what your server says. Default 0
 * - `per`: the time after which it counts from 0 again, from the first amount on; from the first
 *   use on, if something is `spent` already. Default: never
 *
 * Throws `AgentError`, naming the option, if one is wrong.
 */
declare function createBudget(options: {
  readonly max: number;
  readonly spent?: number | undefined;
  readonly per?: Duration | undefined;
}): Budget;
/**
 * The types that an application's tools share, set by module augmentation:
 *
 * ```ts
 * declare module 'ambit' {
 *   interface Register {
 *     dependencies: { api: Api }
 *     metadata: { plan: 'free' | 'pro' }
 *     state: { cartId?: string }
 *   }
 * }
 * ```
 */
interface Register {}
/** The type `Register['dependencies']`, or unknown. */
type Dependencies = Register extends {
  readonly dependencies: infer D;
} ? D : unknown;
/** The type `Register['metadata']`, or a record. */
type Metadata = Register extends {
  readonly metadata: infer M;
} ? M : Readonly<Record<string, unknown>>;
/** The type `Register['state']`, or a record. */
type State = Register extends {
  readonly state: infer S;
} ? S : Record<string, unknown>;
/** The rule that decides if a user is asked before a call runs, and about what. */
interface ApprovalRule<Args> {
  /**
   * Whether a user is asked. It overrides the agent's `approval.ask` and `effect`, but not the
   * rule for third-party text.
   *
   * A function gets a copy of the arguments as the handler would get them. The user is not asked
   * only if the function returns false; a throw asks. Default: `approval.ask` and `effect` decide.
   */
  when?: boolean | ((args: Args, ctx: ToolContext) => boolean | Promise<boolean>) | undefined;
  /**
   * Returns what the call would do, as text or JSON, for the user to see before they decide. It
   * must not perform the call. Ambit waits at most 10 s for it. If it throws, the error is shown
   * instead.
   *
   * It is awaited once more after the user has allowed the call. If it then returns something
   * else, the user is asked once more with the new preview. A second difference makes it `stale`.
   * Right before the call runs, it is compared again if it returns at once. Return the same for the
   * same thing: no time, no random number.
   */
  preview?: ((args: Args, ctx: ToolContext) => unknown) | undefined;
  /**
   * Returns the values that a call is bound to, such as the id and the version of what it changes.
   * For handlers that use props, state or a store. It is read again right before the handler, and
   * other values deny the call.
   *
   * It must return at once. Plain objects, lists and dates are compared by content, other objects
   * by identity. If it throws, or returns a promise, the call is denied. Default: the preview alone
   * is compared.
   */
  binds?: ((args: Args) => unknown) | undefined;
  /**
   * The calls that "do not ask again" may be for.
   *
   * - `true`: every call of the tool in the conversation. Not possible for `egress` and
   *   `destructive`.
   * - A function: calls with the same key, such as the id of an account. Gets a copy of the
   *   arguments as the handler would get them. Returns 1 to 1,000 characters, which the user
   *   sees. If it returns undefined or throws, this call cannot be remembered.
   * - `false`: nothing, so a user is asked each time.
   *
   * Default: true for `read` and `write`, false for `egress` and `destructive`.
   */
  remember?: boolean | ((args: Args) => string | undefined) | undefined;
}
/**
 * The approval of a tool: the rule, or its `when` alone. `true`: a user is asked before each
 * call.
 */
type ToolApproval<Args> = ApprovalRule<Args> | ApprovalRule<Args>["when"];
/** The options that state what a tool's calls may do, and who may make them. */
interface ToolTrustOptions<Args> {
  /**
   * The effect of a call on the world. A `destructive` call needs a user's approval unless
   * `approval` is false. Once the model has read third-party text, `egress` and `destructive` calls
   * always need approval. Default `write`.
   *
   * A function returns the effect of one call, from its arguments as the handler would get them. It
   * must return at once, and change nothing. If it throws, or returns something else, the call is
   * `destructive`. So is the tool where there are no arguments, such as in a list of tools. It is
   * asked again right before the handler: with another effect than before, the call is `stale`.
   */
  effect?: Effect | ((args: Args) => Effect) | undefined;
  /**
   * The rule that decides if a user is asked before a call runs, or its `when` alone. Default:
   * the agent's `approval.ask` and `effect` decide.
   */
  approval?: ToolApproval<Args> | undefined;
}
/** The trust options of a tool, with their defaults in place. */
interface ToolTrust {
  /** The effect; `destructive` if it depends on the arguments of a call. */
  readonly effect: Effect;
  /** The `effect` that is a function. */
  readonly effectOf: ((args: never) => unknown) | undefined;
  readonly requiresApproval: boolean | ((args: never, ctx: ToolContext) => boolean | Promise<boolean>) | undefined;
  readonly remember: boolean | ((args: never) => string | undefined);
  readonly preview: ((args: never, ctx: ToolContext) => unknown) | undefined;
  readonly binds: ((args: never) => unknown) | undefined;
  readonly untrusted: boolean;
}
/** The treatment of a call that started and has no result, because its page ended while it ran. */
type OnResume = "never" | "ask" | "again";
/** A call whose outcome is unknown. */
interface UnknownCall {
  readonly id: string;
  readonly name: string;
  /**
   * The arguments that the handler was started with. A plug-in or a user may have changed them.
   */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The key that the handler had as `ctx.idempotencyKey`. */
  readonly idempotencyKey: string;
}
/**
 * The options that state how to treat calls whose end the page did not see. They need a `storage`
 * in the agent.
 */
interface ToolResumeOptions<Result> {
  /**
   * The treatment of such a call:
   *
   * - `never`: nothing is run, and the model is told that the outcome is unknown
   * - `ask`: the call runs again if a user approves
   * - `again`: the call runs again
   *
   * Use `again` for calls that only read, and for handlers that send `ctx.idempotencyKey` to a
   * server that respects it. Default: `again` for tools with the effect `read`, else `never`.
   */
  how?: OnResume | undefined;
  /**
   * Finds out the outcome of such a call; asked before `how`. Resolves with the result, or
   * with undefined if the call did not take effect. In the latter case the call then runs. If it
   * throws, the outcome stays unknown and nothing is run. Nobody is asked about a result that it
   * found. A call that did not take effect still asks a user with `how: 'ask'`.
   */
  reconcile?: ((call: UnknownCall) => MaybePromise<{
    readonly result: NoInfer<Awaited<Result>>;
  } | undefined>) | undefined;
}
/** The resume options of a tool, with their defaults in place. */
interface ToolResume {
  readonly onResume: OnResume;
  readonly reconcile: ((call: UnknownCall) => MaybePromise<{
    readonly result: unknown;
  } | undefined>) | undefined;
}
type MaybePromise<T> = T | Promise<T>;
/**
 * The effect of a call on the world:
 *
 * - `read` changes nothing
 * - `write` changes something that can be changed back
 * - `egress` sends something out of the application
 * - `destructive` cannot be undone
 */
type Effect = "read" | "write" | "egress" | "destructive";
/**
 * The limits of one tool's handler that runs apart from the page. The limits of the agent's sandbox
 * are the upper bound.
 */
interface ToolSandboxOptions {
  /**
   * The longest time that the handler may run. Has no effect if it is longer than the time of the
   * agent's sandbox.
   */
  readonly timeout?: Duration | undefined;
  /**
   * The origins that the handler may reach, among those that the agent's sandbox allows. False
   * allows none. Default: all that the agent's sandbox allows.
   */
  readonly network?: boolean | readonly string[] | undefined;
  /** Plain data that the handler finds in `ctx.env`, beside the data of the agent's sandbox. */
  readonly env?: JsonObject | undefined;
}
/** The options of a tool's sandbox after they are parsed. */
interface ToolSandbox {
  readonly timeoutMs?: number | undefined;
  readonly allowNetwork?: boolean | readonly string[] | undefined;
  readonly env?: JsonObject | undefined;
}
/** One tool call and its outcome. */
interface TraceEntry {
  readonly iteration: number;
  readonly callId: string;
  readonly tool: string;
  /**
   * The arguments as the model gave them. If a plug-in or a user changed them, the arguments that
   * were run.
   */
  readonly arguments: Record<string, unknown>;
  /**
   * The result as the model got it; the cut text if `truncated`. Absent if the call ended in an
   * error.
   */
  readonly result?: JsonValue | undefined;
  /** The error as the model got it. */
  readonly error?: JsonValue | undefined;
  /** The time that the handler took, in milliseconds; 0 for a call that was not run. */
  readonly durationMs: number;
  /** True if the result was larger than `calls.maxResultBytes` and was cut. */
  readonly truncated?: boolean | undefined;
  /** The size in UTF-8 bytes before the cut. */
  readonly totalBytes?: number | undefined;
  /** The changes that `calls.arguments: 'lenient'` made. */
  readonly warnings?: readonly string[] | undefined;
}
/**
 * One running `chat`, `execute` or `runAgent`: await it for its result, iterate it for its events.
 * A run that is ignored still runs, and its rejection is never an unhandled one.
 */
declare class Run<T> implements PromiseLike<T>, AsyncIterable<AgentEvent>, AsyncDisposable {
  #private;
  readonly id: string;
  /** The result of the run. */
  readonly result: Promise<T>;
  get status(): RunStatus;
  /** The observed events so far, without deltas and requests. Their `seq` has no gap. */
  get events(): readonly AgentEvent[];
  /**
   * The state and results of the run so far, with the runs inside it. Undefined until the run has
   * started, for example while it waits for its turn.
   */
  get report(): RunReport | undefined;
  /**
   * The redactions of the agent's plug-ins, as one, for code that writes down what the run did.
   * Undefined without any, and until the run has started.
   */
  get redaction(): Redaction | undefined;
  /** Cancels the run. The first reason counts; default `{ kind: 'manual' }`. */
  cancel(reason?: CancelReason): void;
  then<A = T, B = never>(onResolved?: ((value: T) => A | PromiseLike<A>) | null, onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B>;
  finally(onSettled?: (() => void) | null): Promise<T>;
  /**
   * Yields every event up to the terminal one. Never throws; breaking out does not stop the run.
   * Deltas from before the iteration arrive joined.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<AgentEvent>;
  /**
   * Yields what iterating the run yields, and the events of the runs inside its calls, in the order
   * in which they happen. Their `runId` is not that of this run.
   */
  withInner(): AsyncIterableIterator<AgentEvent>;
  /** Cancels the run if it has not ended, and waits for its end. */
  [Symbol.asyncDispose](): Promise<void>;
}
/**
 * The progress or the end of a run. `stopped`: a plug-in ended it as complete. `failed`: a limit, a
 * budget, an error or a plug-in that threw ended it.
 */
type RunStatus = "running" | "completed" | "stopped" | "cancelled" | "failed";
/** One model call of a run, as reported. */
interface IterationReport {
  /** The 0-based number of the model call. */
  readonly index: number;
  readonly finishReason: FinishReason | undefined;
  readonly usage: Usage;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /**
   * The duration of the model call in milliseconds. The durations of its tools are in the trace.
   */
  readonly durationMs: number;
  readonly toolCalls: number;
}
/** A run and the runs inside it. */
interface RunReport {
  readonly runId: string;
  readonly rootRunId: string;
  readonly parentRunId?: string | undefined;
  /** The agent's name. */
  readonly name: string;
  readonly sessionId: string;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly durationMs: number;
  /** The usage of the run and of its `children`. */
  readonly usage: Usage;
  /** The amounts that the run's own tools were charged, by the key of the limit. */
  readonly charged: Readonly<Record<string, number>>;
  readonly iterations: readonly IterationReport[];
  readonly children: readonly RunReport[];
}
/** The result of `chat` and `execute`. */
interface RunResult<Data = unknown> {
  /** The id of the run, as `agent.undo` takes it. */
  readonly runId: string;
  /** The model's last text. */
  readonly content: string;
  /** The answer parsed by `output`. Absent if the answer does not fit. */
  readonly data?: Data | undefined;
  /**
   * The calls that the model asked for and that were not run. Present with `calls.mode: 'return'`,
   * and then empty if the model asked for none. `resume({ results })` goes on.
   */
  readonly calls?: readonly AssistantToolCall[] | undefined;
  readonly finishReason: FinishReason;
  readonly status: Exclude<RunStatus, "running">;
  /** The usage of the run and of the runs inside its calls. */
  readonly usage: Usage;
  /** The cost of that in US dollars. Present if `prices` has the model. */
  readonly costUsd?: number | undefined;
  /** The artifacts of the run's tools, and of the runs inside its calls. */
  readonly artifacts: readonly Artifact[];
  /** The messages this run added. */
  readonly messages: readonly Message[];
  readonly report: RunReport;
  /** The trace: an entry for each call, in the order of their answers. */
  readonly trace: readonly TraceEntry[];
  /** The model's id. */
  readonly model: string;
  readonly durationMs: number;
  /** The start of the run, in milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** The provider's id of the last response. */
  readonly responseId?: string | undefined;
  /** The provider's own chunks of the last response. Present with `request.keepRaw`. */
  readonly raw?: readonly unknown[] | undefined;
  /** The suggestions of next messages. Present with `followups`. */
  readonly followupSuggestions?: readonly string[] | undefined;
  /** The error of an `execute` that did not complete. `chat` rejects with that error instead. */
  readonly error?: Error | undefined;
}
/**
 * The parts of Standard Schema and Standard JSON Schema that Ambit reads, so that Ambit imports no
 * schema library. Source: https://standardschema.dev
 */
interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: {
      readonly input: Input;
      readonly output: Output;
    } | undefined;
    /** The conversion to JSON Schema. Present on schemas that describe themselves. */
    readonly jsonSchema?: {
      readonly input: (options: {
        target: string;
      }) => object;
    } | undefined;
  };
}
type StandardResult<Output> = {
  readonly value: Output;
  readonly issues?: undefined;
} | {
  readonly issues: readonly StandardIssue[];
};
interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | {
    readonly key: PropertyKey;
  })[] | undefined;
}
/** A schema that is ready for use: the JSON Schema of a request, and the check of arguments. */
interface Parameters$1<Output = unknown> {
  readonly jsonSchema: JSONSchema7;
  readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
}
type Validated<Output> = {
  value: Output;
} | {
  issues: readonly ValidationIssue[];
};
/** A function that converts a schema of one library to JSON Schema draft 7. */
type SchemaConverter = (schema: StandardSchema) => object;
/**
 * Registers a converter for schemas that do not describe themselves. `vendor` is the library's
 * `~standard.vendor`; for schemas of zod 3, it is `zod3`.
 */
declare function registerSchemaConverter(vendor: string, converter: SchemaConverter): void;
/** The number of attempts in all, or that number with a pause between attempts. */
type Retry = number | {
  readonly attempts: number;
  readonly delay?: Duration | undefined;
};
/** The reason for which a tool or scope is off, in words for the user and the model. */
interface Unavailable {
  readonly available: false;
  readonly reason: string;
}
/**
 * Marks a tool or a scope as off, with a reason:
 * `enabled: () => isSignedIn || unavailable('Sign in first')`. Any other reason becomes
 * text. An empty one counts as no reason.
 */
declare const unavailable: (reason: string) => Unavailable;
/**
 * The condition under which a tool or scope is on: a predicate, or a value that announces its
 * changes. Ambit evaluates it when it builds a request, at the call, and on `scopes.refresh()`. If
 * it throws, the tool or scope is off.
 */
type Enabled = (() => boolean | Unavailable) | {
  readonly get: () => boolean | Unavailable;
  /** Calls `listener` after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};
/** The result of evaluating a predicate. `thrown` is the value that the predicate threw. */
type Availability = {
  readonly enabled: true;
} | {
  readonly enabled: false;
  readonly reason?: string | undefined;
  readonly thrown?: unknown;
};
/** Text, or a module whose default export is text. */
type Words = string | {
  readonly default: string;
};
/** The options of a scope. */
interface ScopeOptions {
  /** The name, which is unique among the registered scopes. */
  name: string;
  /** A name for people. Default: the name. */
  label?: string | undefined;
  /** For `load: 'onDemand'`: when the model should load the scope. */
  description?: string | undefined;
  /**
   * `onDemand`: a request has only the name and the description, until the model loads the scope
   * with the tool `load_scope`. From the next request on it has the context, the instructions and
   * the tools, in this session also after a reload. Default `always`.
   */
  load?: "always" | "onDemand" | undefined;
  tools?: readonly AnyTool[] | undefined;
  /**
   * Returns the data that the model should know now, as JSON or as anything that converts to JSON.
   * Called again for every request, which does not wait for it: a promise is sent as null, with a
   * warning. The data is never kept in the history.
   */
  context?: (() => unknown) | undefined;
  /**
   * The words of the application to the model about this part of it. Those of a scope that loads on
   * demand may be imported: `() => import('./refunds.md?raw')`, which is read once. Others stand
   * among the instructions of the agent, and a function is called again for every request. Data
   * belongs into `context`. If they cannot be read in 10 s, the run fails. Default: none.
   */
  instructions?: string | (() => Words | PromiseLike<Words>) | undefined;
  /**
   * The condition under which the scope is on. The tools of a scope that is off are off, and its
   * context and its instructions are left out. So is all that is inside it. Default: always on.
   */
  enabled?: Enabled | undefined;
  /** The `visible` of all that is inside it, and of its context for callers from outside. */
  visible?: Visible | undefined;
  /**
   * The thing that all that is inside it is about, as the `subject` of a tool. A tool or a scope
   * inside may have one of its own as well. Default: none.
   */
  subject?: Subject | undefined;
  /**
   * True if the context, the instructions, the label, the description or an `enabled` reason of the
   * scope or its tools holds third-party text. The instructions are then data, in an envelope. The
   * model is told so, and its later calls count as tainted; an empty context taints nothing.
   * Results of its tools need `result.untrusted` of the tool. Default false.
   */
  untrusted?: boolean | undefined;
  /**
   * True if nothing of the scope may leave the device. While it is on the page, requests go only to
   * models with `isLocal`. So do those with a message that was made meanwhile, also after a reload.
   * Others fail with a `ModelError` of the kind `local_only`. A storage with `isLocal: false` gets
   * nothing of the conversation, callers from outside nothing of the scope, and telemetry no
   * content. Audit, devtools on this device and your own handlers are not held back. Default false.
   */
  local?: boolean | undefined;
}
/**
 * A named group of tools and the context that they act on. A scope is registered and unregistered
 * as a unit.
 *
 * Throws `AgentError` at construction for an empty name, and for an option that does not exist. In
 * development it throws for every wrong value, naming the option.
 */
declare class Scope {
  readonly name: string;
  readonly label: string;
  readonly tools: readonly AnyTool[];
  readonly context: (() => unknown) | undefined;
  readonly enabled: Enabled | undefined;
  /** With what the scopes around it forbid. */
  readonly visible: Visible;
  readonly subject: Subject | undefined;
  readonly description: string | undefined;
  readonly load: "always" | "onDemand";
  readonly instructions: ScopeOptions["instructions"];
  /** True also if a scope around it is. */
  readonly untrusted: boolean;
  /** True also if a scope around it is. */
  readonly local: boolean;
  /** The scope that it is inside of. What guards that one guards this one, too. */
  readonly parent: Scope | undefined;
  /** `parent` is the scope that it is inside of. Default: none. */
  constructor(options: ScopeOptions, parent?: Scope);
}
/** The state of the scopes, for a page to show. */
interface ScopesState {
  /**
   * A number that rises if a scope or tool is registered, replaced or unregistered, if an `enabled`
   * announces a change, and on `refresh`.
   */
  readonly version: number;
  /** False if the user has stopped callers from outside: none of their calls runs. */
  readonly allowsOutside: boolean;
}
/**
 * The scopes and tools that the agent can use now. The loop reads the registry before every model
 * call and again at every tool call.
 *
 * A zustand store: a new `version` means that a reader should look again. Scopes and tools keep the
 * order in which their names were first registered, also if some were unregistered in between.
 * Consecutive requests therefore stay alike.
 */
declare class ScopeRegistry extends Store<ScopesState> {
  #private;
  /** `onToolGone` is called when a tool is unregistered. */
  constructor(onToolGone?: (registered: RegisteredTool) => void);
  /**
   * Registers a scope with all its tools. Returns a function that unregisters the scope and may be
   * called more than once. Throws `AgentError`, and changes nothing, if the name of the scope or of
   * one of its tools is taken.
   */
  register(scope: Scope): () => void;
  /**
   * Adds a tool to a registered scope. Returns a function that removes the tool and may be called
   * more than once. The tool is also removed with its scope. Throws `AgentError`, and changes
   * nothing, if the scope is not registered or the tool's name is taken.
   */
  addTool(scopeName: string, tool: AnyTool): () => void;
  /**
   * Replaces the registered tool of the same name, in the same scope. Running calls of the old tool
   * go on. The function that removed the old tool now removes the new one. Throws `AgentError` if
   * no tool of that name is registered.
   */
  replaceTool(tool: AnyTool): void;
  /**
   * Counts an act of the user on the page, such as a press or a key. What a page shows after one is
   * not taken for what the calls of a message before it have done. `AgentProvider` calls this for
   * the events of the browser.
   */
  userActed(): void;
  /** The number of acts of the user on the page so far. */
  get acts(): number;
  /**
   * Records that a tool, a scope or a plug-in of the page could not be registered. The page goes on
   * without it. Each is reported on the console once. Returns a function that removes the record.
   */
  leaveOut(what: string, error: unknown): () => void;
  /** The tools, scopes and plug-ins of the page that could not be registered, in that order. */
  get leftOut(): readonly LeftOut[];
  /**
   * Switches the registered tool of this name off, now or later, whatever its `enabled` says.
   * Running calls go on, and a call's own tools stay on. Returns a function that ends the switch.
   */
  switchOff(name: string, reason: string): () => void;
  /**
   * Lets callers from outside of the page call tools, such as the agent of the browser. With false,
   * cancels their calls, and denies all further ones. In memory only.
   */
  allowOutside(isAllowed: boolean): void;
  /** Makes observers evaluate every `enabled` and `context` again. */
  readonly refresh: () => void;
  /**
   * Reports code that is loading and will register something. The next request waits for it, at
   * most five seconds.
   */
  load(code: Promise<unknown>): void;
  /** A promise of all code that is loading, which never rejects; undefined if none is. */
  get loading(): Promise<unknown> | undefined;
  /** Returns the tool that is registered under exactly this name. */
  find(name: string): RegisteredTool | undefined;
  /** Whether a scope of that name is registered. */
  has(scopeName: string): boolean;
  /** The registered scopes, in a stable order. */
  get scopes(): readonly Scope[];
  /** The registered tools, in a stable order. */
  get tools(): readonly RegisteredTool[];
  /** Returns the tools of a registered scope, in the order in which they were added. */
  toolsOf(scope: Scope): Iterable<RegisteredTool>;
  /** Evaluates whether a scope, and each scope around it, is on now. */
  isOn(scope: Scope): Availability;
  /** Evaluates whether a tool is on now. Off, it has the reason of its switch, scope or self. */
  isToolOn({ tool, scope }: RegisteredTool): Availability;
}
/**
 * A tool that is registered under one name. The object stays the same until the tool is
 * unregistered.
 */
interface RegisteredTool {
  /** The current tool. `replaceTool` puts another one here. */
  readonly tool: AnyTool;
  readonly scope: Scope;
}
/** A tool, a scope or a plug-in that could not be registered, so the agent works without it. */
interface LeftOut {
  /** The kind and the name, such as `tool "add_note"`. */
  readonly what: string;
  /** The reason, with what to do. */
  readonly error: unknown;
}
/**
 * An id, or an id with a name for people. `selected` tells the model which of the mounts of a tool
 * the user has selected; default false.
 */
type SubjectValue = string | number | {
  readonly id: string | number;
  readonly label?: string | undefined;
  readonly selected?: boolean | undefined;
};
/**
 * The thing on the page that the calls of a tool are about, such as the order that is open. A
 * function is read anew each time; it gets no arguments and must return at once. Without a value,
 * or with an empty text, there is no such thing now: the call is then as one without a subject.
 */
type Subject = SubjectValue | (() => SubjectValue | null | undefined);
/** The options that every tool has, whichever words it has for its schema and its handler. */
interface CommonToolOptions<Args, Result> extends ToolTrustOptions<Args> {
  /**
   * A name that matches `/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/`. Unique among the tools of all
   * registered scopes.
   */
  name: string;
  /**
   * A name for people. Default: the name in words.
   *
   * A function returns the sentence that asks a user about one call, such as `Refund €5.00 of
   * A-7 to Sami Garcia?`. It gets what the handler gets, and the result of `approval.preview`. It
   * must return at once, and the same for the same thing: the approval is bound to it as to the
   * preview. If it throws, or returns no text, the card has no sentence. The name is then the
   * default.
   */
  title?: string | ((args: Args, preview: JsonValue | undefined) => string) | undefined;
  /** A description for the model. It is sent byte for byte. */
  description: string;
  /**
   * Other words that people say for what the tool does, such as `money back`. Only the search of a
   * `digest` reads them, where the model looks with the words of a user. Default: none.
   */
  aliases?: readonly string[] | undefined;
  /**
   * The schema of the result, of any type, for callers from outside of the page: an MCP client gets
   * the result as data by it. In development, the console tells of a result that does not fit.
   */
  outputSchema?: StandardSchema<unknown, NoInfer<Awaited<Result>>> | undefined;
  /**
   * Undoes a call that succeeded, for `agent.undo`. Gets what the handler got and gave. It may be
   * asynchronous; if it throws, the error is reported as the reason why the call was not undone.
   * For an undo that depends on what the handler found, use `ctx.undo`. Default: none.
   */
  undo?: ((call: UndoneWork<Args, NoInfer<Awaited<Result>>>) => unknown) | undefined;
  /** The condition under which the tool is on. Default: always on. */
  enabled?: Enabled | undefined;
  /** Who may know the tool: the model, also while it is off, and callers from outside. */
  visible?: Visible | undefined;
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
  subject?: Subject | undefined;
  /**
   * Returns the value that calls edit, such as the filters of a list. It is replaced, and not
   * changed in place. `ctx.base` is what it was when the page was shown. Default: none.
   */
  edits?: (() => unknown) | undefined;
  /** The answer that the model gets, and what is kept of it. */
  result?: ToolResultOptions<Result> | undefined;
  /** The way in which the handler is run, and what a call costs. */
  run?: ToolRunOptions | undefined;
  /** The treatment of calls whose end the page did not see. */
  resume?: ToolResumeOptions<Result> | undefined;
  /** The options that only the model's provider reads. */
  provider?: ToolProviderOptions<Args> | undefined;
}
/** A call that is to be undone: what its handler got and gave. */
interface UndoneWork<Args, Result> extends UndoContext {
  readonly args: Args;
  readonly result: Result;
}
/** The options of a tool. */
interface ToolOptions<Args, Result> extends CommonToolOptions<Args, Result> {
  /**
   * The schema of the arguments: a Standard Schema (zod 4, ArkType, …) or `jsonSchema({ … })`, an
   * object at the top level. Default: no parameters.
   */
  parameters?: StandardSchema<unknown, Args> | undefined;
  /**
   * Runs the call. Gets its own parsed copy of the arguments. The returned value is the result; an
   * error is reported to the model.
   */
  handler: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>;
  inputSchema?: undefined;
  execute?: undefined;
}
/**
 * The options of a tool in the words of the AI SDK, MCP and WebMCP: `inputSchema` is `parameters`,
 * and `execute` is `handler`. A tool has both words of one pair, or both of the other.
 */
interface AliasedToolOptions<Args, Result> extends CommonToolOptions<Args, Result> {
  /** The same as `parameters` of {@link ToolOptions}. */
  inputSchema?: StandardSchema<unknown, Args> | undefined;
  /** The same as `handler` of {@link ToolOptions}. */
  execute: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>;
  parameters?: undefined;
  handler?: undefined;
}
/** What a tool makes for the model: text, or parts such as an image. */
type ModelOutput = string | readonly ContentPart[];
/** The options about the results of a tool. */
interface ToolResultOptions<Result> {
  /**
   * Returns what the model gets instead of the JSON of the result: text, or parts such as an image.
   * `args` are the arguments as the model gave them. If it throws, the model is told that the call
   * succeeded and that its result is withheld.
   */
  toModel?: ((result: NoInfer<Awaited<Result>>, args: Readonly<Record<string, unknown>>) => ModelOutput | PromiseLike<ModelOutput>) | undefined;
  /**
   * True if the model gets only an acknowledgement of a successful call. The run ends after an
   * iteration in which every call is a successful call of such a tool. Default false.
   */
  silent?: boolean | undefined;
  /**
   * True if the results are third-party text, such as a page, a mail or a search result. So are
   * then its errors, the words of its checks, its `enabled` reasons, and what a plug-in answers in
   * its place. The model is told so, and its later calls count as tainted. Default false.
   */
  untrusted?: boolean | undefined;
  /**
   * The time for which results of this very tool are kept, for calls with equal arguments, user,
   * tenant and dependencies. Needs `use: [toolCache()]` of the agent.
   *
   * With `key`, tools of the same name and key share their results, also after a component has
   * mounted again. Give as `key` what the handler reads besides its arguments, such as the id of an
   * order.
   */
  cache?: {
    readonly ttl: Duration;
    readonly key?: string | number | undefined;
  } | undefined;
}
/** The options about the way in which a handler is run. */
interface ToolRunOptions {
  /** The longest time of one attempt. Default: no limit. */
  timeout?: Duration | undefined;
  /** The number of attempts in all. A cancelled call is not tried again. Default 1. */
  retry?: Retry | undefined;
  /**
   * True, or options, to run the handler apart from the page, in the plug-in `sandbox`. Only the
   * handler's source text goes there. The handler can use its arguments and, of `ctx`, only `env`,
   * `progress` and `signal`. If the agent has no sandbox, the handler does not run. Default false.
   */
  sandbox?: boolean | ToolSandboxOptions | undefined;
  /**
   * The name of a scope that must be registered before the next call and the next request, for
   * example when the tool navigates. The loop waits for it as long as `settle` says, and only
   * after a handler that succeeded.
   */
  waitForScope?: string | undefined;
  /** The amounts that each call is charged before it runs, all or none. */
  cost?: ToolCost | undefined;
}
/** The amounts that a call is charged. */
interface ToolCost {
  /** The amount for `limits.tokens`. */
  tokens?: number | undefined;
  /** The amount in US dollars for `limits.costUsd`. */
  usd?: number | undefined;
  /** The amounts for `limits.custom`, by its keys. */
  custom?: Readonly<Record<string, number>> | undefined;
}
/**
 * A named function that the model may call.
 *
 * Throws `AgentError` at construction for a missing or bad name, description or handler, and for a
 * schema that cannot be used. Also for an unknown `effect`, a `run.retry` below 1, a malformed
 * duration, and an option or a member of a group that does not exist. In development it throws for
 * every wrong value, naming the option.
 */
declare class Tool<Args = never, Result = unknown> implements ToolTrust, ToolResume {
  #private;
  readonly name: string;
  readonly description: string;
  readonly aliases: readonly string[];
  /**
   * The schema as it was given. The type does not depend on `Args`, so that a tool with any
   * arguments is an `AnyTool`.
   */
  readonly parameters: StandardSchema;
  readonly handler: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>;
  readonly enabled: Enabled | undefined;
  readonly visible: Visible;
  readonly subject: Subject | undefined;
  readonly edits: (() => unknown) | undefined;
  readonly mode: "feedback" | "silent";
  readonly timeoutMs: number | undefined;
  readonly retry: {
    readonly attempts: number;
    readonly delayMs: number;
  };
  readonly cacheTtlMs: number | undefined;
  readonly cacheKey: string | number | undefined;
  readonly effect: ToolTrust["effect"];
  readonly effectOf: ToolTrust["effectOf"];
  readonly requiresApproval: ToolTrust["requiresApproval"];
  readonly remember: ToolTrust["remember"];
  readonly preview: ToolTrust["preview"];
  readonly binds: ToolTrust["binds"];
  readonly untrusted: boolean;
  readonly onResume: ToolResume["onResume"];
  readonly reconcile: ToolResume["reconcile"];
  readonly sandbox: ToolSandbox | undefined;
  readonly strict: boolean | undefined;
  readonly providerOptions: SharedV4ProviderOptions | undefined;
  readonly toModelOutput: ((result: never, args: Readonly<Record<string, unknown>>) => ModelOutput | PromiseLike<ModelOutput>) | undefined;
  readonly waitFor: string | undefined;
  /** The amounts that each call is charged, by the key of the limit. `calls` is among the keys. */
  readonly charges: Readonly<Record<string, number>>;
  readonly undo: ((call: UndoneWork<never, never>) => unknown) | undefined;
  /** The schema of the result as it was given. */
  readonly outputSchema: StandardSchema | undefined;
  /** The `title` that is a function. */
  readonly sentenceOf: ((args: never, preview: JsonValue | undefined) => string) | undefined;
  constructor(given: ToolOptions<Args, Result> | AliasedToolOptions<Args, Result>);
  /** The name for people. */
  get title(): string;
  /** The parameters as JSON Schema. They must not change with the page. */
  get jsonSchema(): JSONSchema7;
  /**
   * The JSON Schema of the result, for callers that get it as it is. Undefined with `toModel`, for
   * a silent tool, and for a result that is not an object.
   */
  get outputJsonSchema(): JSONSchema7 | undefined;
  /** The function that checks results; undefined if the tool has no schema of them. */
  get validateOutput(): Parameters$1<unknown>["validate"] | undefined;
  /** The examples of arguments, as the model sees them. */
  get examples(): readonly JSONObject[];
  /**
   * The things that a call can be for now. The request lists them at its end. Overridden by tools
   * that stand for several things; in this class, undefined.
   */
  get instances(): readonly ToolInstance[] | undefined;
  /**
   * Returns the thing on the page that a call with these arguments is for. Overridden by tools that
   * stand for several things; in this class, undefined.
   */
  subjectOf(_args: Readonly<Record<string, unknown>>): CallSubject | undefined;
  /**
   * The `binds` of now, as a function that is kept for the calls of one request. Overridden by
   * tools whose options change with the page.
   */
  get bindsNow(): ToolTrust["binds"];
  /**
   * What provides the tool, such as a component, if that outlives its place in the registry.
   * Without a `subject`, a call is for the mount of its request. In this class, undefined.
   */
  get mount(): unknown;
  /** The function that checks and parses arguments. */
  get validate(): Parameters$1<unknown>["validate"];
}
/** A tool with any arguments. */
type AnyTool = Tool<never, unknown>;
/**
 * Arguments of a call as a model would write them. What has a default can be left out. What the
 * schema turns into something else than JSON can be anything.
 */
type ToolExample<Args> = { readonly [Name in keyof Args]?: Args[Name] extends JSONValue | undefined ? Args[Name] : unknown; };
/** The options of a tool that only the model's provider reads. */
interface ToolProviderOptions<Args> {
  /**
   * Examples of arguments, as a model would write them. Providers without examples get none. In
   * development, the tool throws `AgentError` for one that `parameters` refuses. Default: none.
   */
  examples?: readonly ToolExample<NoInfer<Args>>[] | undefined;
  /**
   * True to ask providers that support it to constrain their output to the schema. Properties that
   * the schema does not name are then refused. In development, the console warns of one that can be
   * left out, which OpenAI does not take. Default: the provider's.
   */
  strict?: boolean | undefined;
  /**
   * The options of the tool for a provider, by the provider's name, such as
   * `{ anthropic: { … } }`. A proxy lets through only those of its `provider.allow`. Default:
   * none.
   */
  options?: SharedV4ProviderOptions | undefined;
}
/** Data that a tool gives to the page. The model never sees it. */
interface Artifact {
  /**
   * An id that is unique in the run. An artifact with the id of an earlier one replaces the earlier
   * one.
   */
  readonly id: string;
  /** The kind of artifact, such as `chart`. Renderers are chosen by it. */
  readonly type: string;
  readonly title?: string | undefined;
  readonly data: unknown;
}
/** A question that a tool asks the user, with a schema of the answer. */
interface Question<Answer> {
  /** The text of the question. */
  readonly message?: string | undefined;
  /**
   * The schema that describes and checks the answer. Any type is allowed; use an object for several
   * fields.
   */
  readonly schema: StandardSchema<unknown, Answer>;
}
/** The function with which a handler asks the user at the page. */
interface AskUser {
  /**
   * Shows a question. Resolves with the user's text.
   *
   * Rejects with the code `declined` if the user declines, and with `CancellationError` as soon
   * as the call is cancelled. Rejects with `AgentError` if nothing on the page shows questions.
   * `limits.time` does not count the wait; the tool's own `run.timeout` does.
   */
  (question: string): Promise<string>;
  /**
   * Shows a form for an answer with a schema. Resolves with the value that the schema parses. An
   * answer that does not fit the schema does not end the wait.
   */
  <Answer>(question: Question<Answer> | StandardSchema<unknown, Answer>): Promise<Answer>;
}
/** The context that an undo function gets. */
interface UndoContext {
  /** A signal that aborts when the undo is cancelled. */
  readonly signal: AbortSignal;
}
/**
 * A function that undoes one call. If it throws, the error is reported as the reason why the call
 * was not undone.
 */
type Undo = (ctx: UndoContext) => unknown;
/**
 * A thing on the page: an element, a ref (`{ current: element }`), or the id of an element. A thing
 * that is not on the page, or no longer, is ignored.
 */
type TouchTarget = string | object | null | undefined;
/** A call that `agent.undo` was asked to undo. */
interface UndoneCall {
  readonly callId: string;
  readonly tool: string;
}
/** The result of `agent.undo`. */
interface UndoResult {
  /** The calls that were undone, the newest first. */
  readonly undone: readonly UndoneCall[];
  /**
   * The calls of which an undo function threw. The other undo functions of such a call still ran.
   */
  readonly failed: readonly (UndoneCall & {
    readonly error: Error;
  })[];
  /**
   * The calls whose effect stays. `no_undo`: the call succeeded, does not only read, and registered
   * no undo function. `running`: the call has not ended yet, and can be undone afterwards.
   * `other_session`: the call belongs to a session that is not open; open that session first.
   */
  readonly left: readonly (UndoneCall & {
    readonly reason: "no_undo" | "running" | "other_session";
  })[];
}
/** What a run inside a call has beside its other options. */
interface InCall {
  /** The agent that runs. Default: the one whose call it is. */
  readonly agent?: Pick<Agent, "execute" | "runTool"> | undefined;
}
/**
 * The second argument of a handler. It carries the limits, the cancellation and the identity of
 * the call.
 *
 * A handler can go on after its call has ended, for example if it ignores its signal. It changes
 * nothing then. `artifact`, `progress`, `touched`, `outlive`, and `state.set`, `emit` and `stop` of
 * `run` do nothing. The first use causes a warning. `ask` rejects, also that of `run`, and `defer`
 * runs the clean-up at once. Only `undo` still counts, so that a late effect can be undone.
 */
interface ToolContext {
  /** The run that the call belongs to. */
  readonly run: RunContext;
  /**
   * A signal that aborts when the call is cancelled or this attempt times out. The signal's reason
   * is the `CancelReason`.
   */
  readonly signal: AbortSignal;
  readonly callId: string;
  /** A key that is the same for every attempt at this call. */
  readonly idempotencyKey: string;
  /** Adds an artifact to the run: data for the page, which the model never sees. */
  readonly artifact: (artifact: Artifact) => void;
  /** The data that the sandbox was given as `env`, frozen. Empty outside a sandbox. */
  readonly env: JsonObject;
  /**
   * Tells the page how far the call is. `percent` is a number from 0 to 100. With `waitingFor`, the
   * agent is shown as waiting until the next update without it, or the end of the call.
   */
  readonly progress: (update: {
    percent?: number | undefined;
    message?: string | undefined;
    waitingFor?: "network" | undefined;
  }) => void;
  /**
   * Names what the call changes on the page: one thing or an array. May be called several times.
   * After the page has the change, `Chat.Marks` of `ambit/chat` marks these things, and scrolls
   * to them if none is in view. At most 1,000 a call. Default: the element of the tool's scope,
   * once a call that does not only read has succeeded. An element is not kept alive.
   */
  readonly touched: (target: TouchTarget | readonly TouchTarget[]) => void;
  /**
   * Registers how to undo this call, for `agent.undo`. It is for an undo that depends on what the
   * handler did; else the tool's `undo` is shorter. May be called several times, and still
   * counts if the call fails. The functions run newest first, each at most once, and may be
   * asynchronous. An error is reported as the reason why the call was not undone.
   */
  readonly undo: (undo: Undo) => void;
  /**
   * The value of the tool's `edits` as the request of the call showed it, with what other calls of
   * the message have made of it. A handler assigns what it has made of it itself, so that the next
   * call of the message begins there. It throws
   * `DisabledToolError` with the kind `changed` for what somebody else has changed since: the call
   * is then `stale`. Undefined without `edits`.
   */
  base: unknown;
  /**
   * Lets the call go on after its tool, or the mount that it is for, has left the page for good.
   * Before this, the call is then cancelled with `scope_ended`. A handler that has returned needs
   * no `outlive`.
   */
  readonly outlive: () => void;
  /**
   * Runs `cleanup` when this call ends, however it ends. The last registered function runs first.
   */
  readonly defer: (cleanup: () => unknown) => void;
  /** Asks the user at the page, and waits for the answer. */
  readonly ask: AskUser;
  /**
   * Resolves when a scope of that name is registered. Rejects with `TimeoutError` after `timeout`
   * (default 2 s).
   */
  readonly waitForScope: (name: string, options?: {
    timeout?: Duration | undefined;
  }) => Promise<void>;
  /**
   * Runs an agent inside this call, as `agent.execute` does. The run is bound to the call. It is
   * cancelled with it, and shares its limits. Third-party text taints both. `agent` is by default
   * the agent of the call, with the options of its `agent.with`; a run of `runAgent` needs one.
   */
  readonly execute: <Data = unknown>(input: ChatInput, options?: ExecuteOptions<Data> & InCall) => Run<RunResult<Data>>;
  /** Calls a tool inside this call, as `agent.runTool` does. It is bound as `execute` is. */
  readonly runTool: (name: string, args?: Record<string, unknown>, options?: RunToolOptions & InCall) => Run<unknown>;
}
/**
 * The thing on the page that one call is for. Used by a tool that stands for several things, such
 * as the rows of a list.
 */
interface CallSubject {
  /** The name of the thing for people. They see it in place of an id. */
  readonly label?: string | undefined;
  /**
   * The identity of the thing. Ambit refuses a call that waits for a user if one of the parts is
   * no longer the same afterwards.
   */
  readonly parts: readonly unknown[];
  /**
   * The options of the thing itself: if a user is asked, what they are shown, and what happens
   * after a reload. Its functions get the arguments of the tool. Default: those of the tool.
   */
  readonly options?: (ToolTrust & ToolResume & Pick<AnyTool, "undo">) | undefined;
  /**
   * Calls `listener` when the thing leaves the page, until the returned function is called. Its
   * calls are then cancelled, except if the thing is back when the page has settled.
   */
  onGone(listener: (reason: CancelReason) => void): () => void;
}
/** A thing on the page that a tool's calls can be for, as the model learns of it. */
interface ToolInstance {
  readonly id: string;
  readonly label?: string | undefined;
  /** True if it is what the user has selected now. Default false. */
  readonly selected?: boolean | undefined;
  /** The reason why no call can be for it now. Absent if one can. */
  readonly off?: string | undefined;
  /** True if the label or the reason is third-party text. Default false. */
  readonly untrusted?: boolean | undefined;
}
/** The kind of a caller from outside of the page. */
type OutsideSource = "webmcp" | "mcp" | "mcp-app" | (string & {});
/**
 * Whether callers of a kind may know all of these: a tool and its scope, or a scope. None may know
 * a scope with `local`.
 */
declare const isExposed: (source: OutsideSource, ...parts: readonly {
  readonly visible: Visible;
  readonly local?: boolean | undefined;
}[]) => boolean;
/** Who learns what of a tool, or of the tools of a scope. */
interface Visible {
  /**
   * What the model learns of the tool while it is off, and so is not in the request. `remove`: the
   * reason, if `enabled` gave one. `secret`: nothing, so that a call is one of an unknown tool.
   * `explain`: its name also without a reason. If a tool and its scope differ, `secret` holds, then
   * `remove`. Default `remove`.
   */
  readonly off?: "remove" | "secret" | "explain" | undefined;
  /** False if no model may learn of the tool at any time, so that only `runTool` calls it. */
  readonly model?: boolean | undefined;
  /**
   * False if no caller from outside of the page may know and call it, such as the agent of the
   * browser. A list: only callers of these kinds may, such as `['webmcp']`. Its scope must allow
   * the same. Default true; false for the tools that a bridge brings from elsewhere.
   */
  readonly outside?: boolean | readonly OutsideSource[] | undefined;
}
/** The rule that keeps secrets from the model; made by `redaction`. */
interface Redaction {
  /**
   * Returns the text without its secrets. The text is JSON, or any text if the JSON was cut.
   * Strings past the first `maxCharacters` may be left out, because nobody gets them.
   */
  readonly redact: (json: string, maxCharacters?: number) => string;
}
/** The outcome of a wait for the page to catch up. */
interface Settlement {
  readonly ok: boolean;
  /**
   * The last thing that the loop waited for: `react`, `rendering`, `marker`, `until`, `unstable`,
   * `held-before-tool`, `aborted`, `scope`, `unmounted`, `settler`.
   */
  readonly why: string;
  readonly durationMs: number;
}
/**
 * A part of the page that the loop waits for after calls. Without settlers, the loop waits only for
 * the scopes that tools name.
 *
 * A settler that throws, rejects or is not done after the time of `settle` does not end the run.
 * The loop goes on without it, and emits the warning `settler_failed`, once in a run.
 */
interface Settler {
  /** Prepares for a model request, which is about to be sent. */
  baseline(): void;
  /** Prepares for a call, which begins once the promise is settled. */
  beforeTool(): Promise<void>;
  /**
   * Resolves when the page shows what the calls before have changed, or after `timeoutMs`. Asked
   * before a call and before a request if a call has ended since it was last asked. Also asked
   * after the calls of every message.
   *
   * `timeoutMs` is at most 50 ms shorter than the option `settle`, so that the answer
   * comes in time.
   */
  settle(at: {
    signal: AbortSignal;
    timeoutMs: number;
    waitFor: readonly string[];
  }): Promise<Settlement>;
}
/** The response of one model call. */
interface ModelResponse {
  readonly content: string;
  readonly reasoning?: string | undefined;
  readonly calls: readonly AssistantToolCall[];
  /** The reason for which the model stopped; undefined if the stream ended before the model did. */
  readonly finishReason: FinishReason | undefined;
  /** The usage of the call; undefined if the provider reported none. */
  readonly usage: Usage | undefined;
  /** The lossless record of the message, in order. */
  readonly parts: readonly MessagePart[];
  /** The provider's own chunks, when `request.keepRaw` asks for them. */
  readonly raw?: readonly unknown[] | undefined;
  /** The provider's id of the response. */
  readonly responseId?: string | undefined;
  /** The model that answered, as its provider names it. */
  readonly modelId?: string | undefined;
}
/** The callbacks of the assembler. */
interface AssemblerEvents {
  /** Gets each piece of a part, with the same `part` object for every piece of one part. */
  onDelta: (part: Open<"text" | "reasoning"> | Open<"tool-call">, delta: string) => void;
  /** Gets each other part that a user could see, once it is whole. */
  onPart?: ((part: MessagePart) => void) | undefined;
  /** Gets what the application should know of an answer, as the event `warning` has it. */
  onWarning: (code: string, message: string) => void;
}
/** A part of the message under construction, still mutable. */
type Open<Type extends MessagePart["type"]> = { -readonly [Key in keyof Extract<MessagePart, {
  type: Type;
}>]: Extract<MessagePart, {
  type: Type;
}>[Key]; };
/** A tool that a run may use, as a tool list gets it. */
interface ListedTool {
  readonly tool: AnyTool;
  readonly scope: Scope;
  readonly availability: Availability;
  /** True for a tool that was given to the call itself, and is on no page. */
  readonly isOwn?: boolean | undefined;
}
/** The request that a tool list chooses for. */
interface ToolListAt {
  /** The page: the same object for all requests that offer the tools of one page. */
  readonly page: object;
  /** The session, user and tenant, as one text. A list remembers nothing of one for another. */
  readonly owner: string;
  /** The time in milliseconds since the Unix epoch. */
  readonly now: number;
  /** Whether the run may use a tool of this name. */
  readonly allows: (name: string) => boolean;
  /** True if the run may use only some of the page's tools. */
  readonly isNarrowed: boolean;
  /** The 0-based number of the request in its run. */
  readonly iteration: number;
  /** The history that the request holds. */
  readonly messages: readonly Message[];
}
/** The tools of one request. */
interface ToolChoice {
  /** The tools that the request lists, in this order. */
  readonly tools: readonly (LanguageModelV4FunctionTool | LanguageModelV4ProviderTool)[];
  /** The listed tools that are no longer on the page. The request says so at its end. */
  readonly gone?: readonly string[] | undefined;
  /**
   * The tools that are off and that the request may name at its end. Default: those that it lists,
   * those with a reason, and those whose `visible.off` is `explain`.
   */
  readonly named?: ReadonlySet<string> | undefined;
  /** The text that follows the instructions. It must be the same in each request. */
  readonly instructions?: string | undefined;
  /** The text for the end of the request, which may change with each request. */
  readonly note?: string | undefined;
  /** Returns the request to send for the one that the plug-ins have left. */
  readonly finish?: ((request: ModelRequest) => ModelRequest) | undefined;
}
/** A listener of the pieces in which the answer of a model comes. */
type OnDelta = AssemblerEvents["onDelta"];
/**
 * The rule for the tools that a request lists; made by `steadyTools`, `digest` or `deferred`.
 */
interface ToolList {
  /** Chooses the tools of a request among those that the run may use, on or off. */
  readonly choose: (tools: readonly ListedTool[], at: ToolListAt) => ToolChoice;
  /** Makes the tools of the list itself for one run. `list` returns what the run may use now. */
  readonly createTools?: ((list: () => readonly ListedTool[]) => readonly AnyTool[]) | undefined;
  /** Returns a response with the calls that the model meant in place of those it made. */
  readonly readCalls?: ((response: ModelResponse) => ModelResponse) | undefined;
  /** Returns a listener that tells `onDelta` the calls that the model means, as they come. */
  readonly readDeltas?: ((onDelta: OnDelta) => OnDelta) | undefined;
  /** The provider's tools that find only tools of the page. What they return taints nothing. */
  readonly searches?: ReadonlySet<string> | undefined;
}
type Awaitable<T> = T | PromiseLike<T>;
/**
 * Runs what a plug-in stands around: the plug-ins further in, then the work itself. May be called
 * once; in `request` any number of times. A member that returns nothing before it is over has its
 * outcome.
 */
type Next<Change, Result> = (change?: Change) => Promise<Result>;
/** The answer of a model as a plug-in gets it. */
interface PluginResponse extends ModelResponse {
  /**
   * The error that cut the answer off. What came before is in the other fields. It ends the run,
   * unless the plug-in calls `next` again or returns another answer.
   */
  readonly error?: AgentError | undefined;
}
/**
 * What a plug-in changes in a request. Each key replaces that of the request; undefined removes it.
 */
type RequestChange = { readonly [Key in Exclude<keyof ModelRequest, "prompt">]?: ModelRequest[Key] | undefined; } & {
  readonly prompt?: ModelRequest["prompt"];
  /** The model that gets the request. */
  readonly model?: LanguageModelV4 | undefined;
  /** The history in place of that of the run. The request is built anew from it. */
  readonly messages?: readonly Message[] | undefined;
};
/**
 * A listener of the text of an answer, as it comes: of its text, its reasoning, or the arguments of
 * a call. Returns the text to show, or undefined to hold it back.
 */
type ChangeDelta = (text: string, of: "text" | "reasoning" | "tool-call") => string | undefined;
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
interface AgentPlugin {
  /** The name, for errors. A plug-in of `agent.with` replaces the agent's of the same name. */
  readonly name: string;
  /** `pre` stands outside of all plug-ins without it, and `post` inside of them. */
  readonly enforce?: "pre" | "post" | undefined;
  /** Called when the plug-in is added to an agent. May return a function for its removal. */
  setup?(agent: Agent): void | (() => void);
  /**
   * Stands around a whole run. Gets its result or its error, and may change its input with
   * `rewritesInput`. Only chats and `execute` have an input and a result. A message that joins a
   * running chat is not its input.
   */
  run?(at: {
    readonly run: RunContext;
    readonly input: ChatInput | undefined;
  }, next: Next<{
    readonly input?: ChatInput | undefined;
  }, RunResult | undefined>): Awaitable<Partial<RunResult> | undefined>;
  /**
   * True if `run` changes the input of a chat. What is said is then in memory alone until the run
   * begins, and no message joins a running chat. Without it, a changed input ends the run. Default
   * false.
   */
  readonly rewritesInput?: boolean | undefined;
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
    readonly run: RunContext | undefined;
    readonly content: UserContent;
    /** The texts of the message and the names of its files, a line each. */
    readonly text: string;
  }): unknown;
  /**
   * Stands around one model call, with its retries. May change the request, ask again, and change,
   * refuse or replace the answer.
   */
  request?(at: {
    readonly run: RunContext;
    readonly request: ModelRequest;
    readonly model: LanguageModelV4;
    /** The history that the request was built from. */
    readonly messages: readonly Message[];
    /** Changes or holds back the text that is shown while the answer comes. */
    readonly onDelta: (change: ChangeDelta) => void;
  }, next: Next<RequestChange, PluginResponse>): Awaitable<Partial<PluginResponse>>;
  /**
   * Stands around one call, before its arguments are validated. May change the call, answer in
   * place of the tool, and change the result or the error.
   */
  call?(at: {
    readonly run: RunContext;
    readonly call: AssistantToolCall;
    /** The tool of that name; undefined if there is none. */
    readonly tool: AnyTool | undefined;
    /**
     * Changes the JSON text of the result that the model gets, after the redaction and before the
     * cut to `calls.maxResultBytes`.
     */
    readonly toModel: (change: (json: string) => Awaitable<string>) => void;
  }, next: Next<{
    readonly tool?: string | undefined;
    readonly args?: Readonly<Record<string, unknown>> | undefined;
  }, unknown>): unknown;
  /**
   * Stands around the handler, after the approval: the arguments are fixed. May refuse the call,
   * change the result, or have it run elsewhere, with another `handler`.
   */
  execute?(at: {
    readonly run: RunContext;
    readonly call: AssistantToolCall;
    readonly tool: AnyTool | undefined;
    readonly ctx: ToolContext;
    /** The party that approved the call; undefined if nobody was asked. */
    readonly approvedBy: ApprovalOutcome["by"] | undefined;
  }, next: Next<{
    readonly handler?: ((args: never, ctx: ToolContext) => unknown) | undefined;
  }, unknown>): unknown;
  /** Gets each message that has joined the history, in order. The next step waits for it. */
  message?(at: {
    readonly run: RunContext;
    readonly message: Message;
  }): unknown;
  /**
   * Says whether a user is to be asked about a call, or refuses the call. The strictest plug-in
   * counts. None can allow what the agent's `approval` asks about.
   */
  approve?(at: {
    readonly run: RunContext;
    readonly call: AssistantToolCall;
    readonly tool: AnyTool | undefined;
    readonly effect: Effect;
    /** The third-party text that the model has read, in words; undefined if there is none. */
    readonly taint: string | undefined;
  }): Awaitable<"ask" | "deny" | {
    readonly deny: string;
  } | undefined | void>;
  /**
   * Returns a text without its secrets. Applied to what leaves for the model, the audit and the
   * devtools. The text is JSON, or any text if the JSON was cut. Strings past the first
   * `maxCharacters` may be left out.
   */
  redact?(text: string, maxCharacters?: number): string;
  /** Chooses the tools that a request lists. Of several plug-ins, the last one counts. */
  readonly list?: ToolList | undefined;
  /** A part of the page that the loop waits for after calls. */
  readonly settle?: Settler | undefined;
}
/** Plug-ins, in order. An item that is false or undefined is left out. */
type PluginsToUse = readonly (AgentPlugin | false | undefined)[];
/** The state of a history that the page and the model see. */
interface HistoryState {
  /** The id of the last message; null if there is none. */
  readonly head: string | null;
  /** The path from the first message to `head`. */
  readonly messages: readonly Message[];
}
/**
 * A tree of messages. Each message knows the one that it follows. The model sees the path from the
 * first message to `head`. A zustand store; messages are frozen when they are added, and never
 * change.
 */
declare class History extends Store<HistoryState> {
  #private;
  /**
   * Starts with `messages`. Their ids must be unique, and each message must come after its parent.
   */
  constructor(messages?: readonly Message[]);
  /**
   * Adds messages under the rules of the constructor, and adds none if one of them breaks a rule.
   * The last one becomes the head.
   */
  load(messages: readonly Message[]): void;
  /** Every message of the history, on all paths. */
  get all(): Message[];
  /**
   * Replaces all messages with stored ones. The oldest stored message may follow a message that is
   * not stored; the path then begins with the oldest one.
   */
  restore(messages: readonly Message[], head: string | null): void;
  get head(): string | null;
  /** The path from the first message to `head`. */
  get messages(): readonly Message[];
  has(id: string): boolean;
  get(id: string): Message | undefined;
  /**
   * Adds a message after `head`, freezes it, and makes it the head. A message that `toMessage` made
   * for this place is added as it is. Throws `AgentError` if its id is taken.
   */
  append<M extends Message>(draft: Draft<M>): M;
  /**
   * Returns the ids of all messages that follow the same message as `id`, including `id`, oldest
   * first. Returns the same array until a message is added to them. Empty for an unknown id, and
   * while the message is being written.
   */
  branches(id: string): readonly string[];
  /** Makes the newest path through `id` the visible one. Null moves to before the first message. */
  select(id: string | null): void;
  /** Makes exactly `id` the head. Messages that follow it stay in the history, but off the path. */
  moveTo(id: string | null): void;
}
type Given<M extends Message, Needed extends keyof M> = Readonly<Pick<M, Needed>> & { readonly [Field in keyof M]?: M[Field] | undefined; };
/**
 * A message of an earlier conversation: a whole `Message`, or only its `role` and `content`. The
 * answer to a call also needs its `id`, the id of the call. Ambit fills in what is missing.
 */
type MessageInput = Given<UserMessage, "role" | "content"> | Given<AssistantMessage, "role"> | Given<ToolMessage, "role" | "id" | "content">;
/** The message a model is writing. */
interface MessageDraft {
  /** The id of the message, also in the history later. */
  readonly id: string;
  readonly content: string;
  readonly reasoning: string;
  /**
   * The message as it would be in the history now, without a `finishReason`. Undefined while it is
   * empty.
   */
  readonly message?: AssistantMessage | undefined;
}
/** The state of the agent's activity, for a page to show. */
interface ActivityState {
  /**
   * The kind of activity. `settling`: the page is catching up with a tool. `waiting`: see
   * `waitingFor`.
   */
  readonly status: "idle" | "running" | "settling" | "waiting";
  /**
   * The thing that a waiting agent waits for: to call the model again, the network, or the answer
   * of a user.
   */
  readonly waitingFor?: "retry" | "network" | "user" | undefined;
  /** The time of the next model call while a retry waits, in milliseconds since the Unix epoch. */
  readonly retryAt?: number | undefined;
  readonly runId?: string | undefined;
  /** The error of the last run if it did not complete. Removed when the next run starts. */
  readonly error?: Error | undefined;
  /** The reason if the last run was cancelled. Removed when the next run starts. */
  readonly cancelled?: CancelReason | undefined;
  /** The message that a model is writing; undefined while none does. */
  readonly draft?: MessageDraft | undefined;
}
/**
 * A message that the history does not have yet. It waits for the running chat to end, for the
 * storage, a file or a check, or joins the running chat.
 */
interface QueuedChat {
  /** The id of the chat's run. That of a message that joins a chat is the id of that run. */
  readonly runId: string;
  /** The message; empty for `resume`, which has no new one. */
  readonly input: ChatInput;
  /** Takes the message back for the user, so that it is never sent. */
  readonly cancel: () => void;
}
/** The state of the queue, for a page to show. */
interface QueueState {
  /** What waits, in the order in which it came. */
  readonly waiting: readonly QueuedChat[];
}
/** The messages that the history does not have yet: a zustand store. */
declare class Queue extends Store<QueueState> {
  constructor();
  /** Cancels the waiting chat of this run id. Returns false if none waits. */
  cancel(runId: string): boolean;
}
/**
 * Cancels the call whose handler got this context, for example when the part of the page that the
 * call works on is gone. The call's signal aborts, the model is told that the call was cancelled,
 * and the run goes on. The context of `runAgent`'s body cancels the whole run.
 */
declare function cancelCall(context: ToolContext, reason: CancelReason): void;
/** An artifact, and the call that gave it. */
interface SessionArtifact extends Artifact {
  readonly runId: string;
  /** The id of the call in the conversation: of one that runs others, for what these gave. */
  readonly callId: string;
  /** The tool that gave it. */
  readonly tool: string;
}
/** The state of the usage, for a page to show. */
interface UsageState {
  /** The usage of every run in the open session, and of the runs inside those. */
  readonly session: UsageTotal;
  /** The usage of the running chat, or of the last one if none runs, with the runs inside it. */
  readonly run: UsageTotal;
}
/** The state of a call that has ended. */
type EndedCallState = "succeeded" | "failed" | "stale" | "denied" | "cancelled" | "interrupted";
/**
 * The state of a call, in the words that renderers, cards and docs share. `input-streaming`: the
 * model writes the arguments. `pending`: the call waits for its turn. `awaiting-approval`: a user
 * decides if it runs. The states of a call that has ended are those of `EndedCallState`.
 */
type CallState = "input-streaming" | "pending" | "awaiting-approval" | "running" | EndedCallState;
/**
 * Returns the state of a call: from its answer or, until there is an answer, from its record in
 * `agent.calls`. A call with neither is `pending`. Default for `answer`: that of the record.
 */
declare function callState(record: {
  readonly state: CallState;
  readonly answer?: ToolMessage | undefined;
} | undefined, answer?: Pick<ToolMessage, "status"> | undefined): CallState;
/** Returns the JSON value of a ToolMessage; the text itself if it was cut and is not JSON. */
declare function parseToolContent(message: ToolMessage): JsonValue;
/** The undo of a call that registered one. */
interface CallUndo {
  readonly status: "possible" | "undoing" | "undone" | "failed";
  /** The error that the undo threw. */
  readonly error?: Error | undefined;
}
/** The things on the page that a call changed. */
interface CallTouch {
  /**
   * The name of the tool's scope, for a call that named nothing: its element is what changed.
   * Absent if the call named something.
   */
  readonly scope?: string | undefined;
  /** The things that the call named with `ctx.touched`, as far as they still exist. */
  readonly targets: readonly TouchTarget[];
}
/** One call of a tool: of the model, of the page, or of a caller from outside. */
interface CallRecord {
  readonly callId: string;
  readonly tool: string;
  /** The id of the call's run. Absent for a call that another page makes. */
  readonly runId?: string | undefined;
  /** The kind of a caller from outside, such as `webmcp`. Absent for the model and the page. */
  readonly source?: OutsideSource | undefined;
  /**
   * The id of the call whose handler runs the call, by `ctx.execute` or `ctx.runTool`. Absent for a
   * call that is part of no other.
   */
  readonly parentCallId?: string | undefined;
  /** The name of the agent that runs the call. Absent for a call that is part of no other. */
  readonly agent?: string | undefined;
  /** The title of the tool. Absent for a call that is part of no other: `agent.scopes` has it. */
  readonly title?: string | undefined;
  /** The ids of the runs inside the call, in the order in which they began. */
  readonly runIds?: readonly string[] | undefined;
  /** The name, for people, of the row or card that the call is for; known once the call begins. */
  readonly label?: string | undefined;
  /** The id of the assistant message that asks for the call. Absent for calls of others. */
  readonly messageId?: string | undefined;
  readonly state: CallState;
  /**
   * The text of the arguments that the model has written so far. That of a call inside another
   * stays when it has ended. Absent for calls of others.
   */
  readonly input?: string | undefined;
  /** The progress that the tool last reported, in percent. */
  readonly percent?: number | undefined;
  /** The message that the tool last reported. */
  readonly message?: string | undefined;
  /**
   * The answer of a call that has ended. The history gets the answer when all earlier calls of the
   * message are answered. Absent while the call goes on.
   */
  readonly answer?: ToolMessage | undefined;
  /**
   * The end of a handler that went on after its call was stopped or took too long: if it returned
   * or threw. Absent for any other call, and until the handler ends.
   */
  readonly late?: "returned" | "threw" | undefined;
  /** Absent if the call registered no undo, or still goes on. */
  readonly undo?: CallUndo | undefined;
  /** Absent if the call touched nothing, or still goes on. */
  readonly touched?: CallTouch | undefined;
}
/**
 * The calls that go on, and the last 200 that have ended: a zustand store of a Map, which is
 * another one after each change. It has the calls of the open session, of `execute` and of callers
 * from outside since the page was opened. Calls of other agents inside these are here too. Earlier
 * ones are in the history alone. Of two calls with one id, in different runs, the newer is here. No
 * element of the page is kept alive by it.
 */
declare class Calls extends Store<ReadonlyMap<string, CallRecord>> {
  #private;
  /** Whether `undo` with this id, of a call or a run, would undo anything now. */
  canUndo(id: string): boolean;
  /**
   * Returns the calls that `replaces`, or `resume` with `from`, would leave in effect with this
   * message. They follow it in the conversation, succeeded or were stopped while they ran, do not
   * only read, and are not undone. Oldest first. Calls of other agents inside these are among them,
   * except those from before a reload.
   */
  leftBy(messageId: string): readonly UndoneCall[];
  /**
   * Stops one call that runs, with the runs inside it. The model is told that it was stopped, and
   * its run goes on. Does nothing for any other id.
   */
  cancel(id: string): void;
}
/**
 * The kind of a storage's failure:
 *
 * - `lost`: another page runs the session now
 * - `duplicate`: the call was started before
 * - `quota`: no space is left
 * - `not_json`: a value cannot be stored
 * - `local`: the session must not leave the device, and the storage is elsewhere
 * - `unavailable`: any other reason
 */
type StorageErrorKind = "lost" | "duplicate" | "quota" | "not_json" | "local" | "unavailable";
/** The right to run a session. One page at a time has it. */
interface SessionClaim {
  /** The session at the time when the claim was granted. */
  readonly row: SessionRow;
  /**
   * The intents of calls that were started and have no answer, as `readIntents` reads them. Absent
   * if the storage did not read them with the claim.
   */
  readonly intents?: readonly Intent[] | undefined;
  /**
   * The time after which the storage gives the claim to another page unless `renew` was called, in
   * milliseconds. Absent if the claim lasts as long as its page. Browsers let a hidden page run
   * once a minute, so at least 90,000 is a good choice.
   */
  readonly leaseMs?: number | undefined;
  /**
   * A signal that aborts when another page has taken the session over, or when this page is
   * discarded. A storage behind a network aborts it when its server says so.
   */
  readonly lost: AbortSignal;
  /**
   * Keeps the claim for another `leaseMs`. Called about three times in that time. Rejects with
   * `storageError`: of the kind `lost` if another page has the session.
   */
  renew?(): Promise<void>;
  /**
   * Stores everything, or rejects with `storageError`. The kind is `lost` if another page took the
   * session over, and `duplicate` if the intent was stored before. Resolves when the write is
   * durable, with the session after the write.
   */
  write(write: SessionWrite): Promise<SessionRow>;
  /** Whether this page may still run the session, according to the storage. */
  holds(): Promise<boolean>;
  /** Releases the claim, so that the next page can run the session. Never rejects. */
  release(): Promise<void>;
}
/**
 * The messages to read: those with numbers from `from`, or the newest `last` before number
 * `before`.
 */
type MessageRange = {
  readonly from: number;
} | {
  readonly last: number;
  readonly before?: number | undefined;
};
/** The options of a reading. */
interface ReadOptions {
  /** A signal that ends the reading. It rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}
/** A query for sessions. */
interface SessionQuery extends ReadOptions {
  /**
   * The last session of the page before, or a time in milliseconds since the Unix epoch. Lists the
   * sessions that come after it in the list, or that were used before that time. Default: from the
   * newest on.
   */
  readonly before?: number | Pick<SessionInfo, "id" | "updatedAt"> | undefined;
  /** The most sessions to list, a whole number from 1. Default: all. */
  readonly limit?: number | undefined;
  /**
   * The words to look for, separated by white space, in titles and in what the user, the model
   * and the tools said. Lists the sessions that have every word, also inside another word. Upper
   * and lower case are the same, and letters with and without accents. At most 50 words, and 1,000
   * characters. Default: all sessions.
   */
  readonly query?: string | undefined;
}
/**
 * A place that keeps sessions; made by `memoryStorage` or `indexedDbStorage` of `ambit/storage`.
 */
interface AgentStorage {
  /**
   * An id of the data: the storage of another user, or of another application, has another one. The
   * widget writes it into the keys of `sessionStorage`, so it must be no secret. Without an id, the
   * draft of a conversation that is not stored yet ends with the page.
   */
  readonly id?: string | undefined;
  /**
   * True if no write goes over a network, as with the database of the browser. A result is then
   * always durable before the next request, however slow the machine is. Default: decided by the
   * time that the writes of a run take. With false, the storage is not on the device: it gets
   * nothing of a session that has read a scope with `local`. Set it for a storage on a server.
   */
  readonly isLocal?: boolean | undefined;
  /**
   * Fetches the code of a storage that is loaded late. The agent waits for it before it reads the
   * first session, and calls it again if it has rejected.
   */
  preload?(): Promise<void>;
  /**
   * Called before anything else with the SHA-256 of the id of the agent's `user`, as 64 hex digits.
   * A storage behind a network names that user in its requests, so that a server where another one
   * is signed in refuses them. Not called for an agent without a `user`.
   */
  keepTo?(userHash: string): void;
  /**
   * Lists sessions, the most recently used first. Those with equal times are in the order of their
   * ids, as `<` of JavaScript compares them. Empty sessions are left out, as `isEmptySession`
   * tells. `listSessions` does all of this for a storage that has
   * its rows at hand. A storage may ignore the query: the agent then lists the page itself, and
   * looks for the words in titles alone.
   */
  list(query?: SessionQuery): Promise<readonly SessionInfo[]>;
  /** Reads a session. Resolves with undefined if there is none with that id. */
  read(id: string, options?: ReadOptions): Promise<SessionRow | undefined>;
  /** Reads messages in order. Messages that cannot be read are left out. */
  readMessages(id: string, range: MessageRange, options?: ReadOptions): Promise<readonly MessageRow[]>;
  /**
   * Reads the intents of calls that were started and have no answer. An intent that cannot be read
   * is returned with the id of its call and an empty `name`, because the call was started.
   */
  readIntents(id: string, options?: ReadOptions): Promise<readonly Intent[]>;
  /**
   * Stores a file of a claimed session by the SHA-256 of its bytes, as 64 lower-case hex digits.
   * Does nothing if the session has it already, or was deleted. Deleting the session deletes its
   * files. Absent if files are to stay in the messages. Rejects with the code `storage`.
   */
  putBlob?(id: string, hash: string, blob: Blob): Promise<void>;
  /** Reads a file of a session. Resolves with undefined if the session has none of that hash. */
  getBlob?(id: string, hash: string, options?: ReadOptions): Promise<Blob | undefined>;
  /**
   * Claims a session, and creates it if there is none. Waits until no other page has the claim.
   * With `isWaiting: false`, resolves with undefined at once if another page has it. Rejects with
   * the signal's reason, or with `storageError`.
   */
  claim(id: string, options: {
    readonly at: number;
    readonly isWaiting?: boolean | undefined;
    /** The id of the page that claims, for a storage that keeps its claims somewhere else. */
    readonly holder?: string | undefined;
    /**
     * What the user has said to the run that claims. A storage behind a network can add it to
     * the session's `waiting` with the claim. The model is then asked one round trip sooner. Any
     * other storage ignores it.
     */
    readonly waiting?: readonly WaitingMessage[] | undefined;
    readonly signal?: AbortSignal | undefined;
  }): Promise<SessionClaim | undefined>;
  /**
   * Changes fields that do not belong to a run. With `ifHead`, changes nothing and resolves with
   * false if the session's head is another one by then.
   */
  update(id: string, change: Pick<SessionChange, "title" | "head">, options?: {
    readonly ifHead?: string | null | undefined;
  }): Promise<boolean | void>;
  delete(id: string): Promise<void>;
  /**
   * Calls `listener` with the notes of other pages about a session, including its deletion, until
   * the returned function is called.
   */
  watch(id: string, listener: (note: SessionNote) => void): () => void;
  /** Sends a note about a session to the other pages. */
  send(id: string, note: SessionNote): void;
  /**
   * Calls `listener` for everything that is wrong, also since before this call, until the returned
   * function is called. Calls it with `isOver` for what no longer is wrong. Operations that reject
   * need not be told.
   */
  onDegraded(listener: (what: StorageDegradation) => void): () => void;
}
/** The facts about a stored session that need no reading of its messages. */
interface SessionInfo {
  readonly id: string;
  readonly title?: string | undefined;
  /** The time of creation, in milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The number of messages, including those off the open path. */
  readonly messages: number;
  /** The usage of all stored runs of the session. */
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** True if a run of the session has not ended: it continues in some page, or was cut short. */
  readonly isRunning: boolean;
  /**
   * The place that a query was found at: `text` is a line of about 160 characters around it. Absent
   * without a query, or if every word of the query is in the title.
   */
  readonly match?: {
    readonly text: string;
  } | undefined;
}
/** The progress of a run that has not ended. */
interface RunCheckpoint {
  readonly runId: string;
  /** The number of answered model calls. */
  readonly iterations: number;
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** The amounts that the run's tools were charged, by the key of the limit. */
  readonly charged: Readonly<Record<string, number>>;
  /**
   * The pages of the calls of the last message, by call id. Each is a hash of the tool and of the
   * context of its scope. Calls with a subject have none.
   */
  readonly pages?: Readonly<Record<string, string>> | undefined;
}
/** A stored session, without its messages. */
interface SessionRow {
  readonly id: string;
  readonly title?: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** A number that each new claim raises. A write under an older epoch is refused. */
  readonly epoch: number;
  /** The number of the next message; the first is 0. */
  readonly next: number;
  /** The id of the last message of the open path. */
  readonly head: string | null;
  /** The state that the session's tools share. */
  readonly state: JsonObject;
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** The run that has not ended, if there is one. */
  readonly run?: RunCheckpoint | undefined;
  /**
   * The ids of stored messages that a guardrail refused later. No page shows them, no request has
   * them, and no export. Absent if there are none.
   */
  readonly refused?: readonly string[] | undefined;
  /** The messages of the user that no run has taken, in order. Absent if there is none. */
  readonly waiting?: readonly WaitingMessage[] | undefined;
}
/** Something the user has said while a run went on, stored until a run takes it. */
interface WaitingMessage {
  readonly id: string;
  readonly content: UserMessage["content"];
  /** True if a `local` scope was on the page when it was said: it must not leave the device. */
  readonly local?: true | undefined;
}
/** One message and its number in the session. */
interface MessageRow {
  readonly seq: number;
  readonly message: Message;
}
/**
 * The record that a call is about to run, stored before its handler starts. With an `answer`, the
 * record that the call has ended before its turn in the history.
 */
interface Intent {
  /** The call as it was started, with what a plug-in or a user had changed. */
  readonly call: AssistantToolCall;
  /** The tool's `effect`. */
  readonly effect: string;
  /** The key that the handler gets as `ctx.idempotencyKey`. */
  readonly key: string;
  readonly runId: string;
  readonly startedAt: number;
  /**
   * The number of this record of the call: 1 for the first. A call that runs again after a crash,
   * or that has its `answer`, gets the next number. A storage refuses a number that is not greater.
   */
  readonly attempt: number;
  /**
   * The answer of a call that has ended before its turn in the history has come. It is added to the
   * messages when an earlier call of its message, or the chat beside a call of the page, lets it.
   */
  readonly answer?: ToolMessage | undefined;
  /** The caller, if no model asked for the call: `ui` for the page, or the kind of another one. */
  readonly source?: "ui" | OutsideSource | undefined;
  /** The third-party text that its arguments come from, in words, if no model asked for it. */
  readonly taint?: string | undefined;
  /** True if a user changed the arguments of the call before it was started. */
  readonly isChanged?: true | undefined;
}
/** The fields of a session that may change. `run: null` means that its run has ended. */
interface SessionChange {
  readonly title?: string | undefined;
  readonly head?: string | null | undefined;
  readonly state?: JsonObject | undefined;
  readonly usage?: Usage | undefined;
  readonly costUsd?: number | undefined;
  readonly run?: RunCheckpoint | null | undefined;
  readonly refused?: readonly string[] | undefined;
  readonly waiting?: readonly WaitingMessage[] | undefined;
}
/** The data of one transaction. Either all of it is stored, or nothing. */
interface SessionWrite {
  readonly at: number;
  /**
   * The id of the write. The answer of a write can be lost on its way. The same write is then sent
   * again with the same id. A storage that has stored it resolves with the session after it, and
   * stores nothing more.
   */
  readonly id?: string | undefined;
  /**
   * The number that the first of the messages must get. The storage refuses the write as `lost` if
   * the session's next number is another one.
   */
  readonly next?: number | undefined;
  /**
   * The messages to add. They get the next numbers, in this order. An answer closes the intent of
   * its call, also one of the same write.
   */
  readonly messages?: readonly Message[] | undefined;
  /** The intents to add, in this order. The storage refuses all of the write if it refuses one. */
  readonly intents?: readonly Intent[] | undefined;
  readonly session?: SessionChange | undefined;
  /** True to survive a crash of the operating system too, if the storage can. Default false. */
  readonly isStrict?: boolean | undefined;
}
/** A note from one page to the others about a session. */
type SessionNote = {
  readonly type: "advanced";
  readonly next: number;
  readonly isRunning: boolean;
} | {
  readonly type: "approvals";
  readonly pending: readonly PendingApproval[];
} | {
  readonly type: "activity";
  readonly activity: PageActivity;
} | {
  readonly type: "gone";
} | {
  readonly type: "command";
  readonly command: SessionCommand;
};
/** A page's activity in a session, as the other pages show it. */
interface PageActivity extends Pick<ActivityState, "status" | "waitingFor" | "retryAt"> {
  /** The calls of the message that was stored last. Their arguments are in that message. */
  readonly calls: readonly Omit<CallRecord, "runId" | "input" | "undo" | "touched">[];
}
/**
 * A request to the page that runs the session: to stop, to report its activity and approvals, or to
 * accept a user's answer.
 */
type SessionCommand = {
  readonly type: "stop";
} | {
  readonly type: "report";
} | {
  readonly type: "answer";
  /** The id of the approval request. */
  readonly id: string;
  readonly decision: ApprovalDecision;
};
/**
 * The reason for which a storage keeps nothing, or not everything. `newer`: later code has written
 * what this code cannot use, and does not change. `local`: the session must not leave the device.
 * `branched`: everything is kept, and a session went on on two devices.
 */
type DegradeReason = "unavailable" | "blocked" | "quota" | "low_space" | "history_lost" | "rows_damaged" | "cleared" | "newer" | "local" | "branched";
/** A problem of a storage, for people who run the application. */
interface StorageDegradation {
  readonly reason: DegradeReason;
  readonly message: string;
  /** True if the problem of that reason is over, so that nothing is said of it any more. */
  readonly isOver?: true | undefined;
}
/** The state of the open session, for a page to show. */
interface SessionsState {
  /** The id of the open session. */
  readonly current: string;
  /** True while a session is being read that is open, or is about to be. */
  readonly isOpening: boolean;
  /** The page in which a run of the session goes on; undefined if no run does. */
  readonly running: "here" | "elsewhere" | undefined;
  /** True if the last run was cut short and can be resumed. */
  readonly isInterrupted: boolean;
  /** True while an interrupted run is about to be resumed by itself: see `session.autoResume`. */
  readonly isResuming?: boolean | undefined;
  /** True if the storage has older messages than those in `history`. */
  readonly hasOlder: boolean;
  /**
   * The messages of the user that no run has taken: they waited when all was cancelled, the page
   * was left, or another session was opened. In the order in which they were said. `takeUnsent`
   * takes them. Without a storage, only those of the first kind.
   */
  readonly unsent: readonly WaitingMessage[];
  /**
   * The last deletion that this page heard of, a new object each time: the `id` of a session that
   * this page deleted. Without an id, another page deleted a session that this page uses. Then all
   * of them may be deleted, as at a sign-out. Drop what your page keeps of them.
   */
  readonly deleted?: {
    readonly id?: string | undefined;
  } | undefined;
  /** The state that the tools of the session and the page share. */
  readonly state: State;
  /**
   * The tokens that the session and the running chat have used and, if `prices` knows the model,
   * their cost in USD. The same object until a model call has ended.
   */
  readonly usage: UsageState;
  /**
   * The artifacts that tools gave the page, in the order of their first version. The same array
   * until an artifact is added or changes.
   */
  readonly artifacts: readonly SessionArtifact[];
  /** What is wrong with the storage now: the last of several problems. */
  readonly degraded?: StorageDegradation | undefined;
}
/** A session as JSON data. */
interface SessionExport {
  readonly format: "ambit-session";
  readonly version: 1;
  readonly title?: string | undefined;
  readonly createdAt: number;
  /** The id of the last message of the open path; null without messages. */
  readonly head: string | null;
  readonly state: JsonObject;
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** The messages in the order in which they were stored: each after the message it follows. */
  readonly messages: readonly Message[];
}
/** The options of `sessions.import`. */
interface ImportOptions {
  /**
   * True if nobody else can have written or changed the data. Its messages then keep the trust that
   * they were exported with. Default false: every message counts as third-party text, so that tools
   * that send or destroy need a user. The `state` is then left out, because handlers trust it.
   */
  readonly trusted?: boolean | undefined;
}
/** The run that a handler, the instructions or a plug-in work for. */
interface RunContext {
  readonly id: string;
  /** The id of the outermost run around this one, or its own. */
  readonly rootId: string;
  readonly sessionId: string;
  /** The 0-based number of the current model call. */
  readonly iteration: number;
  /** The name of the agent. */
  readonly agent: string;
  /** The user of the run. Absent if the agent names none. */
  readonly user?: {
    readonly id?: string | undefined;
    readonly tenant?: string | undefined;
  } | undefined;
  readonly metadata: Metadata;
  readonly dependencies: Dependencies;
  /** A signal that aborts when the run is cancelled. Its reason is the `CancelReason`. */
  readonly signal: AbortSignal;
  /** The session's state, which the tools of all its turns share. */
  readonly state: {
    get(): State;
    /** Merges a change into the state. */
    set(change: Partial<State>): void;
  };
  /** Ends the run after the current iteration, with the status `stopped`. */
  stop(): void;
  /** Cancels the run. */
  cancel(reason?: CancelReason): void;
  /** Emits an `agent:warning` event, once in a run for each code and message. */
  warn(code: string, message: string): void;
  /** Emits an `agent:custom` event. */
  emit(name: string, data: unknown): void;
  /**
   * Asks a model, under the limits and on the bill of the run. Resolves with its text. `model` is
   * by default that of the run. Rejects with `AgentError` in a run of `runAgent` without a `model`,
   * and once the call or the run has ended.
   */
  ask(prompt: ChatInput, options?: AskOptions): Promise<string>;
}
/** The options of `run.ask`. */
interface AskOptions {
  /** Default: the run's model. */
  readonly model?: LanguageModelV4 | undefined;
  /** The text that states what the model is to do with the prompt. */
  readonly instructions?: string | undefined;
}
/**
 * The effect of a second `chat` while one runs. `reject`: it rejects with the code `busy`.
 * `queue`: it waits for its turn. `steer`: its message joins the running chat after the current
 * iteration. `interrupt`: it cancels the running chat.
 */
type OnBusy = "reject" | "queue" | "steer" | "interrupt";
/** A number of model requests that are tried again, or that number with the pauses between them. */
type RequestRetry = number | {
  /** The number of retries after the first attempt, 0 to 10. Default 3. */
  readonly max?: number | undefined;
  /**
   * The time before the first retry. Default `'500ms'`. Doubles with each retry; a provider's
   * `Retry-After` overrides it.
   */
  readonly delay?: Duration | undefined;
  /** The longest time before a retry. Default `'10s'`. */
  readonly maxDelay?: Duration | undefined;
  /** Whether an error can be retried. Default: the error's own `isRetryable`. */
  readonly when?: ((error: ModelError) => boolean) | undefined;
};
/** The amount of thinking before an answer: an effort, or the tokens to think in. */
type Reasoning = "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | {
  /**
   * The most tokens to think in. They are the budget of a model of Anthropic (at least 1,024)
   * or Google (512 to 24,576) that has one. For any other model, they select an effort: `low`
   * up to 2,048, `medium` up to 8,192, then `high`.
   */
  readonly tokens: number;
};
/**
 * The options that an agent has, and that `agent.with` may change for some runs. A group of `with`
 * replaces the agent's group key by key. So do `limits`, `prices`, `metadata` and `dependencies`.
 * Plug-ins of `use` are added. Each other option replaces the agent's. An option that is undefined
 * changes nothing.
 */
interface RunOptions<Data = unknown> {
  /** The model of these runs, in place of the agent's. */
  readonly model?: LanguageModelV4 | undefined;
  /**
   * The text that states what the agent is and how it should act. A function is called before every
   * model call. The run fails if it throws, or has not resolved after 10 s.
   */
  readonly instructions?: string | ((run: RunContext) => string | Promise<string>) | undefined;
  /**
   * The limits of a run. Those of a call are merged key by key with the agent's: `undefined` keeps
   * the agent's limit, and `Infinity` lifts it.
   */
  readonly limits?: Limits | undefined;
  /** The prices of models, by model id. */
  readonly prices?: Prices | undefined;
  /** The treatment of the calls that the model makes. */
  readonly calls?: {
    /**
     * With `return`, calls are not run: they end the run, and are the result's `calls`.
     * `resume({ results })` goes on with their results. Default `run`.
     */
    readonly mode?: "run" | "return" | undefined;
    /**
     * The order of calls. Default `serial`: one call after another, in the model's order. Each
     * then sees what the calls before it changed on the page. With `parallel`, calls start in
     * that order and do not see what the others change. Each is reported when it ends. An error
     * that ends the run cancels the others at once.
     */
    readonly order?: "serial" | "parallel" | undefined;
    /** The number of calls that run at once in parallel order. Default 5. */
    readonly concurrency?: number | undefined;
    /**
     * The check of arguments. `lenient` corrects mistakes where the schema makes the meaning
     * clear. `unchecked` passes the model's arguments as they are. Default `strict`.
     */
    readonly arguments?: "strict" | "lenient" | "unchecked" | undefined;
    /**
     * The effect of an error in a tool's own code. With `abort`, it ends the run. Default
     * `tell`: the model gets the error.
     */
    readonly errors?: "tell" | "abort" | undefined;
    /** The most UTF-8 bytes of one result that the model gets. Default 65,536. */
    readonly maxResultBytes?: number | undefined;
  } | undefined;
  /** The options of each request to the model. */
  readonly request?: {
    /** The amount of thinking of a model that can think. Default: the provider's. */
    readonly reasoning?: Reasoning | undefined;
    /**
     * The kinds of parts that the model accepts besides text. A message with other parts fails
     * before any request, and no later request holds them. A file of text counts as text.
     * Default: all.
     */
    readonly modalities?: readonly ("image" | "audio" | "file")[] | undefined;
    /**
     * The retries of failed model calls. A call is retried only before its first content was
     * shown. Default 3.
     */
    readonly retry?: RequestRetry | undefined;
    /**
     * The user's own key. It is sent only with the requests of these runs, to a proxy that
     * accepts such keys.
     */
    readonly apiKey?: string | undefined;
    /**
     * The options for a provider, by the provider's name, such as
     * `{ openai: { serviceTier: 'flex' } }`. Those of `with` are merged with the agent's, by
     * the provider's name and by key. A proxy lets through only those of its
     * `provider.allow`.
     */
    readonly provider?: SharedV4ProviderOptions | undefined;
    /**
     * True to put the provider's own chunks into the result as `raw`, if the model passes them
     * on. Default false.
     */
    readonly keepRaw?: boolean | undefined;
  } | undefined;
  /**
   * The longest time that a call, or the next request, waits until the page shows what the calls
   * before it changed; false for no wait. Default `'2s'`. Once the page was not ready in time,
   * calls wait at most 250 ms, until it is.
   */
  readonly settle?: false | Duration | undefined;
  /**
   * The user, for the audit, the ledger, approvals and `serverStorage`: an id, and the id of a
   * tenant.
   */
  readonly user?: {
    readonly id?: string | undefined;
    readonly tenant?: string | undefined;
  } | undefined;
  /** The data of your own for plug-ins and tools. That of a call is merged with it by key. */
  readonly metadata?: Metadata | undefined;
  /**
   * The services that tools use. Those of `with` are merged with the agent's by key. An instance
   * of a class is not merged: it replaces the agent's.
   */
  readonly dependencies?: Dependencies | undefined;
  /**
   * The schema of the answer, an object at the top level. The result's `data` is the answer parsed
   * by it.
   */
  readonly output?: StandardSchema<unknown, Data> | undefined;
  /**
   * The approvals of calls. Default: a user is asked before destructive calls, and if a tool or
   * third-party text requires it.
   */
  readonly approval?: ApprovalOptions | undefined;
  /**
   * The plug-ins, in the order in which they nest: the first is the outermost. Those of `with` are
   * the innermost, and replace the agent's of the same name.
   */
  readonly use?: PluginsToUse | undefined;
  /** What a `chat` does while another one runs. Default `reject`; `queue` of `useAgent().chat`. */
  readonly onBusy?: OnBusy | undefined;
}
/** The options of an agent. */
interface AgentOptions extends RunOptions {
  /**
   * The model: of `createProxyModel`, `createDemoModel`, or any model of the AI SDK 7. A key in the
   * page is everybody's, so a real model belongs behind the proxy.
   */
  readonly model: LanguageModelV4;
  /** The agent's name. Default: a name made from the provider, the model and the tools. */
  readonly name?: string | undefined;
  /** The scopes that are there from the start. A page adds its own with `AgentScope`. */
  readonly scopes?: readonly Scope[] | undefined;
  /** The tools that belong to no scope. They form a scope named `agent`. */
  readonly tools?: readonly Tool[] | undefined;
  /** Handlers of events by their type, for all runs. They come before those of `agent.on`. */
  readonly on?: EventHandlerMap | undefined;
  /**
   * The place that keeps sessions; made by `indexedDbStorage` or `memoryStorage` of
   * `ambit/storage`. Default: sessions are not kept.
   */
  readonly storage?: AgentStorage | undefined;
  /**
   * The first session: the one that was used `latest`, a `new` one, or the one with this id.
   * Without a storage, the first session is always new, and a given id is its id. It is not an id
   * of `execute`, which runs apart from the session. Default `latest`.
   */
  readonly session?: FirstSession | {
    readonly open?: FirstSession | undefined;
    /**
     * True to continue a run that was cut short, in this page or in another that is gone,
     * without a call of `resume`. Needs a storage. Default false.
     */
    readonly autoResume?: boolean | undefined;
  } | undefined;
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
  readonly preload?: "intent" | "idle" | "now" | undefined;
}
type FirstSession = "latest" | "new" | (string & {});
/**
 * The options of `agent.with`. `scopes` replace all scopes of the agent: the page's tools and
 * contexts are then not part of the runs.
 */
interface WithOptions<Data = unknown> extends Omit<RunOptions<Data>, "dependencies" | "metadata"> {
  /** The scopes of these runs, in place of all scopes of the agent. */
  readonly scopes?: readonly Scope[] | undefined;
  /** The services that are merged with the agent's, key by key. */
  readonly dependencies?: Partial<Dependencies> | undefined;
  /** The data that is merged with the agent's, key by key. */
  readonly metadata?: Partial<Metadata> | undefined;
}
/** The options that each verb has. `agent.with` changes all others for some runs. */
interface CallOptions<Data = unknown> {
  /** A signal that cancels the run when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Handlers of events by their type, for this run. They come after those of `agent.on`. */
  readonly on?: EventHandlerMap | undefined;
  /**
   * The tools of this run: names of registered tools, and tools of its own. All other tools are
   * left out.
   */
  readonly tools?: readonly (string | Tool)[] | undefined;
  /**
   * The schema of the answer, an object at the top level. The result's `data` is the answer parsed
   * by it.
   */
  readonly output?: StandardSchema<unknown, Data> | undefined;
  /** The limits that are merged with the agent's, key by key. */
  readonly limits?: Limits | undefined;
  /** The data that is merged with the agent's, key by key. */
  readonly metadata?: Partial<Metadata> | undefined;
}
/** The options of one `chat`. */
interface ChatOptions<Data = unknown> extends CallOptions<Data> {
  /** What this `chat` does while another one runs. Default: the agent's `onBusy`. */
  readonly onBusy?: OnBusy | undefined;
  /**
   * The id of the message of the user that this one takes the place of, in a new branch. While a
   * chat runs, `onBusy` decides; `steer` waits as `queue` does. Third-party text stays such text:
   * see `untrusted` of a part.
   */
  readonly replaces?: string | undefined;
}
/** The options of one `resume`. */
interface ResumeOptions<Data = unknown> extends CallOptions<Data> {
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
  readonly from?: string | readonly MessageInput[] | undefined;
  /**
   * True to answer a message again although calls that follow it took effect, or may have: the
   * model may do the same once more. See `agent.calls.leftBy`; what the run itself stops, with
   * `onBusy: 'interrupt'`, does not count. Default false: the run rejects, and nothing changes.
   */
  readonly again?: boolean | undefined;
  /**
   * The results of the calls that a run with `calls.mode: 'return'` gave, one for each of
   * `result.calls`.
   */
  readonly results?: readonly CallResult[] | undefined;
  /** The id of the conversation, as of `execute`, for a run from messages. */
  readonly sessionId?: string | undefined;
}
/** The options of one `execute`. */
interface ExecuteOptions<Data = unknown> extends CallOptions<Data> {
  /**
   * The messages that the run starts from: whole ones, or `{ role, content }`. They are not
   * changed.
   */
  readonly history?: readonly MessageInput[] | undefined;
  /**
   * An id of your own for the conversation that the run belongs to. It takes the place of the
   * session's id in the report, the ledger and the audit. Events, plug-ins, tools and the runs
   * inside this run have it too. It opens and writes no stored session. Default: that of the run
   * around this one, then the session's id.
   */
  readonly sessionId?: string | undefined;
}
/** The options of one `runTool`. */
interface RunToolOptions extends Pick<CallOptions, "signal"> {
  /**
   * The kind of caller, for events, approvals and the audit. `ai-sdk` is a model that the page runs
   * by itself. Any other but `ui` is a caller from outside of the page, such as the agent of the
   * browser. Such a call reaches no tool whose
   * `visible.outside` forbids it. It runs one after another with the calls of the chat. It is
   * denied while the user has stopped such callers, and `stale` if its tool changes while it
   * waits for its turn. Rejects for `model`, for `runAgent` and for anything but a text of 1 to
   * 64 characters. Default `ui`.
   */
  readonly source?: "ui" | "ai-sdk" | OutsideSource | undefined;
  /**
   * The registration that the call is for, from `agent.scopes`. Another tool that has its name now
   * is not called. Default: whatever has the name.
   */
  readonly registered?: RegisteredTool | undefined;
  /**
   * False to leave the conversation alone: neither the history, the `conversation` sink nor the
   * Plug-ins get the call and its answer. With `note`, the model is told with its next
   * request which tools were called, in one note for all such calls since the last. Default true.
   */
  readonly history?: boolean | "note" | undefined;
  /**
   * The third-party text that the arguments come from, in words for people, such as `the mail of
   * Ann`. If it is given, a user is asked about a tool that sends or destroys. Rejects for an
   * empty text. Default: `an agent outside this page` for a caller from outside, else that of
   * the call around it.
   */
  readonly taint?: string | undefined;
}
/**
 * The result of one call that a run with `calls.mode: 'return'` gave to its caller, or the error of
 * the call.
 */
type CallResult = {
  /** The `id` of the call, as in `result.calls`. */
  readonly callId: string;
  /**
   * True if the result has text of third parties. Default: `result.untrusted` of the tool, if
   * the page has the tool.
   */
  readonly untrusted?: boolean | undefined;
} & ({
  readonly result: unknown;
  readonly error?: undefined;
} | {
  readonly error: unknown;
  readonly result?: undefined;
});
/** A tool that a run could use when a request was built. */
interface BuiltTool {
  readonly name: string;
  readonly scope: string;
  readonly on: boolean;
  /** The reason for which it is off, in words. */
  readonly reason?: string | undefined;
  /** The value that its `enabled`, or that of its scope, threw. */
  readonly thrown?: unknown;
  /** True if the request lists it. */
  readonly listed: boolean;
}
/** A scope that was on the page when a request was built. While it is off, so are its tools. */
interface BuiltScope {
  readonly name: string;
  readonly on: boolean;
  /** The reason for which it is off, in words. */
  readonly reason?: string | undefined;
  /** The value that its `enabled` threw. */
  readonly thrown?: unknown;
}
/** A request after the plug-ins, and all that it was built from. */
interface BuiltRequest {
  readonly request: ModelRequest;
  readonly tools: readonly BuiltTool[];
  readonly scopes: readonly BuiltScope[];
  /** The contexts in the request, each with the UTF-8 bytes of its JSON. */
  readonly contexts: readonly {
    readonly scope: string;
    readonly bytes: number;
    readonly untrusted: boolean;
  }[];
  /** The UTF-8 bytes of the JSON of the prompt, and of the tools. */
  readonly bytes: {
    readonly prompt: number;
    readonly tools: number;
  };
  /** The third-party text in the request, in words for people. Absent without any. */
  readonly taint?: string | undefined;
}
/**
 * One model call as the model gets it, without the signal. Source: `LanguageModelV4CallOptions` of
 * `@ai-sdk/provider`.
 */
type ModelRequest = Omit<LanguageModelV4CallOptions, "abortSignal">;
/** The fields of every event. */
interface EventBase {
  /** The number of the event, 1..n without a gap. A delta has the `seq` of the event before it. */
  readonly seq: number;
  /**
   * The time in milliseconds since the Unix epoch. It is never less than that of the event before,
   * even if the clock goes back.
   */
  readonly at: number;
  readonly agentId: string;
  readonly runId: string;
  readonly rootRunId: string;
  /** The `sessionId` that the caller gave to the call. Absent if it gave none. */
  readonly sessionId?: string | undefined;
  /** True if a `local` scope was on the page: nothing of the event may leave the device. */
  readonly local?: true | undefined;
}
/** The fields of every event of one model call. */
interface InIteration {
  /** The 0-based number of the model call. */
  readonly iteration: number;
}
/** The fields of every event of one tool call. */
interface OfCall extends InIteration {
  readonly callId: string;
  readonly tool: string;
}
/** The fields of every event that ends a call. */
interface EndOfCall extends OfCall {
  /** The answer to the call. Absent in `runAgent`, which has no history. */
  readonly message?: ToolMessage | undefined;
  /**
   * The amounts that the call was charged, by the key of the limit. Empty if its handler was not
   * run.
   */
  readonly charged: Readonly<Record<string, number>>;
}
/** The fields of every delta. */
interface Delta extends InIteration {
  readonly text: string;
  /** The id that the assistant message will have. */
  readonly messageId: string;
  /**
   * The 0-based position among all deltas of the run. A joined delta has the position of its first
   * one.
   */
  readonly index: number;
}
/** The fields of every terminal event. */
interface Ended {
  readonly usage: Usage;
}
/** The fields of each event in addition to {@link EventBase}. */
interface EventPayloads {
  started: {
    readonly input?: ChatInput | undefined;
    /** The run that this run is part of, as `parent` gave it, and the call in it. */
    readonly parentRunId?: string | undefined;
    readonly parentCallId?: string | undefined;
  };
  /**
   * A message of the user, the app or the page that was added to the history. Those of the model
   * are in `request_completed`, and the answers to its calls in the ends of the calls.
   */
  message: {
    readonly message: Message;
  };
  /** The start of a model call. Its request was built, and is sent next. */
  request_started: InIteration & {
    /** The id that the assistant message will have. */
    readonly messageId: string;
    /** The model that gets the request: its `provider` and its `modelId`. */
    readonly provider: string;
    readonly modelId: string;
    /** The number of messages of the history that compaction left out of the request. */
    readonly leftOut: number;
    /**
     * The request and what it was built from, made only for handlers of this very type. Handlers of
     * `*`, a run's `events` and its iteration leave it out. Absent too if a plug-in has answered.
     */
    readonly built?: BuiltRequest | undefined;
  };
  /**
   * A piece of a text, of its reasoning, or of the arguments of a call. Also a part that came
   * whole, without text: what the provider looked up, a source or a file. Such parts are left out
   * where plug-ins may hold text back, and of what a late observer gets.
   */
  delta: Delta & ({
    readonly of: "text" | "reasoning";
  } | {
    readonly of: "call";
    readonly callId: string;
    readonly tool: string;
  } | {
    readonly of: "part";
    readonly part: MessagePart;
  });
  /** The end of a model call that was sent, or that a plug-in has answered. */
  request_completed: InIteration & {
    /**
     * The message of the model, also a part of one. Absent if nothing of it came, or if a guardrail
     * refused it.
     */
    readonly message?: AssistantMessage | undefined;
    readonly usage: Usage;
    /** True if the provider did not report all of the usage. */
    readonly estimated?: boolean | undefined;
    /** The cost of the model call in US dollars. Absent if `prices` does not have the model. */
    readonly costUsd?: number | undefined;
    /** The provider's id of the response. Absent if it told none. */
    readonly responseId?: string | undefined;
    /** The model that answered, as its provider names it. Absent if it told none. */
    readonly modelId?: string | undefined;
  };
  tool_started: OfCall & {
    readonly call: AssistantToolCall;
    /** The name, for people, of the row or card that the call is for. */
    readonly label?: string | undefined;
    /** The kind of a caller from outside of the page. Absent for the model and the page itself. */
    readonly source?: OutsideSource | undefined;
  };
  tool_progress: OfCall & {
    readonly percent?: number | undefined;
    readonly message?: string | undefined;
    readonly waitingFor?: "network" | undefined;
  };
  pending_added: OfCall & {
    readonly pending: PendingApproval | PendingQuestion;
  };
  /**
   * The end of what waited for the user. An approval is also emitted for calls decided without a
   * question, by a remembered approval or because nobody was there: it then has no `id`. Only the
   * tool gets the answer to its question.
   */
  pending_resolved: OfCall & (({
    readonly kind: "approval";
    readonly id?: string | undefined;
  } & ApprovalOutcome) | {
    readonly kind: "question";
    readonly id: string;
    readonly outcome: "answered" | "declined" | "cancelled";
  });
  tool_retrying: OfCall & {
    readonly attempt: number;
    readonly error: unknown;
  };
  tool_succeeded: EndOfCall & {
    /**
     * The full value, as the handler returned it and the plug-ins changed it.
     * Undefined if a plug-in threw or was cancelled.
     */
    readonly result: unknown;
    readonly durationMs: number;
    readonly cached?: boolean | undefined;
    readonly truncated?: boolean | undefined;
    /**
     * True if the model was told that the call succeeded, but got nothing of its result. The result
     * could not be prepared.
     */
    readonly withheld?: boolean | undefined;
  };
  tool_failed: EndOfCall & {
    readonly error: Error;
  };
  tool_cancelled: EndOfCall & {
    readonly reason: CancelReason;
    /** True if the handler had started, so that it may have taken effect. */
    readonly began: boolean;
  };
  tool_undone: OfCall & {
    /** The run that made the call. `runId` is that of the undo. */
    readonly undoneRunId: string;
    /** The error that its undo threw. Absent if the call is undone. */
    readonly error?: Error | undefined;
    readonly durationMs: number;
  };
  /**
   * The end of a wait for the page: of a call for what the calls before it changed, or of the next
   * request. Emitted only where the loop had something to wait for.
   */
  settled: InIteration & {
    /** The id of the call that waited. Absent if it was a request. */
    readonly beforeCallId?: string | undefined;
    /** True if the page was ready in time. */
    readonly ok: boolean;
    /** The last thing that the loop waited for: see `Settlement`. */
    readonly why: string;
    readonly durationMs: number;
  };
  request_retrying: InIteration & {
    /** The number of the retry; 1 for the first. */
    readonly attempt: number;
    readonly delayMs: number;
    readonly error: Error;
  };
  /** A wait for the network. The request is sent when the network is back. */
  waiting: InIteration & {
    readonly for: "network";
  };
  /**
   * Something that the application should know, and that does not end the run. The code is a word
   * such as `context_lost`. It is emitted once a run, and `provider_warning` once for each thing
   * that the provider or the proxy warns of. Two codes are not about the run alone:
   *
   * - `message_refused`: a guardrail refused a message of the user or of the model, which is in no
   *   request and in no history. `error` is the `GuardrailError`. Emitted for each message.
   * - `storage_` and a `DegradeReason`: the storage keeps nothing, or not everything. Emitted once.
   */
  warning: {
    readonly code: string;
    readonly message: string;
    readonly error?: AgentError | undefined;
  };
  custom: Partial<OfCall> & {
    readonly name: string;
    readonly data: unknown;
  };
  completed: Ended & {
    readonly status: "completed" | "stopped";
    readonly content: string;
  };
  failed: Ended & {
    readonly error: Error;
  };
  cancelled: Ended & {
    readonly reason: CancelReason;
  };
}
type EventName = keyof EventPayloads;
/** The type of an event, such as `agent:tool_started`. */
type EventType = `agent:${EventName}`;
/**
 * One observation of a run. Frozen. Live observers and later readers get the same object, but for
 * the `built` of `request_started`.
 */
type AgentEvent = { [Name in EventName]: {
  readonly type: `agent:${Name}`;
} & EventBase & EventPayloads[Name]; }[EventName];
/** The event of one type: `EventOf<'agent:completed'>`. */
type EventOf<T extends EventType> = Extract<AgentEvent, {
  readonly type: T;
}>;
/**
 * A function that is called with every event of its type, synchronously. An error, or the rejection
 * of the promise that an async function returns, is reported once and changes nothing.
 */
type EventHandler<T extends EventType = EventType> = (event: EventOf<T>) => unknown;
/** The handlers by event type. The handler of `*` gets every event. */
type EventHandlerMap = { readonly [T in EventType]?: EventHandler<T> | undefined; } & {
  readonly "*"?: ((event: AgentEvent) => unknown) | undefined;
};
/** The options of a handler. */
interface OnOptions {
  /** True to call the handler for the next event only. Default false. */
  readonly once?: boolean | undefined;
  /** The signal that removes the handler when it aborts. */
  readonly signal?: AbortSignal | undefined;
}
/**
 * The details of an error, by its code.
 *
 * - `validation`: the arguments of a call do not fit
 * - `disabled`: a tool was off at the moment of its call
 * - `unknown_tool`: no tool has the name of a call
 * - `denied`: a user, a policy or a plug-in refused a call
 * - `declined`: the user did not answer the question of a tool
 * - `handler`: the handler of a tool threw; `cause` is what it threw
 * - `serialization`: a value cannot be written as JSON, because its own code threw
 * - `model`: a model failed, or could not be reached
 * - `output`: the answer does not fit `output`
 * - `guardrail`: a guardrail refused a message
 * - `timeout`: something took longer than allowed
 * - `limit`: a limit or budget does not allow the next step
 * - `cancelled`: a run, a call or a wait was cancelled
 * - `busy`: the session is in use, or another one was opened meanwhile
 * - `storage`: something was not stored
 * - `load`: a part of Ambit could not be loaded: the page is offline or outdated, or the part threw
 * - `platform`: the browser is too old, or the environment lacks what Ambit needs
 * - `mcp`: a request to an MCP server failed
 * - `misuse`: what the application gave or asked for cannot be; the message says what to do
 */
interface ErrorDetails {
  readonly validation: {
    readonly tool: string;
    readonly issues: readonly ValidationIssue[];
  };
  readonly disabled: {
    readonly tool: string;
    readonly reason?: string | undefined;
    readonly kind?: "gone" | "off" | "changed" | undefined;
    readonly detail?: string | undefined;
  };
  readonly unknown_tool: {
    readonly tool: string;
  };
  readonly denied: {
    readonly tool: string;
    readonly reason: string;
    readonly kind?: DenialKind | undefined;
  };
  readonly declined: {
    readonly tool: string;
    readonly reason?: string | undefined;
  };
  /** The kind is `no_text` if the message has no words of the application. */
  readonly handler: {
    readonly tool: string;
    readonly callId: string;
    readonly kind?: "no_text" | undefined;
  };
  readonly serialization: Empty;
  readonly model: ModelFailure;
  readonly output: {
    readonly issues: readonly ValidationIssue[];
  };
  readonly guardrail: {
    readonly guardrail: string;
    readonly phase: "input" | "output";
    readonly reason: string;
  };
  readonly timeout: {
    readonly timeoutMs: number;
  };
  readonly limit: Readonly<BudgetExcess>;
  /** The kind is the `code` of the reason, or else its `kind`. */
  readonly cancelled: {
    readonly reason: CancelReason;
    readonly kind: NonNullable<CancelReason["code"]> | CancelReason["kind"];
  };
  readonly busy: Empty;
  readonly storage: {
    readonly kind: StorageErrorKind;
  };
  readonly load: Empty;
  readonly platform: Empty;
  readonly mcp: Empty & {
    readonly kind: string;
  };
  /** A plug-in threw something that is not an `AgentError`: the error's `cause`. */
  readonly plugin: {
    readonly plugin: string;
  };
  readonly misuse: Empty;
}
type Empty = Readonly<Record<string, unknown>>;
/** What went wrong, in one word. See {@link ErrorDetails}. */
type ErrorCode = keyof ErrorDetails;
/** The options of an `AgentError`. Without a code, the error is a `misuse`. */
type AgentErrorOptions<Code extends ErrorCode> = ErrorOptions & ({
  readonly code?: undefined;
  readonly details?: undefined;
} | ({
  readonly code: Code;
} & (Empty extends ErrorDetails[Code] ? {
  readonly details?: ErrorDetails[Code] | undefined;
} : {
  readonly details: ErrorDetails[Code];
})));
/** An error as JSON has it. It has no stack, no body of a response, and no data of a run. */
interface ErrorJson {
  readonly name: string;
  readonly message: string;
  /** The word `ambit.error`, if the error is one of Ambit's own. */
  readonly brand?: string | undefined;
  /** An {@link ErrorCode}, if the error is one of Ambit's own. */
  readonly code?: string | number | undefined;
  readonly cause?: {
    readonly name: string;
    readonly message: string;
  } | undefined;
  /** The details of an error of Ambit's own, such as `tool`, `reason` or `isRetryable`. */
  readonly [field: string]: unknown;
}
/** The record of a run, which the run attaches to the error that it rejects with. */
interface RunEvidence {
  runId: string;
  /** The trace: one entry per tool call, in the order of the calls. */
  trace: readonly TraceEntry[];
  /** The observed events, without deltas. */
  events: readonly AgentEvent[];
  /** The messages that this run added. */
  messages: readonly Message[];
  usage: Usage;
  /** The latest text of the model, if there was any. */
  content?: string | undefined;
}
/**
 * The class of every error that Ambit makes. `code` says what went wrong, and `details` has the
 * facts, by the code: see {@link ErrorDetails}. A subclass has its details as fields, too.
 *
 * An error that ended a run carries {@link RunEvidence}. In other errors these fields are
 * undefined.
 */
declare class AgentError<Code extends ErrorCode = ErrorCode> extends Error implements Partial<RunEvidence> {
  readonly code: Code;
  readonly details: ErrorDetails[Code];
  runId?: string;
  trace?: readonly TraceEntry[];
  events?: readonly AgentEvent[];
  messages?: readonly Message[];
  usage?: Usage;
  content?: string | undefined;
  override get name(): string;
  constructor(message: string, options?: AgentErrorOptions<Code>);
  /**
   * Returns the error as JSON has it: name, message, code, details, and the name and message of its
   * cause. Leaves out the stack and the data of the run. `errorOf` of `ambit/code` reads it
   * back.
   */
  toJSON(): ErrorJson;
  /**
   * Whether a value is an error of Ambit and, if a code is given, has that code. Errors have a
   * brand made with `Symbol.for`. An error of another copy of the package in the page is therefore
   * one too, which `instanceof` does not see. Never throws.
   */
  static is(value: unknown): value is AgentError;
  static is<Code extends ErrorCode>(value: unknown, code: Code): value is AgentError<Code>;
}
/** The error of a cancelled run, call or wait. */
declare class CancellationError extends AgentError<"cancelled"> {
  readonly reason: CancelReason;
  /** The `code` of the reason, or else its `kind`. */
  readonly kind: ErrorDetails["cancelled"]["kind"];
  override get name(): string;
  /**
   * Creates the error. `began` says for a call whether its handler had started, and the message
   * then tells that. Default: the message tells only the reason.
   */
  constructor(reason: CancelReason, began?: boolean);
}
/** One problem that a schema found: what is wrong, and its path in the value. */
interface ValidationIssue {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
}
/**
 * The error of a call whose arguments do not fit the tool's parameters. The handler was not called.
 */
declare class ToolValidationError extends AgentError<"validation"> {
  readonly tool: string;
  readonly issues: readonly ValidationIssue[];
  override get name(): string;
  constructor(tool: string, issues: readonly ValidationIssue[]);
}
/**
 * The error of a call of a tool that exists but is off at the moment of the call. The handler was
 * not called.
 */
declare class DisabledToolError extends AgentError<"disabled"> {
  readonly tool: string;
  readonly reason?: string | undefined;
  /**
   * `gone`: the row or card of the call is no longer on the page. `off`: that row or card is off,
   * so `reason` begins with its id. `changed`: the tool, or what it is for, changed meanwhile, or
   * the page was not ready; the answer of such a call is `stale`. Otherwise undefined.
   */
  readonly kind?: "gone" | "off" | "changed" | undefined;
  /** The reason without the id of a row or card; absent if it has none. */
  readonly detail?: string | undefined;
  override get name(): string;
  constructor(tool: string, reason?: string, kind?: DisabledToolError["kind"], detail?: string);
}
/** The error of a call with a name that no tool of this run has. */
declare class UnknownToolError extends AgentError<"unknown_tool"> {
  readonly tool: string;
  override get name(): string;
  /** Creates the error. `others` is the number of tools that are available too. */
  constructor(tool: string, available?: readonly string[], others?: number);
}
/**
 * The kind of a denial. `no`: a user said no. `no_because`: the same, and `reason` is the
 * user's comment. `policy`: `approval.decide` said no. `unanswered`: nobody answered in time, or
 * nobody was there. `changed`: the call or its preview changed after it was shown, its `binds`
 * threw, or it was approved too long ago. `unclear`: the answer could not be used.
 */
type DenialKind = "no" | "no_because" | "policy" | "unanswered" | "changed" | "unclear";
/** The error of a call that a user, a policy or a plug-in refused. The handler was not called. */
declare class ToolDeniedError extends AgentError<"denied"> {
  readonly tool: string;
  readonly reason: string;
  /** The kind of the denial. Absent if `reason` is in the words of the application. */
  readonly kind?: DenialKind | undefined;
  override get name(): string;
  /**
   * Creates the error. `detail` is the reason as the message states it, if the message says more
   * than `reason`.
   */
  constructor(tool: string, reason: string, detail?: string, kind?: DenialKind);
}
/** A question of a tool that waits for the answer. */
interface PendingQuestion {
  readonly kind: "question";
  readonly id: string;
  readonly runId: string;
  readonly callId: string;
  /** The name of the agent that asks inside a call of the chat. Absent if the chat itself asks. */
  readonly agent?: string | undefined;
  readonly tool: string;
  /** The name, for people, of the row or card that the call is for. */
  readonly label?: string | undefined;
  readonly message?: string | undefined;
  /** The JSON schema of the answer. Default: text. */
  readonly schema?: JSONSchema7 | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly askedAt: number;
}
/** A sign-in that a part of the page offers to the user. */
interface PendingSignIn {
  readonly kind: "signIn";
  /** The id of what waits for the sign-in. A later offer with the same id takes its place. */
  readonly id: string;
  /** The name for people of what they sign in to, such as `Tickets`. */
  readonly label: string;
  /** The reason for which the last try failed, for the user. */
  readonly problem?: string | undefined;
  /**
   * Signs the user in. Called in the task of a press, so it may open a window at once. May be
   * called again while it runs: the user may have closed that window.
   */
  readonly start: () => void | PromiseLike<void>;
}
/** One thing that waits for the user: a call to allow, a question or a sign-in. */
type PendingItem = PendingApproval | PendingQuestion | PendingSignIn;
/** The kinds of things that wait for the user. */
type PendingKind = PendingItem["kind"];
/** What waits for the user, for a page to show. */
interface PendingState {
  /** The things that wait, oldest first. */
  readonly items: readonly PendingItem[];
  /** The tools about which nobody is asked again in the open conversation, oldest first. */
  readonly remembered: readonly RememberedApproval[];
}
/**
 * All that waits for the user: calls to allow, questions of tools and sign-ins, with the tools
 * about which nobody is asked again. A zustand store. It is the only place of approvals. Nothing in
 * a history, a message or an event approves a call.
 */
declare class Pending extends Store<PendingState> {
  #private;
  constructor();
  /** Returns what waits of one kind, oldest first. The same array until one of them changes. */
  list<Kind extends PendingKind>(kind: Kind): readonly Extract<PendingItem, {
    kind: Kind;
  }>[];
  /**
   * Attaches a user who can answer approvals, questions or both. Returns a function that detaches
   * them. Approvals that wait then wait on for another user, until their time is over. Questions
   * have no time: they are given up once the last one for questions is detached, and no other is
   * attached at once. Default: both.
   */
  attach(kind?: "approval" | "question"): () => void;
  /** Whether somebody is attached who can answer this kind. */
  isAttached(kind: "approval" | "question"): boolean;
  /**
   * Lets a call run. Returns false for a request that has ended or whose time is over.
   *
   * Answers in the same moment, before the call goes on: an equal one is the same answer, and
   * returns true. A denial denies the call. An approval with other options denies it too, because
   * neither counts, and returns false.
   *
   * Throws `AgentError` for a `remember` that is not a time. The request then still waits. `by` is
   * for the event and the audit. Default `user`.
   */
  approve(id: string, options?: ApproveOptions, by?: ApprovalAnswerer): boolean;
  /**
   * Refuses a call. The model gets the comment. Returns false for a request that has ended. `by` is
   * for the event and the audit. Default `user`.
   */
  deny(id: string, comment?: string, by?: ApprovalAnswerer): boolean;
  /** Removes a remembered approval by its id, so that a user is asked again. */
  revoke(ruleId: string): void;
  /**
   * Answers a question. Resolves with the issues of the answer; empty if the tool has taken it. The
   * question stays until an answer is right.
   */
  answer(id: string, value: unknown): Promise<readonly ValidationIssue[]>;
  /** Declines a question: the tool's `ctx.ask` rejects with the code `declined`. */
  decline(id: string, reason?: string): void;
  /** Offers a sign-in, until the returned function is called. */
  offer(signIn: Omit<PendingSignIn, "kind">): () => void;
}
/** The function that decides on requests, for pages without a user. */
type DecideApproval = (request: PendingApproval, at: {
  /** The signal that aborts when the request has ended without this answer. */
  readonly signal: AbortSignal;
}) => ApprovalDecision | undefined | void | Promise<ApprovalDecision | undefined | void>;
/** The option `approval` of an agent: which calls wait for a user, and for how long. */
interface ApprovalOptions {
  /**
   * The calls that need an approval. A tool's own `approval` wins over this. Third-party text
   * always asks about calls that send or destroy. Default `destructive`.
   *
   * - `all`: every call
   * - names: the calls of these tools, and destructive calls
   * - `destructive`: calls of tools with that effect
   * - `none`: nothing more than `destructive`, for those who want to say so
   *
   * `createAgent` throws for a name that no tool has, if it was given tools. Otherwise each run
   * that starts without that tool warns, because the tool may mount later.
   */
  readonly ask?: "destructive" | "all" | "none" | readonly string[] | undefined;
  /**
   * Decides on each request, apart from those about a call that was changed. Returning
   * nothing leaves the decision to the approver that is attached to `agent.pending`. A throw denies
   * the call.
   */
  readonly decide?: DecideApproval | undefined;
  /** The time a request waits for an answer. Default `'5m'`. */
  readonly timeout?: Duration | undefined;
  /**
   * The action when that time is over. Default `deny`. `throw` ends the run with `TimeoutError`.
   * `approve` still denies destructive calls, and those that a user has changed. So it does calls
   * that may have run before a reload, and calls the model asked for after it had read third-party
   * text. With `approve`, a denial counts however late it comes.
   */
  readonly onTimeout?: "deny" | "approve" | "throw" | undefined;
}
/** The options of an approval. */
interface ApproveOptions {
  /**
   * The arguments to run the call with instead. If they are not valid, or if the preview is another
   * one with them, another request `replaces` this one. `approval.decide` is not asked again, and
   * arguments of it that are not valid deny the call. The model is told of the change.
   */
  readonly args?: JsonObject | undefined;
  /**
   * The time for which nobody is asked again about this tool in this conversation; `true` is an
   * hour. With a `rememberKey`, only for calls with the same key. Counts only if `canRemember` is
   * true, and only until the tool's description, schema or effect changes.
   */
  readonly remember?: boolean | Duration | undefined;
}
/** The decision of an approver. `true` approves and `false` denies. */
type ApprovalDecision = boolean | ({
  readonly decision: "approve";
} & ApproveOptions) | {
  readonly decision: "deny";
  readonly comment?: string | undefined;
};
/**
 * The reason for asking a user.
 *
 * - `taint`: the model had read third-party text, and the call sends or destroys something.
 * - `tool`: the tool's `approval`.
 * - `policy`: the agent's `approval.ask`.
 * - `effect`: the call is destructive.
 * - `resume`: the call was started before its page ended, and may have run. This comes before all
 *   others.
 */
type ApprovalCause = "taint" | "tool" | "policy" | "effect" | "resume";
/**
 * One call that waits for a user. The object is frozen, and an approval covers exactly its call.
 */
interface PendingApproval {
  readonly kind: "approval";
  /** The id of the request, for `approve` and `deny`. */
  readonly id: string;
  /**
   * The id of the request that was allowed before this one. That answer counts for nothing: the
   * preview is another one now, or the user's arguments do not fit. Absent for a first request.
   */
  readonly replaces?: string | undefined;
  /**
   * The arguments that the user had put into the request before, and that are not in this one.
   * Absent if there were none.
   */
  readonly dropped?: JsonObject | undefined;
  /** What is wrong with `dropped`. The messages are for developers. Absent if nothing is. */
  readonly issues?: readonly ValidationIssue[] | undefined;
  readonly callId: string;
  readonly runId: string;
  readonly sessionId: string;
  /** The name of the agent that asks inside a call of the chat. Absent if the chat itself asks. */
  readonly agent?: string | undefined;
  readonly tool: string;
  /** The tool's title, for people. */
  readonly title: string;
  /**
   * The sentence of a tool whose `title` is a function, of the arguments and the preview. Absent
   * without one, and if there is a `previewError`.
   */
  readonly sentence?: string | undefined;
  /** The name of the row or card that the call is for. Absent if the tool names none. */
  readonly label?: string | undefined;
  /** The label of the scope the tool is registered in. */
  readonly scope: string;
  /**
   * The arguments that the handler gets, as JSON: with the schema's defaults, and without what it
   * drops. A schema that makes something other than an object has it as `value`.
   */
  readonly args: JsonObject;
  /**
   * The arguments in the model's own words, before plug-ins and the schema. Absent if they equal
   * `args`.
   */
  readonly asked?: JsonObject | undefined;
  /** The arguments as the user, or `decide`, changed them, before the schema. Else absent. */
  readonly edited?: JsonObject | undefined;
  /**
   * Those of the words that the schema does not name and the tool does not get, by their path, such
   * as `orders.1.note`. The model made up their names. Absent if there are none.
   */
  readonly ignored?: JsonObject | undefined;
  /** The JSON schema of the tool's parameters. */
  readonly parameters: JSONSchema7;
  /** SHA-256 of the canonical arguments before the schema, 64 hex digits. */
  readonly argsHash: string;
  readonly effect: Effect;
  readonly cause: ApprovalCause;
  /**
   * The kind of a caller from outside of the page that asks, itself or through a tool that it
   * called, such as `webmcp`. Absent if the model or the page itself asks.
   */
  readonly source?: OutsideSource | undefined;
  /**
   * The third-party text that the model had read when it asked for the call, described in words.
   * Absent if there was none.
   */
  readonly taint?: string | undefined;
  /** The result of the tool's `approval.preview`, as JSON. */
  readonly preview?: JsonValue | undefined;
  /** The reason why the tool's `approval.preview` gave no result. */
  readonly previewError?: string | undefined;
  /** True if `remember` may be given. */
  readonly canRemember: boolean;
  /**
   * The calls that a remembered approval would be for: the result of the tool's
   * `approval.remember`. Absent if it would be for every call of the tool in this conversation.
   */
  readonly rememberKey?: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly requestedAt: number;
  /** The time after which no approval counts, in milliseconds since the Unix epoch. */
  readonly expiresAt: number;
  /** What happens then if nobody has answered. Absent if the call is denied. */
  readonly onTimeout?: "approve" | "throw" | undefined;
}
/**
 * A tool about which a user need not be asked again in one conversation. It is kept in memory
 * only: a reload asks again. It covers calls of the model alone, and no call that is asked about
 * because of third-party text or a reload.
 */
interface RememberedApproval {
  readonly id: string;
  readonly tool: string;
  /** The tool's title, for people. */
  readonly title: string;
  /** The name of the scope the tool is registered in. */
  readonly scope: string;
  /** The id of the conversation. */
  readonly sessionId: string;
  /** The result of the tool's `approval.remember`: only calls with this key are covered. */
  readonly key?: string | undefined;
  /** The effect of the call: only calls with this effect are covered. */
  readonly effect: Effect;
  /** The user who approved, if the run has a `user.id`. */
  readonly userId?: string | undefined;
  /**
   * SHA-256 of what identifies the tool, such as its description, schema and effect. A user is
   * asked again about another tool of the same name.
   */
  readonly toolHash: string;
  readonly createdAt: number;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}
/** The party that answers at the page: a user, or a developer by the devtools. */
type ApprovalAnswerer = "user" | "devtools";
/** The end of a request, known when the call is about to run or is refused. */
interface ApprovalOutcome {
  readonly decision: "approved" | "denied";
  /**
   * The user or thing that decided. `policy`: the agent's `approval.decide`. `nobody`: there was
   * no approver. `changed`: the call was allowed, but the tool or the call changed before it ran.
   */
  readonly by: ApprovalAnswerer | "policy" | "remembered" | "timeout" | "nobody" | "cancelled" | "changed";
  /** The approved arguments, as the handler gets them. */
  readonly args?: JsonObject | undefined;
  /** The arguments in the model's own words. Absent if they equal `args`. */
  readonly asked?: JsonObject | undefined;
  /** The arguments as a user changed them, also before a reload. Absent if nobody did. */
  readonly edited?: JsonObject | undefined;
  /** SHA-256 of the canonical arguments before the schema. */
  readonly argsHash?: string | undefined;
  /** The reason for a denial. */
  readonly reason?: string | undefined;
  /** The remembered approval that was made. With `by: 'remembered'`, the one that covers it. */
  readonly remembered?: {
    readonly id: string;
    readonly key?: string | undefined;
    /** The end of the remembered approval, in milliseconds since the Unix epoch. */
    readonly until: number;
  } | undefined;
}
/**
 * The sessions of an agent: a zustand store about the open session, and the actions on all of them.
 * Without a `storage` there is one session at a time, in memory. `create` then begins a new one,
 * and every action that needs stored sessions rejects with `AgentError`.
 */
declare class Sessions extends Store<SessionsState> {
  #private;
  /**
   * The state of the open session, which handlers have as `run.state`. `set` merges a change into
   * it. With a storage it is stored, so give JSON data.
   */
  get state(): RunContext["state"];
  /** The id of the open session. */
  get current(): string;
  /**
   * Lists the stored sessions, the most recently used first: all of them, or one page, or those
   * with the words of a query. The next page comes after the last session of this one, as `before`.
   * A session that is used meanwhile moves to the front; no other session is left out or repeated.
   * Rejects with `AgentError` for a wrong field, and with the signal's reason.
   */
  list(query?: SessionQuery): Promise<readonly SessionInfo[]>;
  /**
   * Cancels the chats of the open session, and reads another session in its place. Calls of
   * `runTool` and `undo` go on in their own session; those that wait for a user are cancelled.
   * Rejects with `AgentError` if no stored session has the id, or if a later `open` or `create`
   * came first.
   */
  open(id: string): Promise<void>;
  /**
   * Cancels the chats of the open session, and begins a new session. Resolves with the new id. What
   * is said after the call belongs to the new session. The session is stored with its first
   * message. Calls of `runTool` and `undo` go on in their own session; those that wait for a user
   * are cancelled. Rejects with `AgentError` if a later `open` or `create` came first.
   */
  create(): Promise<string>;
  /**
   * Gives a session a title. Default: the beginning of the first thing the user said. Rejects
   * with `AgentError` if no stored session has the id.
   */
  rename(id: string, title: string): Promise<void>;
  /**
   * Deletes a session for good, and cancels its runs. A new session takes the place of a deleted
   * open one.
   */
  delete(id: string): Promise<void>;
  /**
   * Resolves with all of a session as JSON data, to be kept elsewhere. Rejects with `AgentError` if
   * no stored session has the id.
   */
  export(id: string): Promise<SessionExport>;
  /**
   * Stores an exported session under a new id, and resolves with that id. Also takes plain messages
   * as one path: `[{ role, content }, …]`, or the same as `messages` of an object. Its messages
   * count as third-party text, unless `trusted` is true. Fills in what messages may lack, and
   * answers open calls as `interrupted`. At most 100,000 messages, and 32,000,000 characters and
   * 100 levels a message. Rejects with `AgentError`, which names the path of the fault, and stores
   * nothing, if any of the data cannot be read.
   */
  import(exported: unknown, options?: ImportOptions): Promise<string>;
  /**
   * Reads up to 500 messages before the oldest message in `history`. A request to the model always
   * has all messages, also without this.
   */
  loadOlder(): Promise<void>;
  /**
   * Resolves with the unsent messages of the open session, and removes them from the storage. Gives
   * each message to one page only, and none while another page runs the session.
   */
  takeUnsent(): Promise<readonly WaitingMessage[]>;
  /**
   * Stops following the storage, once the agent is no longer shown. The agent then hears from no
   * other page and resumes no run by itself.
   */
  close(): void;
  /** Asks another page to stop if that page runs the session. */
  stopElsewhere(): void;
}
/** A registered scope and its tools, with their availability. */
interface ScopeView {
  readonly scope: Scope;
  readonly availability: Availability;
  readonly tools: readonly {
    readonly tool: AnyTool;
    readonly availability: Availability;
  }[];
}
/** The state of an agent and of its open session, for a page to show. */
interface AgentState extends ActivityState {
  /**
   * The messages up to the history's head. While a model writes, its unfinished message is the last
   * one, without a `finishReason`.
   */
  readonly messages: readonly Message[];
  /** The chats that wait for their turn. */
  readonly queue: readonly QueuedChat[];
  /** The calls that go on, and the last ones that have ended, by id. */
  readonly calls: ReadonlyMap<string, CallRecord>;
  /** What waits for the user, oldest first: calls to allow, questions and sign-ins. */
  readonly pending: readonly PendingItem[];
  /** The tools that need no new approval in the open session, oldest first. */
  readonly remembered: readonly RememberedApproval[];
  /** The open session: if it is being read or was cut short, its usage, its artifacts. */
  readonly session: SessionsState;
  /**
   * The registered scopes and tools, in a stable order. Read again when one is registered, removed,
   * or announces a change.
   */
  readonly scopes: readonly ScopeView[];
}
/** The verbs that make a run of an agent. */
declare class AgentVerbs {
  #private;
  /**
   * Sends a message in the open session and runs until the model has answered. Rejects with the
   * error that ended the run, and with `AgentError` for an empty message. While another chat runs,
   * `onBusy` decides. With `replaces`, rejects too if that is not a message of the user.
   */
  chat<Data = unknown>(input: ChatInput, options?: ChatOptions<Data>): Run<RunResult<Data>>;
  /**
   * Goes on without a new message. Finished calls stay; a partial answer is left out.
   *
   * - After an error or a limit, asks the model again.
   * - A run that was cut short by a reload, a crash or a closed page starts at the iteration where
   * it stopped, with the usage so far. Calls that never started are run. For calls in between,
   * their tools' `resume` decides. Needs a `storage`.
   * - With `from`, answers that message again. Rejects if calls that follow it took effect, unless
   * `again` is true.
   * - With `results`, gives the model the results of calls that were returned. Each answer is in
   * the history as if a tool had given it, with plug-ins, redaction and size limits. A tool's
   * `result.untrusted` holds too, and its handler does not run. The calls wait until another turn
   * begins, which answers them as `interrupted`. The answers are stored together: a page that ends
   * before that has answered none.
   *
   * Rejects as `chat` does, and with `AgentError` if there is nothing to go on from. It also does
   * if a result is missing, or is one too many; then it answers no call. If `from` is a list of
   * messages, it runs apart from the session and never rejects, as `execute`.
   */
  resume<Data = unknown>(options?: ResumeOptions<Data>): Run<RunResult<Data>>;
  /**
   * Runs outside the session, from `history` or from an empty history. Any number may run at once.
   * Never rejects: if the run does not complete, its error is the result's `error`.
   */
  execute<Data = unknown>(input: ChatInput, options?: ExecuteOptions<Data>): Run<RunResult<Data>>;
  /**
   * Calls a tool on behalf of the page or, with `source`, of a caller from outside, under the rules
   * of the model's calls. The call and its answer join the open session's history, as a message
   * with the source `ui`. Resolves with the tool's result. Rejects as the model would be told.
   *
   * The call begins when the page shows what the calls before it changed. Its own changes may not
   * be on the page yet when the promise resolves; the next call or request waits for them. In
   * a handler, use `ctx.runTool`: third-party text then taints both calls.
   */
  runTool(name: string, args?: Record<string, unknown>, options?: RunToolOptions): Run<unknown>;
}
/** A model with scopes, limits and plug-ins, and one open session. Made by {@link createAgent}. */
declare class Agent extends AgentVerbs {
  #private;
  readonly name: string;
  /**
   * The option `onBusy`. If unset, `chat` rejects a second chat, and `useAgent().chat` queues it.
   */
  readonly onBusy: OnBusy | undefined;
  /** The scopes and tools that the agent can use now. */
  readonly scopes: ScopeRegistry;
  /** The open session's messages. */
  readonly history: AgentHistory;
  /** The calls that go on, and the last ones that have ended: their progress, undo and touches. */
  readonly calls: Calls;
  /** What waits for the user: calls to allow, questions and sign-ins. */
  readonly pending: Pending;
  /** The chats that wait for their turn. */
  readonly queue: Queue;
  /** The stored sessions, and the state of the open one with its usage and artifacts. */
  readonly sessions: Sessions;
  /** Returns the state of the agent and of its open session: the same object until it changes. */
  readonly getState: () => AgentState;
  /** Calls a listener with the state and the one before it after each change. Returns its end. */
  readonly subscribe: (listener: (state: AgentState, before: AgentState) => void) => () => void;
  constructor(options: AgentOptions);
  /** The option `approval`. */
  readonly approval: ApprovalOptions | undefined;
  /** The redactions of the plug-ins, as one, for code that writes down what the agent did. */
  get redaction(): Redaction | undefined;
  /**
   * Fetches the engine's code and, for a proxy model, its client, so that the next run starts at
   * once. Call it when a user is about to send a message. Never rejects, and tries again later.
   */
  preload(): Promise<void>;
  /** Returns a run of this agent that goes on. Undefined for an unknown id, and after the end. */
  run(runId: string): Run<unknown> | undefined;
  /**
   * Undoes one call, or every finished call of a run, also while a run goes on. Runs the `undo` of
   * the tools, and what the handlers gave `ctx.undo`: newest first, each at most once.
   *
   * A function that throws stops no other; its error is in the result. The model is told with its
   * next request. Undos run one after another. Functions that have not started when an undo is
   * cancelled can be run later. If there is nothing to undo, it resolves with an empty result; it
   * rejects with `AgentError` without an id. An id is that of a call or a run, such as the `runId`
   * of a result. It stays valid for the last 200 calls that registered an undo.
   */
  undo(id: string): Run<UndoResult>;
  /**
   * Returns the verbs of this agent with other options: of the same session, history and stores.
   * All that a call has no option for is given here. Throws `AgentError`, naming the option, if one
   * is wrong.
   *
   * @example
   * await agent.with({ calls: { mode: 'return' } }).chat('Only the calls')
   */
  with(options: WithOptions): AgentVerbs;
  /**
   * Adds a plug-in, as the innermost one of its kind. The returned function removes it. A run that
   * goes on keeps the plug-ins with which it began. Throws `AgentError` for anything else.
   */
  use(plugin: AgentPlugin): () => void;
  /**
   * Observes the events of one type, or with `*` of all types, of every run. With `once`, only the
   * next one. The returned function ends the observation, and so does `signal` when it aborts.
   */
  on<T extends EventType>(type: T | "*", handler: EventHandler<T>, options?: OnOptions): () => void;
  /** Cancels all runs, also queued ones, and with `kind: 'user'` those of other pages. */
  cancel(reason?: CancelReason): void;
}
/**
 * Creates an agent. Only the model is required. Components of a page register their tools later.
 *
 * @throws AgentError that names the option, if an option is wrong.
 *
 * @example
 * const agent = createAgent({
 *   model: createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' }),
 *   instructions: 'You help with the list on the page.',
 * })
 * await agent.chat('Add honey')
 */
declare const createAgent: (options: AgentOptions) => Agent;
/**
 * The history of the open session. A user can go back in it; the messages that are left stay as
 * another branch. While a chat writes the history, that chat owns the head: `select`, `moveTo` and
 * `load` throw the code `busy`.
 */
declare class AgentHistory extends History {
  #private;
  /**
   * Adds messages of an earlier conversation: whole ones, or `{ role, content }`. Missing ids,
   * times and parents are filled in; a message without `parentId` follows the one before it. The
   * last one becomes the head. A call whose id is used before, or is of a form that a provider
   * refuses, gets a new id, and its answer too. Throws `AgentError`, and adds none, if one cannot
   * be read, or if an answer does not follow its call.
   */
  override load(messages: readonly MessageInput[]): void;
  override moveTo(id: string | null): void;
}
type HeadersInit = NonNullable<RequestInit["headers"]>;
/** The call that a request to a proxy belongs to. */
interface CallIdentity {
  /** The id of the run. Absent if no agent makes the call. */
  readonly runId?: string | undefined;
  /** The run's iteration, from 0. Absent if no agent makes the call. */
  readonly iteration?: number | undefined;
  /** Aborts with the call. Absent if the caller gave none. */
  readonly signal?: AbortSignal | undefined;
}
/** The options of a connection to a proxy. */
interface ProxyConnection {
  /**
   * The URL where the proxy is mounted: absolute, or relative to the page, such as `/api/agent`.
   */
  baseURL: string;
  /**
   * The headers of each request, or a function that returns them. The function is called for every
   * request, so that it can return a fresh token. It gets the identity of the call, for a header
   * such as `traceparent`.
   */
  headers?: HeadersInit | ((at: CallIdentity) => HeadersInit | Promise<HeadersInit>) | undefined;
  /** The rule for sending cookies. Default: the default of fetch, `same-origin`. */
  credentials?: RequestInit["credentials"] | undefined;
  /**
   * Called and awaited when a request finds that the user is signed out of the app. The answer
   * was then 401, or a redirect to an HTML page, such as a login.
   *
   * True means that the user is signed in again. The request is then sent once more, with new
   * `headers`, and the run continues. False, or a throw, keeps the refusal. Several requests may
   * call it at once. The signal aborts with the call, which then stops waiting. Default: the
   * refusal is kept.
   */
  onAuthExpired?: ((signal?: AbortSignal) => boolean | Promise<boolean>) | undefined;
  /** The function that sends requests. Default: the global `fetch` at the time of the call. */
  fetch?: typeof globalThis.fetch | undefined;
}
/**
 * Lists the models that a proxy allows, in its order. The list is empty if the proxy's server holds
 * no key. For a page that lets a user choose a model, or that falls back to another one.
 *
 * @param signal Aborts the request; the promise then rejects with its reason.
 * @throws ModelError, as the calls of `createProxyModel` do.
 */
declare function listProxyModels(connection: ProxyConnection, signal?: AbortSignal): Promise<ListedModel[]>;
/**
 * Fetches what is left of the limits of the user who asks: requests, streams, tokens, money. For
 * a page that shows it. Asks no provider, and counts against no limit, but a proxy answers a user
 * at most 60 times a minute.
 *
 * @param signal Aborts the request; the promise then rejects with its reason.
 * @returns The limits that the proxy sets: `{ tokens: { max, used, left, resetsInMs }, … }`. Empty
 * if it sets none.
 * @throws ModelError, as the calls of `createProxyModel` do; `rate_limited` if it asks too often.
 *
 * @example
 * const { tokens } = await fetchProxyUsage({ baseURL: '/api/agent' })
 */
declare function fetchProxyUsage(connection: ProxyConnection, signal?: AbortSignal): Promise<ProxyUsage>;
/** The options of {@link createProxyModel}. */
interface ProxyModelOptions extends ProxyConnection {
  /**
   * The model's id, one of those that the proxy allows, such as `openai/gpt-5`. For a user who
   * chooses a model, a function that returns the id: it is called for each call of the model.
   */
  modelId: string | (() => string);
}
/** A model behind a proxy. */
interface ProxyModel extends LanguageModelV4 {
  /** Fetches the client's code before the first call. Never rejects. */
  preload(): Promise<void>;
  /**
   * Asks the proxy once for the bytes of the largest call that it takes, files in base64 included.
   * Resolves with `Infinity` if it has no limit. Resolves with undefined if it does not tell, or
   * does not answer in 5 seconds. Never rejects.
   */
  maxBytes(): Promise<number | undefined>;
}
/**
 * Creates a model that calls an `@ambit/proxy`. It holds no key and needs no provider package.
 *
 * Every failure is a {@link ModelError}. `doStream` throws it before the stream starts; afterwards
 * it is an `error` part of the stream. Nothing is retried here. A stream that ends early has no
 * `finish` part, and an `error` part with the code `stream_cut`. So has a stream without a byte for
 * 75 to 90 seconds: a proxy sends comments. A request without an answer for 150 seconds fails with
 * `network`; a large one has more time. The AI SDK recognises an error as its `APICallError`, so
 * its own retries work.
 *
 * When the call's signal aborts, the request is aborted at once. The call rejects, or the stream
 * errors, with the signal's reason. Of the call's own `headers`, only the user's key is sent, if
 * the agent's `request.apiKey` set one. A body of over 4,096 characters is compressed with gzip,
 * once an answer of the proxy has said that it takes that. Parts of a call that the proxy keeps are
 * named by their SHA-256 and not sent, once an answer has offered it.
 *
 * @throws AgentError in development for an option of another type, and for an empty `modelId`.
 *
 * @example
 * const model = createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' })
 */
declare function createProxyModel(options: ProxyModelOptions): ProxyModel;
/**
 * Returns true if this browser, or this version of Node, has what the agent needs. The oldest are
 * Chrome and Edge 120, Firefox 125, Safari 17.4 and Node 22. In an older one, every run fails with
 * an `AgentError`, and the widget shows one sentence.
 */
declare function isSupported(): boolean;
/**
 * Uses raw JSON Schema as a tool's `parameters`. The model gets the schema in the words of 2020-12,
 * without keywords that providers refuse at the top. Arguments are checked by the whole schema, and
 * references are followed within it. These are not checked: `pattern`, `patternProperties`,
 * `propertyNames`, `unevaluatedProperties`, `unevaluatedItems`, `format`, `uniqueItems`,
 * `multipleOf`, `contains`, `if`, and what depends on other members.
 */
declare function jsonSchema<Args = Record<string, unknown>>(schema: JSONSchema7): StandardSchema<unknown, Args>;
/** The options of `agentTool`. */
interface AgentToolOptions<Data> {
  /** The agent that does the task, or what its `with` returns. Its session gets nothing of it. */
  readonly agent: Pick<Agent, "execute" | "runTool">;
  /** The name of the tool, as that of any tool. */
  readonly name: string;
  /** The text that says to the model what the agent can be asked to do. */
  readonly description: string;
  /**
   * The schema of the answer, an object at the top level. The result is then the answer parsed by
   * it. Default: the result is the text of the answer.
   */
  readonly output?: StandardSchema<unknown, Data> | undefined;
  /** The limits that are merged with the agent's, key by key. Those of the chat hold too. */
  readonly limits?: Limits | undefined;
}
/** The arguments of the tool that `agentTool` makes. */
interface Task {
  readonly task: string;
}
/**
 * Makes a tool that gives a task to another agent, by `ctx.execute`. The model describes the task
 * in its one argument, `task`, as the other agent sees nothing else of the conversation.
 *
 * The run belongs to the chat. The user of the chat, or its `approval.decide`, answers its
 * approvals, and the user its questions. Its artifacts, cost, calls and rows are those of the
 * chat. The call fails with the error of the run. Its `effect` is `read`: what the tools of the
 * other agent change is theirs. After a reload it is not run again. Throws `AgentError` for an
 * `agent` that `createAgent` did not make, and for a wrong limit.
 *
 * @example
 * agentTool({ agent: researcher, name: 'research', description: 'Looks something up.' })
 */
declare function agentTool<Data = string>(options: AgentToolOptions<Data>): Tool<Task, Data>;
/** One operation on a resource: a tool without its name. */
type ResourceOperation<Args, Result> = Omit<ToolOptions<Args, Result>, "name">;
/**
 * Makes tools for the operations on one resource. Each is named `<operation>_<path>`:
 * `resourceTools('a/b', { get, search })` makes `get_a_b` and `search_a_b`. An operation that is
 * undefined is left out.
 *
 * The first word of an operation says its effect, unless it has its own. It is `read` for `get`,
 * `list`, `search`, `find`, `read` and `count`, and `destructive` for `delete`, `remove` and
 * `destroy`. For others it is `write`. Throws `AgentError` for a path without letters or digits,
 * and for one with others than a name of a tool can have.
 */
declare function resourceTools<Operations extends Record<string, unknown>>(path: string, operations: { [Name in keyof Operations]: (Omit<ResourceOperation<Operations[Name], unknown>, "parameters"> & {
  parameters?: StandardSchema<unknown, Operations[Name]> | undefined;
}) | undefined; }): Tool<never, unknown>[];
/** An action of the agent on a store: a tool whose name is its key. */
interface StoreAction<State, Args, Result = unknown> extends Omit<ToolOptions<Args, Result>, "name" | "parameters" | "handler" | "enabled" | "edits" | "run" | "undo" | "inputSchema" | "execute"> {
  /** The schema of the arguments, as of a tool. Default: no parameters. */
  parameters?: StandardSchema<unknown, Args> | undefined;
  /** Performs the action with the store's current state. The returned value is the result. */
  run: (args: Args, state: State, ctx: ToolContext) => Result | PromiseLike<Result>;
  /**
   * Whether the action is possible in a state. Called again whenever the store changes. Default:
   * always possible.
   */
  enabled?: ((state: State) => boolean | Unavailable) | undefined;
  /**
   * False if the action changes more than the store. Then only the functions that `run` gives to
   * `ctx.undo` can undo it, and nothing is compared with what the user has changed. Default: true,
   * except for actions with the effect `read`.
   */
  undo?: boolean | undefined;
}
/** The options of a scope of a store. */
interface StoreScopeOptions<State, Actions> extends Omit<ScopeOptions, "tools" | "context" | "enabled"> {
  /**
   * A zustand store, with any middleware, or any store of that shape. Its state must be replaced,
   * not changed in place.
   */
  readonly store: StoreLike<State>;
  /**
   * Returns the part of the state that the model sees. Called again for every request. Default: the
   * model sees nothing.
   */
  readonly context?: ((state: State) => unknown) | undefined;
  readonly enabled?: ((state: State) => boolean | Unavailable) | undefined;
  /** The actions, by tool name. */
  readonly actions: { readonly [Name in keyof Actions]: StoreAction<State, Actions[Name]>; };
}
/**
 * Creates a scope from a store. Its actions are tools, and part of its state is context.
 *
 * An undo takes back what the action added, changed or removed. It goes into records, and into
 * lists of things with an `id` (a string or a number), thing by thing and field by field. What
 * somebody changed since stays as it is, and `agent.undo` reports it in a sentence for people. What
 * a canvas writes by itself (`measured`, `selected`, `dragging`, `resizing`) does not count.
 *
 * What the user changed since the page was shown is not overwritten. An action that returns or
 * throws at once and has changed the same is taken back, and its call is `stale` if it returned. Of
 * an action that returns a promise, what it does before its first `await` is compared. One with the
 * effect `read` is not.
 *
 * The undo covers every change of the store while the action was awaited. A change made by the code
 * of another action of a scope of this store belongs to that action. If two actions are awaited at
 * the same time, changes that others make meanwhile are kept.
 *
 * Throws `AgentError` in the same cases as `new Scope` and `new Tool`, and if an action with undo
 * has a store without `setState`.
 */
declare function storeScope<State, Actions>(options: StoreScopeOptions<State, Actions>): Scope;
/**
 * The part of a store that this file uses: a zustand store, with or without middleware, or any
 * store of this shape.
 */
interface StoreLike<State> {
  getState(): State;
  setState: {
    (change: Partial<State>, replace?: false): void;
    (state: State, replace: true): void;
  };
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}
export { type Agent, AgentError, type AgentEvent, type AgentHistory, type AgentOptions, type AgentPlugin, type AgentState, type AgentToolOptions, type AgentVerbs, type AnyTool, type ApprovalDecision, type ApprovalOptions, type ApprovalOutcome, type Artifact, type AssistantMessage, type AssistantToolCall, type Availability, type Budget, BudgetExceededError, type CallOptions, type CallRecord, type CallResult, type CallState, type CallSubject, type CallTouch, type CallUndo, type CancelReason, CancellationError, type ChatInput, type ChatOptions, type ContentPart, type DecideApproval, type Dependencies, DisabledToolError, type Duration, type Effect, type Enabled, type ErrorCode, type ErrorDetails, type ErrorJson, type EventOf, type EventType, type ExecuteOptions, type IterationReport, type JsonObject, type JsonValue, type Limit, type Limits, type ListedModel, type Message, type MessageDraft, type MessageInput, type MessagePart, type Metadata, ModelError, type OutsideSource, type Pending, type PendingApproval, type PendingItem, type PendingQuestion, type PendingSignIn, type PendingState, type Price, type Prices, type ProxyModel, type ProxyModelOptions, type ProxyUsage, type Question, type QueueState, type Register, type RegisteredTool, type ResumeOptions, type Run, type RunContext, type RunEvidence, type RunOptions, type RunReport, type RunResult, type RunStatus, type RunToolOptions, type SchemaConverter, Scope, type ScopeOptions, type ScopeView, type ScopesState, type SessionArtifact, type SessionExport, type Sessions, type SessionsState, type StandardSchema, type State, type StoreLike, type Subject, type Taint, TimeoutError, Tool, type ToolContext, ToolDeniedError, type ToolMessage, type ToolOptions, ToolValidationError, type TouchTarget, type TraceEntry, type Unavailable, type Undo, type UndoContext, type UndoResult, UnknownToolError, type Usage, type UsageState, type UsageTotal, type UserMessage, type Visible, type WithOptions, agentTool, callState, cancelCall, createAgent, createBudget, createProxyModel, fetchProxyUsage, isExposed, isSupported, jsonSchema, listProxyModels, parseToolContent, registerSchemaConverter, resourceTools, storeScope, unavailable };

// ambit/react

import { ComponentType, ReactElement, ReactNode } from "react";
/** A value that a model is still writing: any part of it may be missing. */
type DeepPartial<T> = unknown extends T ? T : T extends readonly (infer Item)[] ? readonly DeepPartial<Item>[] : T extends Date | ((...args: never[]) => unknown) ? T : T extends object ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> | undefined; } : T;
/** The error of a call that did not succeed, as the model gets it. */
interface ToolCallError {
  /** The name of the error, such as `ToolValidationError`. */
  readonly name?: string | undefined;
  /** The `ErrorCode` of an error of Ambit, such as `handler` if the tool threw. */
  readonly code?: string | undefined;
  readonly message: string;
}
interface Call$1 {
  readonly callId: string;
  readonly tool: string;
  /** The label of the `subject` that the call is for; known once the call begins. */
  readonly label?: string | undefined;
}
/** The fields of the other states, so that one function can destructure all of them. */
interface Absent {
  readonly writing?: undefined;
  readonly percent?: undefined;
  readonly message?: undefined;
  readonly result?: undefined;
  readonly durationMs?: undefined;
  readonly error?: undefined;
}
type In<State extends string, Args, Own = unknown> = Call$1 & {
  readonly state: State;
  readonly args: Args;
} & Omit<Absent, keyof Own> & Own;
/**
 * The state of one call, for `render`. The property `state` tells which one it is:
 *
 * - `input-streaming`: the model is writing the arguments, which are not checked yet. `writing` is
 *   the argument in progress; those before it are complete
 * - `pending`: the call waits for its turn
 * - `awaiting-approval`: a user decides if the call runs
 * - `running`: the call runs. `percent` (0 to 100) and `message` are the latest that
 *   the tool reported
 * - `succeeded`: `result` is the value that the handler returned. After a reload it is the JSON of
 *   that value, from the stored conversation
 * - `failed`: `error` is what the model gets. The arguments may be invalid
 * - `stale`: what the call is for was not what the model was shown, so it was not run
 * - `denied`: a user or a policy refused the call
 * - `cancelled`, `interrupted`: the call, or the message of the model, was ended
 *
 * In `pending`, `awaiting-approval`, `running`, `succeeded` and `denied` the arguments are parsed
 * by the tool's schema, if the schema can do that synchronously.
 */
type RenderProps<Args = Record<string, unknown>, Result = unknown> = In<"input-streaming", DeepPartial<Args>, {
  readonly writing?: (keyof Args & string) | undefined;
}> | In<"pending" | "awaiting-approval", Args> | In<"running", Args, {
  readonly percent?: number | undefined;
  readonly message?: string | undefined;
}> | In<"succeeded", Args, {
  readonly result: Awaited<Result>;
  readonly durationMs?: number | undefined;
}> | In<"denied", Args, {
  readonly error: ToolCallError;
}> | In<"failed" | "stale" | "cancelled" | "interrupted", DeepPartial<Args>, {
  readonly error: ToolCallError;
}>;
/**
 * Shows a call of one tool: any component, also one of `memo`, `lazy` or `forwardRef`. A function
 * that is written in place keeps its state, and may use hooks.
 */
type ToolRenderer = (props: RenderProps) => ReactNode;
/**
 * A scope that a component registers: `useScope` returns it and `useTool` takes it. The same object
 * as long as the component is mounted.
 */
interface ScopeHandle {
  readonly name: string;
}
/**
 * A source outside React that the page may wait for: a navigation of a router, a query. After a
 * call, the next call and the next request wait while it is pending.
 */
interface Until {
  /** Whether the source is pending now. Must be cheap: each announcement calls it again. */
  isPending(): boolean;
  /**
   * Calls the listener when the result of `isPending` may have changed. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void;
}
/** The props of `AgentProvider`. */
interface AgentProviderProps {
  /**
   * An agent, or a function that creates one. The function is called once for each provider. On a
   * server, use a function: all visitors would share a module-level agent. The provider owns the
   * agent that the function creates, and cancels the agent's runs when it unmounts.
   */
  agent: Agent | (() => Agent);
  /**
   * Sources outside React that the page may wait for: `reactRouter(router)`,
   * `queries(client)` or any other object that reports when it is pending. Default: none.
   */
  until?: Until | readonly Until[] | undefined;
  children?: ReactNode;
}
/**
 * Provides an agent to the hooks below. After each call, the next call and the next request wait
 * until React has committed the changes, also those in transitions and deferred values. Name other
 * sources, which React does not know, with `until` or `<PageBusy/>`.
 *
 * Place the provider above the Suspense boundaries of the page that the agent works on. In a form
 * action, call `chat` without awaiting it: React holds back every transition until the action ends.
 */
declare function AgentProvider(props: AgentProviderProps): ReactElement;
/** The part of a React Router data router that `reactRouter` uses. */
interface ReactRouterLike {
  readonly state: {
    readonly navigation: {
      readonly state: string;
    };
  };
  subscribe(listener: () => void): () => void;
}
/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the navigation of the
 * router, with its loaders and lazy routes. The router is a React Router data router, 6.4 or newer:
 * the result of `createBrowserRouter` or a similar function. `<BrowserRouter>` needs no `until`,
 * because it navigates in React.
 */
declare const reactRouter: (router: ReactRouterLike) => Until;
/** The part of a TanStack Router that `tanstackRouter` uses: `createRouter` returns it. */
interface TanStackRouterLike {
  readonly state: {
    readonly status: string;
    readonly isLoading: boolean;
  };
  subscribe(event: "onLoad" | "onResolved" | "onRendered", listener: () => void): () => void;
}
/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the navigation of a
 * TanStack Router, with its loaders and lazy routes.
 */
declare const tanstackRouter: (router: TanStackRouterLike) => Until;
/** The scope of a tool. */
interface Placement {
  /**
   * The scope that `useScope` returned. Default: the scope of the nearest `AgentScope`. Without
   * one, the tool gets a scope of its own name.
   */
  scope?: ScopeHandle | undefined;
}
/**
 * The options of a tool of the page. Write `handler` before `render`: TypeScript then knows the
 * type of the result in `render`.
 */
interface UseToolOptions<Args, Result> extends ToolOptions<Args, Result>, Placement {
  /**
   * Shows a call of the tool in the chat, or in `Call`. Called as the body of a component, so
   * it may use hooks. The function of the latest committed render is called. After the component
   * has unmounted, its last one is called.
   *
   * A function that is defined outside the component costs nothing. One that is defined inside
   * renders the calls on the page again with each render. Default: none, and the page shows the
   * call as that of any tool.
   */
  render?: ((props: RenderProps<Args, Result>) => ReactNode) | undefined;
}
/** The options of a tool of the page in the words `inputSchema` and `execute`. */
interface AliasedUseToolOptions<Args, Result> extends AliasedToolOptions<Args, Result>, Placement {
  /** Shows a call, as in {@link UseToolOptions}. */
  render?: ((props: RenderProps<Args, Result>) => ReactNode) | undefined;
}
/**
 * The options of a tool without a handler: it only shows something. The model gets `{ ok: true }`.
 */
interface RenderOnlyToolOptions<Args> extends Omit<ToolOptions<Args, {
  readonly ok: true;
}>, "handler" | "result">, Placement {
  handler?: undefined;
  /** As of any tool, without `toModel`. */
  result?: Omit<NonNullable<ToolOptions<Args, unknown>["result"]>, "toModel"> | undefined;
  /** Shows a call, as in {@link UseToolOptions}. */
  render: (props: RenderProps<Args, {
    readonly ok: true;
  }>) => ReactNode;
}
/**
 * Registers a component that the model shows with props of its choice: a tool without a handler.
 * The rest is as for a tool with one.
 */
declare function useTool<Args = Record<string, never>>(options: RenderOnlyToolOptions<Args>): void;
/**
 * Registers a tool while the component is mounted. Unmounting removes the tool and cancels its
 * running calls with `scope_ended`, except those that called `ctx.outlive()`. The same happens when
 * React hides a component that suspends; a call goes on if the component is back once the page has
 * settled. The option `render` still shows the calls in the history.
 *
 * `handler`, `enabled`, `render`, `undo` and all functions in `approval`, `result` and `resume` are
 * those of the latest committed render. They may use props and state, and need no list of
 * dependencies. Each call sees the commit of the calls before it, unless they run at once.
 *
 * A handler that acts on something by its props or state needs a `subject`. The call does not run
 * if the subject has changed since the request. The `binds` of an `approval` is for what depends on
 * the arguments. That of the request's commit is kept, and has to agree with that of the call.
 *
 * `subject: { id, label }` is for a component that is mounted many times, with an id that is unique
 * among its mounts. The model sees one tool with a parameter `instance`, and the call reaches the
 * mount that it chose. The parameter has at most 50 values, those of mounts that are on. All mounts
 * are in one scope. The description and the parameters are those of the first one. A tool with a
 * parameter `instance` of its own is then left out.
 *
 * A re-render registers nothing. A new `name`, or another option that changed, registers the tool
 * again, once. Schemas are compared by their JSON Schema; the check is that of the latest one.
 *
 * If the name is taken, the first tool keeps it. The second is reported once in the console, and
 * waits until the name is free. A tool that cannot be made, for example because of its schema, is
 * left out. It is reported once in the console and in `agent.scopes.leftOut`. The page goes on,
 * also without a provider.
 */
declare function useTool<Args = Record<string, never>, Result = unknown>(options: UseToolOptions<Args, Result> | AliasedUseToolOptions<Args, Result>): void;
/** Tools by their options, as for `useTool`, and tools that are made already. */
type ToolList<All extends readonly unknown[] = readonly never[]> = { readonly [Index in keyof All]: AnyTool | UseToolOptions<All[Index], unknown>; };
/**
 * Registers the tools of a list while the component is mounted. Each is registered as `useTool`
 * does that, and the list may have another length in each render. A tool is known by its name, and
 * by the id of a `subject: { id, label }`. One that is in the list of the next render too stays
 * registered, and its calls go on. One that is not any more has left, as a tool whose component
 * unmounts.
 */
declare function useTools<All extends readonly unknown[]>(list: ToolList<All>): void;
/** The options of a scope of the page. Further tools are registered by `useTool`. */
interface UseScopeOptions<All extends readonly unknown[] = readonly never[]> extends Omit<ScopeOptions, "tools"> {
  /** The tools of this render, as for `useTools`. Default: none. */
  tools?: ToolList<All> | undefined;
}
/**
 * Registers a scope while the component is mounted. Returns the `scope` option of `useTool`.
 * `context`, `enabled`, `instructions` and `subject` are those of the latest committed render. A
 * re-render registers nothing.
 *
 * If the name is taken, the first scope keeps it. The second is reported once in the console, and
 * waits until the name is free. A scope that cannot be made is left out with its tools, as
 * `useTool` tells.
 */
declare const useScope: <All extends readonly unknown[]>(options: UseScopeOptions<All>) => ScopeHandle;
/** The props of `AgentScope`: the options of the scope. */
interface AgentScopeProps<All extends readonly unknown[] = readonly never[]> extends UseScopeOptions<All> {
  children?: ReactNode;
}
/**
 * Registers a scope, as `useScope` does, around the tools and scopes of the components below. What
 * guards it guards these, too.
 */
declare function AgentScope<All extends readonly unknown[]>({ children, ...scope }: AgentScopeProps<All>): ReactElement;
/** The actions of a page on the open session. The functions stay the same as long as the agent. */
interface SessionActions {
  readonly agent: Agent;
  /**
   * Sends a message: text, or parts with images and files. While a chat runs, the option `onBusy`
   * decides, or else the agent's `onBusy`:
   *
   * - `queue` (default): the message waits for its turn
   * - `steer`: the message joins the run
   * - `interrupt`: the message replaces the run
   * - `reject`: the message is refused
   *
   * With `replaces`, takes the place of a message of the user, as another branch. The default is
   * then `interrupt`, also for an agent with `onBusy`: the message starts from what the runs leave.
   *
   * Never rejects, so it can be called without awaiting it. An error is in `error`. A refusal is
   * only reported by the returned run, because the running chat has no error.
   */
  readonly chat: (input: ChatInput, options?: ChatOptions) => SentRun;
  /**
   * Goes on without another message, as `agent.resume`: after an error, or with a run that a
   * reload, a crash or a closed page cut short. Never rejects.
   *
   * - With `from`, answers that message again, as another branch.
   * - With `results`, gives the model the results of returned calls, one for each.
   *
   * While a chat runs, `onBusy` decides. Default: `interrupt` with `from`, or else `queue`.
   */
  readonly resume: (options?: ResumeOptions & Pick<ChatOptions, "onBusy">) => SentRun;
  /**
   * Cancels every run, and the chats that wait, as a user's wish (`kind: 'user'`). Also stops
   * another page that runs the open session. The text that a model has written stays.
   */
  readonly cancel: () => void;
}
/**
 * A run that the page asked for. Await it for its end. It never rejects: an error is in
 * `useAgent().error`.
 */
interface SentRun extends PromiseLike<RunResult | undefined>, AsyncIterable<AgentEvent> {
  readonly id: string;
  readonly status: RunStatus;
  /** Cancels this run alone, also while it waits for its turn. */
  cancel: Run<RunResult>["cancel"];
}
/** The props of `PageBusy`. */
interface PageBusyProps {
  /** True if the page is pending: `<PageBusy when={isPending} />`. Default: true. */
  when?: boolean | undefined;
}
/**
 * Marks the page as pending while it is mounted. After a call, the next call and the next request
 * wait until it unmounts. Renders nothing.
 *
 * Place it in the fallback of a Suspense boundary, which the agent cannot distinguish from content.
 * Or place it, with `when`, in a component that knows that it is loading.
 */
declare function PageBusy(props: PageBusyProps): null;
/** One call: its state, as `render` gets it, and its undo. */
type CallView = RenderProps & {
  /** Absent for a call that registered no undo, that goes on, or that an earlier page made. */
  readonly undo: CallUndo | undefined;
  /** True if there is something to undo now. */
  readonly canUndo: boolean;
  /**
   * Undoes the call. Never rejects: resolves with undefined if the undo was cancelled or could not
   * start.
   */
  readonly undoNow: () => Promise<UndoResult | undefined>;
};
/**
 * Returns one call, for your own user interface. Follows it from the first letter of its arguments
 * to its answer and its undo. Undefined if no call has the id. A delta of the arguments re-renders
 * only the components that read this call.
 */
declare function useCall(callId: string): CallView | undefined;
/** The result of `useAgent`. */
interface UseAgentResult extends SessionActions, Pick<AgentState, "status" | "error" | "messages" | "queue"> {}
/**
 * Returns the agent and the state of its open session. A change re-renders the component only if
 * the component reads the property that changed. A component that only sends is never re-rendered.
 * `messages` changes at most once a frame.
 *
 * With `select`, returns what it returns for the state of the agent, and re-renders the component
 * when that is another value. An object that `select` makes anew is another value for each state.
 */
declare function useAgent<T>(select: (state: AgentState) => T): T;
declare function useAgent(): UseAgentResult;
/**
 * Observes the events of one type, or all with `*`, of every run of the agent while the component
 * is mounted. `handler` is that of the latest committed render. It needs no dependency array,
 * and a re-render subscribes nothing. An error that it throws is reported and changes nothing. An
 * event that does not exist is left out, as `useTool` tells.
 */
declare function useAgentEvent<T extends EventType>(type: T | "*", handler: EventHandler<T>): void;
/**
 * Adds a plug-in to the agent while the component is mounted, as `agent.use` does; false or
 * undefined adds none. Its functions are those of the latest committed render. A re-render
 * registers nothing, unless the plug-in gets another name or other members. A run that goes on
 * keeps the plug-ins with which it began.
 */
declare function usePlugin(plugin: AgentPlugin | false | undefined): void;
/** A call that waits for the user's approval, with its answers. */
interface Approvable extends PendingApproval {
  /**
   * Lets the call run, with the given arguments if there are any. Returns false if the request has
   * ended.
   */
  readonly approve: (options?: ApproveOptions) => boolean;
  /** Refuses the call. The model gets the comment. Returns false if the request has ended. */
  readonly deny: (comment?: string) => boolean;
}
/** A question of a tool, with its answers. */
interface Answerable extends PendingQuestion {
  /**
   * Gives an answer to the tool. Resolves with the issues of an invalid answer; empty if it is
   * valid.
   */
  readonly answer: (value: unknown) => Promise<readonly ValidationIssue[]>;
  /** Ends the wait without an answer. */
  readonly decline: (reason?: string) => void;
}
/** Something that waits for the user, with the functions that answer it. */
type AnswerableItem = Approvable | Answerable | PendingSignIn;
type OfKind<Kind extends PendingKind> = Extract<AnswerableItem, {
  readonly kind: Kind;
}>;
/**
 * Returns what waits for the user, oldest first: calls to allow, questions of tools and sign-ins,
 * or those of one kind. Each has the functions that answer it, and is the same object until it
 * changes. Show them: while a component with this hook is mounted, calls can wait and tools may
 * ask. When the last one unmounts, waiting calls are denied and questions are declined.
 */
declare function usePending(): readonly AnswerableItem[];
declare function usePending<Kind extends PendingKind>(kind: Kind): readonly OfKind<Kind>[];
/**
 * Returns one message by its id, also while a model writes it; undefined if there is none. The
 * answer of a call has the id of the call. A delta re-renders only the components that read its
 * message. While `isHeld` is true, no delta does: the message stays as it was until its end, as in
 * a panel that is closed. Default false.
 */
declare function useMessage(id: string, isHeld?: boolean): Message | undefined;
/** A ref of a `<form>`. */
interface FormElementRef {
  readonly current: HTMLFormElement | null;
}
/** The part of a React Hook Form that the tools use: `useForm` or `useFormContext` returns it. */
interface HookFormLike<Values, Submitted = Values> {
  getValues(): unknown;
  setValue(name: never, value: never, options?: {
    shouldDirty?: boolean;
    shouldTouch?: boolean;
  }): void;
  trigger(names?: never): Promise<boolean>;
  clearErrors?(names?: never): void;
  readonly formState: {
    readonly errors: object;
    readonly isSubmitting: boolean;
    readonly isLoading?: boolean;
    readonly disabled?: boolean;
    readonly defaultValues?: unknown;
  };
  handleSubmit(onValid: (values: Submitted) => unknown, onInvalid?: () => unknown): () => Promise<unknown>;
  readonly control?: object;
  /** Tells the type of the form's values. It is never called. */
  reset(values?: (values: Values) => Values): void;
}
/** A form that keeps its values in React state, or in another store that a component reads. */
type PlainForm<Values> = PlainFormState<Values> & ({
  /** Replaces all values. */
  setValues(values: Values): void;
} | {
  /** Sets one value. */
  setValue<Name extends keyof Values>(name: Name, value: Values[Name]): void;
});
/** The properties of every {@link PlainForm}. */
interface PlainFormState<Values> {
  /** The values in this render. */
  readonly values: Values;
  /**
   * Does the same as the form's button. Returns the result, or a promise of it. False says that the
   * form refused. Without `errors`, undefined leaves open whether it did.
   */
  submit(ctx: ToolContext): unknown;
  /**
   * The errors that the user sees in this render, by the paths of the fields. Default: the errors
   * that the schema finds.
   */
  readonly errors?: Readonly<Record<string, string | undefined>> | undefined;
  readonly isSubmitting?: boolean | undefined;
}
/** The options of a form's tools. */
interface FormToolsOptions {
  /**
   * The name of the scope and the end of the tools' names: `fill_<name>`. At most 56 letters,
   * digits, `_` and `-`.
   */
  name: string;
  /** The label for people. Default: the name. */
  label?: string | undefined;
  /**
   * The purpose of the form in a few words for the model. The descriptions of the tools contain it.
   * Default: the label.
   */
  purpose?: string | undefined;
  /** The availability of the form. Default: on while the component is mounted. */
  enabled?: Enabled | undefined;
  /**
   * The thing that the form edits, such as the id of a customer: the `subject` of its scope.
   * Default: this mount of the form. It ends too if the default values of React Hook Form change,
   * a value of a {@link PlainForm}, or a hidden field of a `<form>`.
   */
  subject?: Subject | undefined;
  /**
   * The options of the tool that submits, such as `effect` or `approval`. Default of
   * `approval.preview`: the values of the form.
   */
  submit?: SubmitOptions | undefined;
}
/** The options of the tool that submits a form. */
type SubmitOptions = Omit<ToolOptions<Record<string, never>, unknown>, "name" | "description" | "parameters" | "handler" | "enabled">;
/** The options of a form's tools, for a form that does not submit its values itself. */
interface SubmittedFormToolsOptions<Submitted> extends FormToolsOptions {
  /** Submits the values of a valid form. The model gets the return value. */
  onSubmit: (values: Submitted, ctx: ToolContext) => unknown;
}
/** The options of a form's tools, for a `<form>` that may submit its values itself. */
interface ElementFormToolsOptions extends FormToolsOptions {
  /**
   * Submits the values of a valid form, by the names of the elements. Default: the form is
   * submitted as by its button, and its result is not known.
   */
  onSubmit?: ((values: Record<string, unknown>, ctx: ToolContext) => unknown) | undefined;
}
/**
 * Lets the agent work with a form while the component is mounted. Registers a scope whose context
 * is the values and the visible errors, with the tools `fill_<name>`, `correct_<name>`,
 * `submit_<name>` and `read_<name>`.
 *
 * The form checks the values of the agent like the input of a user, and the agent gets the errors
 * that the form shows. Of a {@link PlainForm} without `errors`, it gets those of the schema.
 * A tool sets only what a user could set now, and tells by name which fields do not show their new
 * values. Filling can be undone, except for fields that have changed since. Only what the model, or
 * a user who was asked, has seen is submitted. The tools, except `read_<name>`, are off while the
 * form loads its values or is being submitted.
 *
 * `schema` names the fields that the agent sees and fills, and describes them to the model. Other
 * fields, such as a password, are left to the user. So are files, and what else no JSON can say.
 * With zod 4, a member that has to be a `Date` is filled by its text.
 *
 * `form` is the result of `useForm` of React Hook Form, a {@link PlainForm}, or the ref of a
 * `<form>` whose fields have names. Returns the scope, for further tools. With a schema or a name
 * that no tool could have, all of it is left out, as `useTool` tells. So it is with an option that
 * does not exist.
 */
declare function useFormTools(form: FormElementRef, schema: StandardSchema, options: ElementFormToolsOptions): ScopeHandle;
declare function useFormTools<Values extends object>(form: PlainForm<Values>, schema: StandardSchema<DeepPartial<NoInfer<Values>>, unknown>, options: FormToolsOptions): ScopeHandle;
declare function useFormTools<Values, Submitted = Values>(form: HookFormLike<Values, Submitted>, schema: StandardSchema<DeepPartial<NoInfer<Values>>, unknown>, options: SubmittedFormToolsOptions<Submitted>): ScopeHandle;
/** The result of `useMessages`. */
interface UseMessagesResult {
  /** The ids of the session's messages, in order. */
  readonly ids: readonly string[];
  /**
   * The same ids in pages of about 16, for long lists. A page is a new array only when one of its
   * own messages is added, removed or moved.
   *
   * Render a memoised component and an element for each page, with the page's first id as key. When
   * a message grows, React and the browser then skip the rows of all other pages.
   */
  readonly pages: readonly MessagePage[];
  /** True if the storage has older messages. */
  readonly hasOlder: boolean;
  /** Reads up to 500 older messages. Never rejects: `session.degraded` tells of a failure. */
  readonly showOlder: () => Promise<void>;
}
/**
 * Returns the messages of the session by their ids; `useMessage` returns each. Another object only
 * when a message is added, removed or moved: a delta re-renders no list.
 */
declare function useMessages(): UseMessagesResult;
/** The ids of some neighbouring messages, at least one. */
type MessagePage = readonly string[];
/**
 * Whether a user could press a control now: a button, a link, a field. For the `enabled` of the
 * tool that does the same, `enabled: () => canPress(ref.current)`. So the agent may do what the
 * user may.
 *
 * A control that is not there, not visible, `disabled`, `aria-disabled` or `inert` is off. The
 * reason is what the page says of it: its `title`, or else the text that `aria-describedby` names,
 * at most 200 characters.
 */
declare function canPress(control: Element | null): boolean | Unavailable;
/**
 * Gives a tool that the page did not register by `useTool` a `render`: one of a server, for
 * example. A tool that has a `render` of another owner keeps it. Calls in the conversation keep
 * what they show when the component unmounts.
 */
declare function useCallRenderer(tool: string, render: ToolRenderer): void;
/** The props of `Call`. */
interface CallProps {
  /** The id of the call. */
  readonly id: string;
  /** Shown while no `render` shows the call. Default: nothing. */
  readonly fallback?: ReactNode;
}
/**
 * Shows one call by the `render` that the tool's owner gave `useTool`, also after the owner has
 * unmounted. It is rendered below the nearest `AgentScope` or `AgentProvider` of the owner, and has
 * the contexts there. `fallback` is shown while that is hidden or gone, while `render` suspends,
 * and, if it throws, until the call is in another state.
 */
declare function Call({ id, fallback }: CallProps): ReactNode;
/** A component of the app that the model may place. */
interface UiComponent<Props> {
  /** The description for the model: what the component shows. */
  readonly description: string;
  /** The schema of the props that the model gives. Only what it parses reaches the component. */
  readonly props: StandardSchema<unknown, Props>;
  readonly component: ComponentType<Props & {
    readonly children?: ReactNode;
  }>;
  /** True if the component may have other ones inside. Default: false. */
  readonly children?: boolean | undefined;
}
/** The components that the model may place, by the names that it uses. */
type UiCatalog<Props extends Record<string, object>> = { readonly [Name in keyof Props]: UiComponent<Props[Name]>; };
/** A node of a tree: a text, or a component with its props and the nodes inside it. */
type UiNode = string | {
  readonly type: string;
  readonly props?: Readonly<Record<string, unknown>> | undefined;
  readonly children?: readonly UiNode[] | undefined;
};
/** A node that is not shown. */
interface SkippedNode {
  /** The place of the node, such as `root.children[0]`. */
  readonly path: string;
  readonly reason: string;
}
/** The arguments of a tool that `uiTool` makes. */
interface UiArgs {
  readonly root: UiNode;
}
/** The result of a tree, for the model. */
interface UiResult {
  /** The number of nodes that are shown. */
  readonly shown: number;
  /** The nodes that are not shown, with the reasons. Absent if all are. */
  readonly skipped?: readonly SkippedNode[] | undefined;
}
/** The options of {@link uiTool}: those of a tool, with a catalog in place of the handler. */
interface UiToolOptions<Props extends Record<string, object>> extends Omit<ToolOptions<UiArgs, UiResult>, "description" | "handler" | "parameters"> {
  /** The description for the model. Default: that it shows components to the user. */
  readonly description?: string | undefined;
  /** The components that the model may place, by the names that it uses. */
  readonly catalog: UiCatalog<Props>;
}
/**
 * Makes the options of a tool for `useTool`, with which the model shows a tree of the app's own
 * components. The tree is shown while the model writes it.
 *
 * A component gets only the props that its schema parses. A node that does not fit is left out, and
 * the model is told why. Such a node has an unknown component, props that do not fit, or an address
 * that would run code. A tree has at most 500 nodes and 30 levels. The model writes no HTML.
 *
 * Call it once, outside of components. Throws `AgentError` if a name, a description or a schema of
 * the catalog cannot be sent to a model.
 *
 * @example
 * const card = { description: 'A card.', props: z.object({ title: z.string() }), component: Card }
 * const showUi = uiTool({ name: 'show_ui', catalog: { Card: card } })
 * // in a component: useTool(showUi)
 */
declare function uiTool<Props extends Record<string, object>>(options: UiToolOptions<Props>): UseToolOptions<UiArgs, UiResult>;
export { AgentProvider, AgentScope, type AnswerableItem, Call, type CallView, type FormToolsOptions, type MessagePage, PageBusy, type PlainForm, type RenderProps, type ScopeHandle, type SentRun, type ToolList, type ToolRenderer, type UiCatalog, type UiNode, type UiResult, type Until, type UseAgentResult, type UseMessagesResult, type UseScopeOptions, type UseToolOptions, canPress, reactRouter, tanstackRouter, uiTool, useAgent, useAgentEvent, useCall, useCallRenderer, useFormTools, useMessage, useMessages, usePending, usePlugin, useScope, useTool, useTools };

// ambit/react/query

import { DefaultError, InferDataFromTag, MutationOptions, QueryClient, QueryKey, UseMutationResult } from "@tanstack/react-query";
import "react";
/** The options of `mutationTool`: those of a tool, with a mutation in place of the handler. */
interface MutationToolOptions<Args, Data, Failure = DefaultError, OnMutate = unknown> extends Omit<ToolOptions<Args, Data>, "handler"> {
  client: QueryClient;
  /**
   * The options of `useMutation` or `mutationOptions`, or the result of `useMutation`. The
   * arguments of the tool are the variables of the mutation.
   */
  mutation: MutationOptions<Data, Failure, Args, OnMutate> | Pick<UseMutationResult<Data, Failure, Args, OnMutate>, "mutateAsync">;
  /**
   * The queries that the mutation makes out of date, by their keys or the start of their keys.
   * Those on the page are fetched again before the call ends.
   */
  invalidates?: readonly QueryKey[] | ((data: Data, args: Args) => readonly QueryKey[]) | undefined;
  /**
   * Shows the expected result while the mutation runs: `change` replaces the data of a query that
   * has data. When the mutation ends, the query is invalidated. If the mutation fails, the old data
   * is restored first, unless the data has changed since.
   */
  optimistic?: ((args: Args, change: ChangeQuery) => void) | undefined;
  /**
   * Returns what a mutation that succeeded has changed on the page, for `ctx.touched`: elements, or
   * their ids. An empty array says that it has changed nothing, so there is nothing to undo.
   * Default: the element of the tool's scope.
   */
  touched?: ((data: Data, args: Args) => TouchTarget | readonly TouchTarget[]) | undefined;
  /**
   * As of any tool, but the default of `toModel` is `{ ok: true }`. An answer of the server may
   * hold what the model must not have, such as a password hash.
   */
  result?: ToolOptions<Args, Data>["result"];
  /**
   * Undoes a mutation that succeeded, as of any tool. The same queries are then fetched again.
   * Without this option, the call cannot be undone.
   */
  undo?: ToolOptions<Args, Data>["undo"];
}
/**
 * Creates a tool from a TanStack Query mutation. The mutation runs in the client's MutationCache,
 * with its retries, callbacks and defaults, and `useIsMutating` counts it. The model gets only
 * `{ ok: true }`, or what `result.toModel` returns.
 *
 * The call ends when the queries that it invalidates have been fetched again. A query that fails
 * does not fail the call. If the call is cancelled, the mutation goes on, and can be undone when it
 * has succeeded. One that is paused, such as offline, shows the agent as `waitingFor` the network.
 * It never begins if the call is cancelled: it fails at once, and the model is told that it was not
 * run. The call outlives its component, which the mutation may take off the page.
 *
 * Throws as `new Tool` does. In a component use `useMutationTool`.
 */
declare const mutationTool: <Args, Data, Failure = DefaultError, OnMutate = unknown>(options: MutationToolOptions<Args, Data, Failure, OnMutate>) => Tool<Args, Data>;
/**
 * Replaces the data of one query, by its whole key. Does nothing if the query has no data. `update`
 * must not mutate its input.
 */
type ChangeQuery = <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>>(queryKey: Key, update: (data: Data) => Data) => void;
/** The state of a query, as the model gets it. */
type QueryContext<Seen> = {
  readonly status: "missing";
} | {
  readonly status: "loading";
} | {
  readonly status: "error";
  readonly error: string;
  readonly data?: Seen;
} | {
  readonly status: "stale";
  readonly data: Seen;
  readonly updatedAt: string;
  readonly isFetching: boolean;
} | {
  readonly status: "fresh";
  readonly data: Seen;
};
/**
 * Creates a `context` for `useScope` or `new Scope` that shows the model one query of a TanStack
 * Query cache. The model gets the data, or the part that `select` returns, and its state: loading,
 * failed, stale or fresh. Each request reads it again. Nothing is fetched: a query that the page
 * did not ask for is `missing`.
 */
declare const queryContext: <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>, Seen = Data>(client: QueryClient, queryKey: Key, select?: (data: Data) => Seen) => (() => QueryContext<Seen>);
/** The options of `useMutationTool`. */
interface UseMutationToolOptions<Args, Data, Failure = DefaultError, OnMutate = unknown> extends MutationToolOptions<Args, Data, Failure, OnMutate> {
  /** The scope, as for `useTool`. */
  scope?: ScopeHandle | undefined;
}
/**
 * Registers a `mutationTool` while the component is mounted, as `useTool` does. The mutation is
 * that of the latest committed render.
 */
declare const useMutationTool: <Args, Data, Failure = DefaultError, OnMutate = unknown>(asked: UseMutationToolOptions<Args, Data, Failure, OnMutate>) => void;
/** The part of a TanStack Query client that `queries` uses. */
interface QueryClientLike<Filters> {
  isFetching(filters?: Filters): number;
  getQueryCache(): {
    subscribe(listener: (event: {
      readonly type: string;
    }) => void): () => void;
  };
}
/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the queries that a
 * TanStack Query client is fetching. It also waits until the page is notified of data that was set.
 * Name the queries that pages need in `filters`. Without filters, the agent also waits for queries
 * that poll or are fetched again in the background.
 */
declare function queries<Filters>(client: QueryClientLike<Filters>, filters?: Filters): Until;
export { type MutationToolOptions, type QueryContext, type UseMutationToolOptions, mutationTool, queries, queryContext, useMutationTool };

// ambit/react/state

import { Dispatch, SetStateAction } from "react";
/** The options of a state that the agent reads and changes. */
interface AgentStateOptions<State> {
  /**
   * The schema of the state, of any type. It must accept what it returns, and check at once. Keep
   * it outside of the component. The context has the JSON of the state.
   */
  schema: StandardSchema<unknown, State>;
  /** What the state is, in a sentence for the model, such as `The filters of the list.` */
  description: string;
  /** The effect of the agent's changes, as of a tool. Default `write`. */
  effect?: Effect;
  /** Whether the agent may change the state. It reads the state in any case. Default: always. */
  enabled?: Enabled | undefined;
  /** False if a change cannot be undone by another change of the state. Default true. */
  undo?: boolean | undefined;
}
/** What keeps a state in place of the hook: the state of this render, and what replaces it. */
type Pair<State> = readonly [state: State, replace: (next: State) => unknown];
/**
 * `useState` for a state that the agent reads and changes. While the component is mounted, the
 * scope `name` has the state as its context, and the tool `set_<name>`. That takes a JSON Merge
 * Patch: the members to change, or `value`, all of it, for a state that is not an object. A patch
 * that the schema refuses changes nothing, and the model is told why.
 *
 * Undoing a change puts back what is still as the agent left it, member by member. In lists of
 * things with an `id`, thing by thing. The rest stays, and a sentence for people names it.
 *
 * Renders as `useState` does: the state alone re-renders the component. With `state`, something
 * else keeps it: a reducer, a store, the address. The hook then returns that pair.
 *
 * Two components with one name follow the rule of `useScope`. A name or a schema that no tool could
 * have is left out, as `useTool` tells. So is a state with an option that does not exist. The hook
 * works all the same.
 */
declare function useAgentState<State>(name: string, options: AgentStateOptions<State> & {
  /** The state at the start, or a function that returns it, as of `useState`. */
  initial: NoInfer<State | (() => State)>;
}): [State, Dispatch<SetStateAction<State>>];
declare function useAgentState<State, Kept extends Pair<State>>(name: string, options: AgentStateOptions<State> & {
  /**
   * The state of this render, and the function that replaces it. The call ends when a promise of
   * it resolves, and fails when that rejects.
   */
  state: Kept;
}): Kept;
/** One thing that is remembered. */
interface MemoryEntry {
  readonly id: string;
  /** One line of 1 to 200 characters, counted as code points. */
  readonly text: string;
  /** The time at which it was remembered, in milliseconds since the Unix epoch. */
  readonly at: number;
  /**
   * The third-party text that the model had read, in words for people. Absent if there was none, or
   * if the user has edited the entry since.
   */
  readonly source?: string | undefined;
}
/** What is remembered of a user: a plug-in, and a zustand store for the view of its entries. */
interface Memory extends AgentPlugin, Pick<StoreApi<MemoryState>, "getState" | "getInitialState" | "subscribe"> {
  /**
   * Replaces the text of an entry by the user's own. Control characters become spaces. Rejects with
   * `AgentError` for an id that no entry has, for a text without 1 to 200 characters, and for that
   * of another entry. Also rejects with what the store threw, and if it does not answer in 10 s.
   */
  edit(id: string, text: string): Promise<void>;
  /** Deletes an entry. Rejects with what the store threw, and if it does not answer in 10 s. */
  delete(id: string): Promise<void>;
}
/** The state of a memory, for a page to show. */
interface MemoryState {
  /** The entries, the oldest first: at most 40, the newest of those that are kept. */
  readonly entries: readonly MemoryEntry[];
  /** Why the entries could not be read. Then nothing is remembered or forgotten. */
  readonly error?: Error | undefined;
}
/**
 * Returns what is remembered of the user, for a view of it, and re-renders when that changes, also
 * by another page. `entries` is empty until it is read; `error` says why it could not be. `edit`
 * and `delete` of the memory change it.
 */
declare const useMemory: (memory: Memory) => MemoryState;
export { type AgentStateOptions, useAgentState, useMemory };

// ambit/react/undo

import "@ai-sdk/provider";
import "zustand/vanilla";
/** A history of the application that undoes what the user did, such as the store of zundo. */
interface UndoHistory {
  /**
   * Returns the steps that can be undone now, the oldest first. A step is any value, and stays the
   * same value: it is compared by identity.
   */
  readonly past: () => readonly unknown[];
  /**
   * Calls the listener whenever the steps have changed, before anything else happens. Returns a
   * function that unsubscribes.
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Undoes the newest step. May return a promise. */
  readonly undo: () => unknown;
  /** Does what was last undone again. Without it, the steps of this history are not redone. */
  readonly redo?: (() => unknown) | undefined;
}
/** What the stack of undo can do now, and how. */
interface UndoState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /**
   * Why the last undo or redo failed: what the history or the undo of the call threw. Undefined if
   * it did not fail, and once the next one begins.
   */
  readonly error: Error | undefined;
  /**
   * Undoes the newest step of the user or call of the agent. Resolves at its end, and tells in
   * `error` if it failed. The next `undo` then goes on with the step before.
   */
  readonly undo: () => Promise<void>;
  /** Does again what `undo` last undid. Calls whose own undo ran are not. Resolves as `undo`. */
  readonly redo: () => Promise<void>;
}
/**
 * One stack of undo for what the user did, by `histories` of the application, and for the calls
 * of the agent that can be undone. Ctrl+Z or ⌘Z undoes the newest of all, and Ctrl+Y, Ctrl+Shift+Z
 * or ⇧⌘Z redoes a step of a history. Keys in a text field, and those that the page has handled, are
 * left alone. Re-renders the component when `canUndo`, `canRedo` or `error` changes. Show `error`:
 * a closed chat does not tell that Ctrl+Z failed.
 *
 * A step that a history records while a call runs is the call's, except in an event of the user.
 * If the call can be undone, both are undone as one, by the undo of the call. A call of before the
 * component was mounted is not on the stack. Use it once, where the histories live. At most 200
 * steps and calls are kept.
 */
declare function useUndoStack(histories: readonly UndoHistory[]): UndoState;
export { type UndoHistory, type UndoState, useUndoStack };

// ambit/page-tools

/** What the agent does with a control. */
type PageAction = "press" | "press_key" | "fill" | "choose" | "open_link";
/** A control that the agent is about to use. */
interface PageActionTarget {
  readonly action: PageAction;
  readonly element: Element;
  /** The role of ARIA, such as `button`. */
  readonly role: string;
  /** The accessible name. */
  readonly name: string;
  /** What it stands in, in words, such as `row "A-7 Sami Garcia"`. */
  readonly place: string;
}
/** The options of the tools that use a page. */
interface PageToolsOptions {
  /** A selector of the part of the page that the agent uses. Default: the whole body. */
  readonly root?: string | undefined;
  /**
   * What the agent may do: `read` the page, with the `values` of its fields; `press` controls,
   * `fill` fields, open `links`. Without it, a production build has no such tools, and a
   * development build all of them but `values`.
   */
  readonly allow?: readonly ("read" | "values" | "press" | "fill" | "links")[] | undefined;
  /**
   * Whether a user is asked before an act. Undefined leaves it to the rule: each press asks, except
   * for tabs, menus, check boxes, options, and what opens, closes or sorts something. A link asks
   * if it leaves the application.
   */
  readonly asks?: ((target: PageActionTarget) => boolean | undefined) | undefined;
  /** A selector of what is never read and never used. `data-ambit-private` is, in any case. */
  readonly hide?: string | undefined;
  /** The most characters of the page that a request has. Default 12,000. */
  readonly maxChars?: number | undefined;
}
/**
 * Lets the agent use the page by what a user sees of it, where no tool does what is asked. The
 * model learns of a scope that it can load. Its context is the text of the page, with a short name
 * for each control. That is third-party text. Its tools press, fill, choose and open.
 *
 * An act is for the control that was read: if its role, its name or its place is another one, the
 * call is `stale`. What is not known to be harmless asks the user, and so does a request of a press
 * that may change something. Passwords, codes, what nobody sees, the chat, and `hide` are never
 * read. Nothing is pressed while something waits for the user.
 *
 * Throws `AgentError` for an option that does not exist, and for an `allow` without `read`.
 */
declare function pageTools(options?: PageToolsOptions): AgentPlugin;
/**
 * Gives the agent of the nearest `AgentProvider` the tools of {@link pageTools} while it is
 * mounted. Its options are those of the latest committed render.
 */
declare function PageTools(props: PageToolsOptions): null;
export { type PageAction, type PageActionTarget, PageTools, type PageToolsOptions, pageTools };

// ambit/chat

import { ComponentPropsWithoutRef, JSX, MouseEvent, ReactElement, ReactNode, RefCallback, RefObject } from "react";
/** The attributes of a part's element, with its children and its ref. */
type PartAttributes<Tag extends keyof JSX.IntrinsicElements> = ComponentPropsWithoutRef<Tag> & {
  readonly ref?: RefCallback<HTMLElement> | undefined;
  readonly [data: `data-${string}`]: string | undefined;
};
/** The props of every part, beside the part's own. */
interface PartProps<State, Tag extends keyof JSX.IntrinsicElements = "div"> {
  /**
   * A class name to add after the part's own class, or a function of the part's state that returns
   * one.
   */
  readonly className?: string | ((state: State) => string | undefined) | undefined;
  /**
   * Renders another element in place of the part's own. Spread `props` on that element: they hold
   * children, role, name, handlers, state as `data-*`, and a ref. The ref must reach a DOM element.
   */
  readonly render?: ((props: PartAttributes<Tag>, state: State) => ReactElement) | undefined;
}
/** The state of `Chat.Abilities`. */
type AbilitiesState = {
  readonly empty: boolean;
};
/** The props of `Chat.Abilities`. */
type AbilitiesProps = PartProps<AbilitiesState, "section">;
/**
 * Lists what the agent can do on the page now: each scope with its tools. A tool that is off has
 * the reason beside it. What the user allowed without being asked again stands first.
 */
declare function Abilities(props: AbilitiesProps): ReactElement;
/** The state of `WorkingStrip`. */
type WorkingStripState = {
  readonly status: "working" | "waiting";
};
/** What is shown on the page while the agent works there. */
interface MarkOptions {
  /**
   * True to mark on the page what the agent works on and what its calls changed. The elements of a
   * scope are outlined while one of its tools runs. What a call touched flashes once the page has
   * the change, and again when the call is undone. Default true.
   */
  readonly touched?: boolean | undefined;
  /**
   * True to show over the page, while the panel is closed and the agent works, where it works and a
   * button that stops it. Default true.
   */
  readonly strip?: boolean | undefined;
}
/** The props of `Chat.Marks`. `className` and `render` are those of the strip. */
interface MarksProps extends MarkOptions, PartProps<WorkingStripState> {}
/**
 * Shows on the page what the agent works on and what it changed, and a strip while it works. Works
 * also without `Chat.Root`, inside an `AgentProvider`. The strip renders nothing while the popup or
 * sidebar around it is open.
 */
declare function Marks(props: MarksProps): ReactElement;
/** The state of `Chat.Artifact`. `own` is true if the application has a renderer for the type. */
type ArtifactState = {
  readonly type: string;
  readonly own?: boolean;
};
/** The props of `Chat.Artifact`. */
interface ArtifactProps extends PartProps<ArtifactState, "section"> {
  /** The artifact to show. Default: the one that the user opened, with copy and save. */
  readonly artifact?: SessionArtifact | undefined;
}
/**
 * Shows data that a tool gave to the page, by the renderer for its type in the chat's
 * `messages.artifacts`, as Markdown or as text. Without `artifact`, shows the one that the user
 * opened, for the view `artifact`.
 */
declare function Artifact({ artifact, ...props }: ArtifactProps): ReactElement | null;
/** The texts of the field: what is written, sent, attached, and waits for its turn. */
interface ComposerStrings {
  /** The button that removes a waiting message from the queue. */
  readonly withdraw: string;
  /** The name and the placeholder of the text field. */
  readonly message: string;
  readonly placeholder: string;
  readonly send: string;
  /**
   * The name of the send button while the agent works. `steer` names the button whose message the
   * agent reads before its next step.
   */
  readonly queue: string;
  readonly steer: string;
  readonly stop: string;
  /** The name of the list of completions for the text in the field. */
  readonly completions: string;
  /** The names of the button that adds files, the button that dictates, and the list of files. */
  readonly attach: string;
  readonly dictate: string;
  readonly attachments: string;
  /** The names of the list of quotes, and of the button that removes a quote. */
  readonly quotes: string;
  readonly removeQuote: (text: string) => string;
  /** The name of the button that removes a file. */
  readonly removeFile: (name: string) => string;
  /**
   * The reasons why a file was refused: its kind, its size, or the number of files. `maxBytes` is
   * the limit in bytes.
   */
  readonly fileKind: (name: string) => string;
  readonly fileSize: (name: string, maxBytes: number) => string;
  readonly fileCount: (maxFiles: number) => string;
  /** The reasons why a file was refused: it is empty, or too large with the other files. */
  readonly fileEmpty: (name: string) => string;
  readonly filesSize: (name: string, maxBytes: number) => string;
  /** The label of a message that waits for its turn. */
  readonly queued: string;
}
/** Rules for the files that a user may attach. */
interface AttachmentRules {
  /**
   * The media types and extensions, such as `image/*` and `.csv`. Default `image/*`,
   * `application/pdf` and `text/*`. The media type is that of the bytes. Any file of text fits
   * `text/*`. A picture that the browser cannot draw does not fit `image/*`.
   */
  readonly types?: readonly string[] | undefined;
  /**
   * The largest size of one file in bytes. Default 10,000,000, or what the proxy of the model takes
   * if that is less. A larger picture is made smaller, to at most 1,000,000 bytes.
   */
  readonly maxBytes?: number | undefined;
  /** The largest number of files in one message. Default 8. */
  readonly maxFiles?: number | undefined;
  /**
   * True if the files may hold text of other people, such as invoices and mails. The model gets
   * them as data that gives no orders. From then on, a user is asked about every tool that sends
   * or destroys. Default false.
   */
  readonly untrusted?: boolean | undefined;
}
/** A command that a user can write with `/` at the start of a message. */
interface ChatCommand {
  /** The name, without the slash and without spaces. */
  readonly name: string;
  /** One line beside the name. */
  readonly description?: string | undefined;
  /** The text that replaces the command in the field, for the user to send or to complete. */
  readonly prompt?: string | undefined;
  /** Called in place of `prompt` when the command is chosen. The field is emptied. */
  readonly run?: (() => void) | undefined;
}
/** An entry that a user can mention with `@`. */
interface ChatMention {
  /** The text that is shown and searched. */
  readonly label: string;
  /** One line beside the label. */
  readonly description?: string | undefined;
  /** The text that is written into the message after the `@`. Default: the label. */
  readonly text?: string | undefined;
}
/** The state of `Chat.Composer`. */
type ComposerState = {
  readonly empty: boolean;
  readonly busy: boolean;
};
/** What the text field can do beside writing. */
interface ComposerOptions {
  /**
   * Rules for files that the user picks, pastes or drops, or `true` for the default rules.
   * Default false: no files.
   */
  readonly attachments?: AttachmentRules | boolean | undefined;
  /** The commands that a user can write with `/` at the start of a message. Default: none. */
  readonly commands?: readonly ChatCommand[] | undefined;
  /**
   * Mentions with `@`, beside the labelled scopes that are on and the mentions of `useComposer`.
   * Default: none.
   */
  readonly mentions?: readonly ChatMention[] | undefined;
  /**
   * True for a button that listens, if the browser can. The browser may send the speech to its
   * maker. Default false.
   */
  readonly dictation?: boolean | undefined;
}
/** The props of `Chat.Composer`. */
interface ComposerProps extends ComposerOptions, PartProps<ComposerState, "form"> {}
/**
 * Renders the text field with its buttons. Enter sends and Shift+Enter starts a line, unless an
 * input method uses the key. The field grows with its text. The arrow keys bring back earlier
 * messages. An unsent text is kept when the field unmounts. A message that waited for its turn when
 * the page was left is back in the field. It is not sent by itself. It stays stored until the
 * user sends what is in the field, or empties it.
 *
 * A message that is sent while the agent works waits for its turn. With Control+Enter or
 * Command+Enter, the agent reads the message before its next step. Stop brings what waits for its
 * turn back into the field. Files can be dropped anywhere in the chat.
 */
declare function Composer(props: ComposerProps): ReactElement;
/** The props of `Chat.Header`. */
interface HeaderProps extends PartProps<Record<never, never>> {
  /** Your own controls, between the title and the close button. */
  readonly children?: ReactNode;
}
/**
 * Shows the title, which names the dialog or panel. In a popup or sidebar, also shows the close
 * button.
 */
declare function Header(props: HeaderProps): ReactElement;
/** The state of `Chat.Launcher`. */
type LauncherState = {
  readonly open: boolean;
  /** True if the popup is closed and something inside waits for the user. */
  readonly asks: boolean;
  /** True if the popup is closed and the agent works. */
  readonly working: boolean;
};
/** The props of `Chat.Launcher`. */
type LauncherProps = PartProps<LauncherState, "button">;
/**
 * Renders the button that opens and closes the popup. The name of the button reports if something
 * in a closed popup waits for the user, or if the agent works.
 */
declare function Launcher(props: LauncherProps): ReactElement;
/** The state of `Chat.Panel`, which never changes. */
type PanelState = {
  readonly inline: true;
};
/** The props of `Chat.Panel`. */
interface PanelProps extends PartProps<PanelState, "section"> {
  readonly children?: ReactNode;
}
/**
 * Shows a chat as a part of the page: a named region that fills the box around it, at least 320 px
 * high.
 */
declare function Panel(props: PanelProps): ReactElement;
/** Where a popup or sidebar stands. */
interface ChatPlace {
  /** The edge of the screen, in the direction of the text. Default `end`. */
  readonly side?: "start" | "end" | undefined;
  /**
   * The distance of the button and the popup from the edges of the screen, in CSS pixels. `x` is
   * along the text, `y` is upwards; one number is for both. Default: `--ambit-offset-x` and
   * `--ambit-offset-y`, which are 20.
   */
  readonly offset?: number | {
    readonly x?: number | undefined;
    readonly y?: number | undefined;
  } | undefined;
  /** The width of a sidebar, in CSS pixels. A popup has none. */
  readonly width?: {
    /** The first width. Default 420, and down to 340 on a screen of less than 1,100. */
    readonly default?: number | undefined;
    /**
     * The largest width that the user can choose. The smallest is 280. Above that, the
     * sidebar takes at most half of the screen, and leaves the page 320. Default 800.
     */
    readonly max?: number | undefined;
    /** Called with each width that the user chooses. */
    readonly onChange?: ((width: number) => void) | undefined;
  } | undefined;
  /**
   * The element that the chat is rendered into, such as the content of a dialog. Give the element,
   * a ref that holds it, or a function that returns it. While it is `null` or not in the page, the
   * chat stands at its own place. Default: none.
   */
  readonly container?: Element | RefObject<Element | null> | (() => Element | null) | null | undefined;
  /**
   * True to show the chat in the browser's top layer: above the page, whatever the styles of the
   * elements around it. False to show it by `--ambit-z-index`, at its place. Read once. Default
   * true.
   */
  readonly topLayer?: boolean | undefined;
}
/** The view that a chat shows above its text field. */
type ChatView = "conversation" | "abilities" | "sessions" | "artifact";
/** Props that open and close a dialog, from outside or by itself, and say where it stands. */
interface DialogProps {
  /** True to show the panel. Leave `open` out to let the widget decide. */
  readonly open?: boolean | undefined;
  /**
   * True to show the panel at first, when `open` is left out. Does not take the focus. After the
   * user has opened or closed it, the tab keeps that over a reload. Default false.
   */
  readonly defaultOpen?: boolean | undefined;
  /** Called when the user opens or closes the dialog. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /**
   * The shortcut that opens the dialog from anywhere on the page and moves the focus to its text
   * field. Example: `mod+j`, with `mod` for Command or Control. A text that is not a shortcut, or
   * that takes a key that people type with, is ignored, and the console says so. Default: none.
   */
  readonly shortcut?: string | undefined;
  /**
   * Where the button and the dialog stand. Default: above the page, at the end of the text.
   */
  readonly place?: ChatPlace | undefined;
}
/** The state of `Chat.Popup`. */
type PopupState = {
  readonly open: boolean;
  readonly side: "start" | "end";
};
/** The props of `Chat.Popup`. */
interface PopupProps extends DialogProps, PartProps<PopupState> {
  /** The element to show in place of the button that opens the panel. */
  readonly launcher?: ReactElement | undefined;
  readonly children?: ReactNode;
}
/**
 * Shows a button in the corner of the page and the dialog that it opens. The page stays usable.
 * Opening moves the focus to the text field. Escape and the buttons close the dialog and give the
 * focus back. A closed panel keeps its state and is inert. `className` and `render` are those of
 * the panel. On screens up to 480 px wide or high, the dialog fills the screen and is modal. While
 * the agent changes the page, it takes the lower half there, and the page above can be used.
 */
declare function Popup(props: PopupProps): ReactElement;
/** The state of `Chat.Sidebar`. */
type SidebarState = {
  readonly open: boolean;
  readonly side: "start" | "end";
};
/** The props of `Chat.Sidebar`. */
interface SidebarProps extends DialogProps, PartProps<SidebarState> {
  /** The element to show in place of the button that opens the sidebar. */
  readonly launcher?: ReactElement | undefined;
  readonly children?: ReactNode;
}
/**
 * Shows a dialog of the screen's full height at one of its edges, and the button that opens it. The
 * user changes the width by pointer or by arrow keys. Everything else is as in `Popup`.
 *
 * While the sidebar is open beside the page, a property on the document's root holds its width. The
 * property is `--ambit-sidebar-start` or `--ambit-sidebar-end`, so that a page can make room:
 * `body { padding-inline-end: var(--ambit-sidebar-end, 0px) }`.
 */
declare function Sidebar(props: SidebarProps): ReactElement;
/** A code block, as its renderers receive it. */
interface CodeSource {
  /** The code exactly as shown, without a final line end. */
  readonly text: string;
  /** The first word of the info string; `''` if there is none. */
  readonly language: string;
}
/** A code block, as `renderCode` receives it. */
interface CodeBlockSource extends CodeSource {
  /** False while more code may follow. */
  readonly isComplete: boolean;
}
/** A formula, as `renderMath` receives it. The formula is complete. */
interface MathBlockSource {
  /** The formula without its marks, such as `x^2`. */
  readonly text: string;
  /** True for a formula that stands by itself, between `$$` or `\[` and `\]`. */
  readonly display: boolean;
}
/** A link that passed the link policy, as `renderLink` receives it. */
interface LinkSource {
  /** The whole address. */
  readonly href: string;
  /** Path, query and fragment of a page of this application. Absent for other addresses. */
  readonly path?: string | undefined;
  /** The text of the link, without formatting. */
  readonly text: string;
  /** The content of the link, which names the host if the text misleads about it. */
  readonly children: ReactNode;
}
/** Options for Markdown, in `Markdown` and in the messages of a chat. */
interface MarkdownOptions {
  /** Texts in place of the English ones. */
  readonly strings?: Partial<MarkdownStrings> | undefined;
  /** Renders the actions in a code block's head, beside the language. Default: a copy button. */
  readonly renderCodeActions?: ((code: CodeSource) => ReactNode) | undefined;
  /**
   * Renders a code block, below the head with its language and actions. Called again with each
   * change while the code grows. `undefined` shows the code as it is, and so does a renderer that
   * throws. Pass the same function each time. Default: the code as it is.
   */
  readonly renderCode?: ((code: CodeBlockSource) => ReactNode | undefined) | undefined;
  /**
   * Renders a complete formula: LaTeX between `$`, `$$`, `\(` and `\)`, or `\[` and `\]`.
   * `undefined` shows the formula as it was written, and so does a renderer that throws. Pass the
   * same function each time. Default: formulas as they were written.
   */
  readonly renderMath?: ((math: MathBlockSource) => ReactNode | undefined) | undefined;
  /**
   * Renders a link. `undefined` shows the usual link, and so does a renderer that throws. Not
   * called for an address that the link policy refuses, nor for one that carries much text to
   * another site. Pass the same function each time. Default: the usual link.
   */
  readonly renderLink?: ((link: LinkSource) => ReactNode | undefined) | undefined;
  /**
   * Opens a page of this application, without a load. With this callback, a path such as
   * `/orders/17` is a link, and so is an address of this page's origin. Receives path, query and
   * fragment after a plain press. Default: a path is text, and an address of this origin opens a
   * new tab.
   */
  readonly onNavigate?: ((path: string) => void) | undefined;
  /**
   * Called when a link is activated. `preventDefault()` keeps the browser from following the link.
   */
  readonly onLinkClick?: ((event: MouseEvent<HTMLAnchorElement>, href: string) => void) | undefined;
  /**
   * The origins from which images load without a press, such as `https://images.example`. An entry
   * may have a path, such as `https://cdn.example/docs`: an address must then begin with the
   * segments of that path. The text decides which address a server is asked for. Name no server
   * that passes requests on, and none whose log others read. Pass the same array each time.
   * Default: none; every image waits for a press.
   */
  readonly images?: readonly string[] | undefined;
}
declare const englishMarkdown: {
  /** The visible text and accessible name of a code block's copy button. */
  copy: string;
  /** The copy button's text for two seconds after a successful copy. */
  copied: string;
  /** The copy button's text for two seconds after the browser refused. */
  copyFailed: string;
  /** The accessible name of a code block. `language` is empty if it is unknown. */
  code: (language: string) => string;
  /** The accessible name of a table that can be scrolled. */
  table: string;
  /**
   * The text for an image that is not loaded, and the alternative text of a loaded one. `alt` may
   * be empty.
   */
  image: (alt: string) => string;
  /** The button that loads an image, and the button that removes it again. */
  loadImage: string;
  hideImage: string;
  /** The text in place of an image that the page's policy or the network refused. */
  imageFailed: string;
  /**
   * The question before a link is followed that carries much text to another site. `host` is that
   * site, `chars` the length of the address.
   */
  heavyLink: (host: string, chars: number) => string;
  /** The note that counts the invisible characters of a text that are not shown. */
  hiddenChars: (count: number) => string;
  /** The name of a mark that leads to a footnote, and of the way back from the footnote. */
  footnote: (number: string) => string;
  footnoteBack: string;
  taskDone: string;
  taskOpen: string;
  /** The end of a text that is longer than the part that is shown. */
  truncated: string;
};
/** All texts that `Markdown` adds to the content. */
type MarkdownStrings = Readonly<typeof englishMarkdown>;
/** The props of `Chat.Markdown`. */
interface MarkdownProps extends MarkdownOptions {
  /** The whole text so far. While `streaming`, each new text begins with the one before. */
  readonly text: string;
  /** True if more text follows. Default `false`. */
  readonly streaming?: boolean | undefined;
}
/** Loads the Markdown part before its first use. Never rejects. */
declare function preloadMarkdown(): Promise<void>;
/**
 * Shows a model's Markdown (CommonMark and GFM) as React elements of a closed set. Renders no HTML
 * of the text, links only to web, mail and phone, and loads no image that neither the user nor
 * the application allowed. Finished text is never parsed or rendered again, whatever follows. The
 * text is shown as written until the parser is loaded, and if it cannot load. The first rendering,
 * and the server's, shows at most 32,768 characters; the rest follows frame by frame.
 */
declare function Markdown(props: MarkdownProps): ReactNode;
/** The props of `Chat.Menu`. */
interface ConversationMenuProps {
  /** Your own entries, after those of the widget. */
  readonly items?: readonly MenuItem[] | undefined;
}
/**
 * Shows a menu for the whole conversation: begin a new one, or copy or save this one as Markdown.
 * If the agent's model is one of `chooseModel`, the menu also opens the list of its models.
 */
declare function ConversationMenu({ items }: ConversationMenuProps): ReactElement;
/** An entry of a menu: its text and its action. */
interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
}
/**
 * The state of `Chat.Meter`. `costed` is true if the cost is known, `spent` if nothing is left of
 * the user's limit.
 */
type MeterState = {
  readonly costed: boolean;
  readonly spent: boolean;
};
/** What the line under the field shows beside the usage. */
interface MeterOptions {
  /**
   * The model that answers: its id if the user can choose, otherwise its name in words for
   * people. Default: of `chooseModel`, the one that answers; of others, none is shown.
   */
  readonly model?: string | undefined;
  /** The name of a `model` to choose that the proxy does not list. Default: its id. */
  readonly name?: string | undefined;
  /**
   * Called with the id of the model that the user chose among those of `proxy`. Pass it as
   * `model` then, and give `createProxyModel` a function that returns it. Default: there is no
   * choice.
   */
  readonly onModelChange?: ((id: string) => void) | undefined;
  /**
   * The proxy that is asked for what is left of the user's tokens or money: when the chat opens,
   * and after each run. Default: none is asked.
   */
  readonly proxy?: ProxyConnection | undefined;
}
/** The props of `Chat.Meter`. */
interface MeterProps extends MeterOptions, PartProps<MeterState, "p"> {}
/**
 * Shows one line with the model that answers, the usage of the open session, and what is left of
 * the user's limit at a proxy. The usage is in tokens, with the part of the prompts that
 * came from the provider's cache, and in USD if `prices` has the model.
 */
declare function Meter(props: MeterProps): ReactElement;
/** The state of `Chat.Outside`. */
type OutsideCallsState = {
  readonly status: "working" | "idle" | "stopped";
};
/** The props of `Chat.Outside`. */
type OutsideCallsProps = PartProps<OutsideCallsState>;
/**
 * Shows that an agent outside of the page is at work, and its last calls, the newest first. A
 * button stops it or lets it call again. Renders nothing before its first call.
 */
declare function OutsideCalls(props: OutsideCallsProps): ReactElement | null;
/** The state of `Chat.Sessions`. `loading` is true until the list was read. */
type SessionListState = {
  readonly empty: boolean;
  readonly loading: boolean;
};
/** The props of `Chat.Sessions`. */
type SessionListProps = PartProps<SessionListState, "section">;
/**
 * Lists the stored sessions by day and month, the one used last first, 30 at a time. The user can
 * open, rename or delete a session, or begin a new one. From 8 sessions on, the user can search
 * their titles and texts. The arrow keys, Home and End move inside the list. Needs an agent with a
 * `storage`.
 */
declare function SessionList(props: SessionListProps): ReactElement;
/**
 * A message that the user can send with one press: its text, or a short `label` for the button
 * and the `message` that is sent.
 */
type Suggestion = string | {
  readonly label: string;
  readonly message: string;
};
/** What a chat shows before the first message. */
interface StartOptions {
  /**
   * A plain sentence about the page, in place of the string `emptyText`. The greeting of
   * `useSuggestions` on the page comes before it. Default: none.
   */
  readonly greeting?: string | undefined;
  /**
   * Messages that the user can send with one press. Those of `useSuggestions` on the page come
   * before them. Default: none.
   */
  readonly suggestions?: readonly Suggestion[] | undefined;
}
/**
 * What a chat shows before the first message, or a function that returns it from the scopes on the
 * page. The function is called again when the scopes, or what is on in them, change.
 */
type Start = StartOptions | ((scopes: readonly ScopeView[]) => StartOptions);
/** The props of `Chat.Suggestions`. */
interface PageSuggestionsProps {
  /**
   * What the chat starts with. Only a function of the scopes depends on the page: the suggestions
   * of an object are shown before the first message alone. Default: none beside those of
   * `useSuggestions`.
   */
  readonly start?: Start | undefined;
}
/**
 * Shows up to 3 suggestions of the page in one line, for a conversation that has begun. Renders
 * nothing while the agent works or asks, while the user writes, and while the model's own
 * suggestions are shown. Leaves out what the user has already said.
 */
declare function PageSuggestions(props: PageSuggestionsProps): ReactElement | null;
/** The state of `ToolCard`. */
type ToolCardState = {
  readonly state: CallState | "undoing" | "undone";
};
/** The props of `Chat.Call`. */
interface CallProps extends PartProps<ToolCardState> {
  /** The id of the call. */
  readonly id: string;
  /** Called when the user opens or folds the card. Default: nothing. */
  readonly onOpen?: ((isOpen: boolean) => void) | undefined;
}
/**
 * Shows one call of a tool as a card: its title, arguments, progress, state and result, and a
 * button that undoes it. The card follows the call until it has ended. Renders nothing for a call
 * that is not in the conversation.
 */
declare function Call(props: CallProps): ReactElement | null;
/** The props of `Chat.Empty`. */
interface EmptyStateProps extends PartProps<Record<never, never>> {
  /** The greeting and the suggestions. Default: a general sentence, and no suggestions. */
  readonly start?: Start | undefined;
}
/**
 * Shows the content of the transcript before the first message: a greeting, and suggestions. Those
 * of `useSuggestions` on the page come first.
 */
declare function EmptyState(props: EmptyStateProps): ReactElement;
/**
 * The state of a message. `source` is of one that the user or the application sent. `partial`: an
 * answer that ends early.
 */
type MessageState = Partial<UserBubbleState & AssistantBubbleState>;
/** The props of `Chat.Message`. */
interface MessageProps extends PartProps<MessageState, "article"> {
  /** The id of the message. */
  readonly id: string;
  /** True to show the actions of the message below it. Default true. */
  readonly actions?: boolean | undefined;
}
/** The state of `UserBubble`. `source` is `app` if the application sent the message. */
type UserBubbleState = {
  readonly source: "user" | "app";
};
/** The state of `AssistantBubble`. `partial` is true if the message ends early. */
type AssistantBubbleState = {
  readonly streaming: boolean;
  readonly partial: boolean;
};
/**
 * Shows one message of the user, the application or the assistant, with its calls. Its actions
 * are: copy, edit or answer again, read aloud, rate, switch between versions. Renders nothing for
 * another message, and for one that is not in the conversation.
 */
declare function Message(props: MessageProps): ReactElement;
/**
 * The readiness of a button. `settling`: the button is missing, has just come, or has moved.
 * `unseen`: some fact of the card was not in view yet. `covered`: something covers the button, or
 * the button is out of view. `ready`: a press counts.
 */
type Steadiness = "settling" | "unseen" | "covered" | "ready";
/** The state of `ApprovalCard`. */
type ApprovalCardState = {
  readonly effect: PendingApproval["effect"];
  readonly tainted: boolean;
  readonly editing: boolean;
  /** The readiness of the allow button: `ready`, or the reason why it cannot be pressed. */
  readonly steadiness: Steadiness;
};
/** The props of `Chat.Pending`: those of the card of an approval. */
type PendingProps = PartProps<ApprovalCardState>;
/**
 * Shows what waits for the user: questions of tools, requests for approval, and sign-ins. Leaves
 * out a request whose call is in a drawn message, which shows its card. While mounted, reports that
 * a user can answer, so tools may ask.
 */
declare function Pending(props: PendingProps): ReactElement;
/**
 * The state of `SessionNotice`. `interrupted`: the last run was cut short. `degraded`: the storage
 * keeps less than it should.
 */
type SessionNoticeState = {
  readonly interrupted: boolean;
  readonly degraded: boolean;
};
/** The texts of the frame, the launcher, the conversation and its views, and the current work. */
interface FrameStrings {
  /** The name of the dialog or panel, also shown as its heading. */
  readonly title: string;
  /** The name of the launcher button. */
  readonly open: string;
  /** The name of the button that closes the popup or sidebar. */
  readonly close: string;
  /** The name of the edge that changes a sidebar's width. */
  readonly resize: string;
  /** The name of the region that scrolls. */
  readonly conversation: string;
  /** The name of the log of messages, inside the region `conversation`. */
  readonly messages: string;
  /** The heading and the text before the first message. */
  readonly emptyTitle: string;
  readonly emptyText: string;
  /** The name of the list of suggestions. */
  readonly suggestions: string;
  /** The buttons that lead to the latest message, and to what waits for the user. */
  readonly jump: string;
  readonly decide: string;
  /** The button above the messages that draws those before them. */
  readonly showEarlier: string;
  /** The name of the conversation's menu, then its entries. */
  readonly more: string;
  readonly models: string;
  readonly copyConversation: string;
  readonly saveConversation: string;
  /** The name of the list of the agent's abilities, and of the button that shows the list. */
  readonly abilities: string;
  /** The text in place of an empty list of abilities. */
  readonly noAbilities: string;
  /** The reason why a tool is off, if the application gives none. */
  readonly notNow: string;
  /** The heading of what the user allowed without being asked again. */
  readonly remembered: string;
  /** The time until which nobody is asked, from a time of day. */
  readonly allowedUntil: (time: string) => string;
  /** The button that takes such an approval back, its accessible name, and what is spoken after. */
  readonly takeBack: string;
  readonly takeBackOf: (tool: string) => string;
  readonly tookBack: string;
  /**
   * The status line while the agent works, while a tool runs, and between two tries. `done`,
   * `stopped` and `failed` are its texts at the end of a run.
   */
  readonly working: string;
  readonly usingTool: (title: string) => string;
  /** The text over the page while a tool of the scope with this label runs. */
  readonly workingOn: (label: string) => string;
  /** The button over the page that opens the chat, while the agent waits for the user. */
  readonly answer: string;
  readonly waiting: string;
  /** The time left, beside `waiting`. The text changes each second and is not spoken. */
  readonly waitingFor: (seconds: number) => string;
  /** The status line while the agent waits for the network. */
  readonly offline: string;
  /** The status line while the agent waits for the user's answer. */
  readonly waitingForUser: string;
  readonly done: string;
  readonly stopped: string;
  readonly failed: string;
  /** The text while the chat itself is fetched. */
  readonly loading: string;
}
declare const englishLate: {
  /**
   * The message in place of a part that could not be fetched. The buttons are `retry` and `reload`.
   */
  partNotLoaded: string;
  retry: string;
  /** The button that reloads the page, beside `retry`. */
  reload: string;
  /** The sentence in place of the chat in a browser that is too old for the agent. */
  tooOld: string;
};
declare const own: {
  /** The heading of an error, above one of the others. */
  errorTitle: string;
  /** The text for an error that has no message. */
  unknownError: string;
  /** The heading for a message that a guardrail refused, above the reason. The button is `edit`. */
  notSent: string;
  /** The heading for a refused answer, above the reason. The button is `tryAgain`. */
  withheld: string;
  tryAgain: string;
  /** The reason if a guardrail failed, or was stopped, before it accepted the message. */
  notChecked: string;
  copyDetails: string;
  /** The texts for a run that reached a limit, each with the limit. The button is `goOn`. */
  steps: (limit: number) => string;
  calls: (limit: number) => string;
  time: (limitMs: number) => string;
  repeated: (limit: number) => string;
  /** The text for a run that reached a limit of tokens, of money, or one of the application. */
  spent: string;
  /** The text if a budget is used up that holds for more than one run. Nothing can go on. */
  allSpent: string;
  goOn: string;
  /** The line under the title of `Copilot` while there is no network. */
  offline: string;
  /** The text if there is no connection. */
  network: string;
  /** The text if the model or the proxy has too much to do. */
  busy: string;
  /** The text if the proxy cannot reach the server of the model. */
  unreachable: string;
  tooSlow: string;
  /** The text if the run ended because nobody decided about a call in time. */
  undecided: string;
  /** The text for an answer that broke off, or came empty. */
  cut: string;
  /** The text if the user has to sign in again. */
  signedOut: string;
  /** The text for something that only those who run the page can mend. */
  setup: string;
  /** The text if what may be used for now is used up. */
  usedUp: string;
  tooLong: string;
  /** The text if none of the models of `chooseModel` can answer. */
  noModel: string;
  /** The heading for files that were refused, above the reason. The button is `goOnWithout`. */
  filesNotSent: string;
  /**
   * The reason for files that were refused. `kind`: the model does not take such files. `rejected`:
   * the model, or something on the way to it, did not accept them.
   */
  filesRefused: (names: string, reason: "too_large" | "kind" | "rejected") => string;
  goOnWithout: string;
  /** The text if a part of the page could not be fetched. */
  notLoaded: string;
  /** The text for a model that failed on its side, and for everything else. */
  failed: string;
  other: string;
  /** The label of the technical text, folded. */
  details: string;
};
/**
 * The texts about a run that did not complete, by what the user can do, and about parts that
 * could not be fetched.
 */
type ProblemStrings = Readonly<typeof englishLate & typeof own>;
/** The reason why a run did not complete, for people. Errors have their texts for developers. */
interface Problem$1 {
  /** The kind: a `limit` is not a failure, the user can let the agent go on. */
  readonly kind: "limit" | "failure" | "refusal";
  readonly title: string;
  /** Empty if the title says all. */
  readonly text: string;
  /** True for what the next run would meet at once. */
  readonly isFinal?: true | undefined;
}
/** The state of `ErrorNotice`. `limit`: the run was stopped by a limit, and can go on. */
type ErrorNoticeState = {
  readonly kind: Problem$1["kind"];
};
/** The state of `Chat.Problem`. */
type ProblemState = Partial<ErrorNoticeState & SessionNoticeState>;
/** The props of `Chat.Problem`. */
type ProblemProps = PartProps<ProblemState>;
/**
 * Shows why the last run did not complete, in words for people, with a button that goes on. Offers
 * to resume a run that a reload or a crash cut short, and shows what a storage does not keep.
 * Renders nothing if all is well.
 */
declare function Problem(props: ProblemProps): ReactElement;
/**
 * Lists the messages of the user that the agent has not taken yet, in the order in which they
 * were sent. The user can withdraw each message.
 */
declare function QueuedMessages(): ReactElement | null;
/** The state of `Chat.Reasoning`. */
type ReasoningState = {
  readonly open: boolean;
  readonly streaming: boolean;
};
/** The props of `Chat.Reasoning`: the model's reasoning so far. */
interface ReasoningProps extends PartProps<ReasoningState, "details"> {
  readonly text: string;
  /** True if more text follows. Default false. */
  readonly streaming?: boolean | undefined;
}
/**
 * Shows the model's reasoning before its answer as plain text, folded until the user opens it.
 */
declare function Reasoning(props: ReasoningProps): ReactElement;
/** The state of `StatusLine`. */
type StatusLineState = {
  readonly status: "working" | "waiting" | "idle" | RunOutcome;
};
/** The outcome of a run on the status line. `stopped` is a cancel, or a limit. */
type RunOutcome = "done" | "stopped" | "failed";
/** The state of `Chat.Status`. A `notice` has none. */
type StatusState = Partial<StatusLineState>;
/** The props of `Chat.Status`. */
interface StatusProps extends PartProps<StatusState, "p"> {
  /**
   * A fact that the user should always see, such as that no language model answers. Plain text,
   * shown in place of the agent's work. Default: none.
   */
  readonly notice?: string | undefined;
}
/**
 * Shows one line with the agent's work: the one live region, which also speaks the start, the tools
 * and the end. With `notice`, shows that line instead, which stays.
 */
declare function Status({ notice, ...props }: StatusProps): ReactElement;
/** The state of `Chat.Transcript`. */
type TranscriptState = {
  readonly busy: boolean;
  readonly empty: boolean;
};
/** The props of `Chat.Transcript`. */
interface TranscriptProps extends PartProps<TranscriptState> {
  /**
   * The content while there is no message, and none is being read from a storage. Default: nothing.
   */
  readonly empty?: ReactNode;
}
/**
 * Shows the open session's messages, the error of the last run, the waiting messages and the status
 * line. The named region scrolls and takes the focus. The region stays at its end until the user
 * scrolls up. Earlier messages of a long or stored session come when the user is near the top.
 * The log in the region speaks new messages, but is quiet while the agent works: the status line
 * speaks then.
 */
declare function Transcript(props: TranscriptProps): ReactElement;
/** A user's opinion of an answer. */
interface Feedback {
  readonly message: AssistantMessage;
  readonly value: "good" | "bad";
}
/** The application's renderers of artifacts, by the artifact's `type`. */
type ArtifactRenderers = Readonly<Record<string, (artifact: SessionArtifact) => ReactNode>>;
/** What the messages of a chat show, and what they call. */
interface MessageOptions {
  /**
   * Renderers for what answers hold: code, formulas, links. Pass the same functions each time.
   * Default: code and formulas as they are, and usual links.
   */
  readonly markdown?: MarkdownOptions | undefined;
  /**
   * Renderers of artifacts (data that tools give to the page), by type. Default: artifacts are
   * shown as text. Pass the same functions each time.
   */
  readonly artifacts?: ArtifactRenderers | undefined;
  /**
   * The origins from which images in answers load without a press: see `markdown`. Default: none.
   */
  readonly images?: readonly string[] | undefined;
  /**
   * True for a button at each answer that reads it aloud, if the browser has a voice of its own. A
   * voice that sends the text to a server is not used. Default true.
   */
  readonly readAloud?: boolean | undefined;
  /**
   * True to speak each finished answer once to screen readers, up to 500 characters, without code.
   * Default true.
   */
  readonly announce?: boolean | undefined;
  /**
   * Opens a page of the application that an answer links to, such as `/orders/17`: call the router
   * with the path. Receives path, query and fragment. Pass the same function each time. Default:
   * such a path is text.
   */
  readonly onNavigate?: ((path: string) => void) | undefined;
  /**
   * Receives the user's opinion of an answer. Default: the chat does not ask. Pass the same
   * function each time.
   */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined;
  /**
   * True to let the model undo what it did when the user asks for it in words, by the tool
   * `undo_last`. Default true.
   */
  readonly undoTool?: boolean | undefined;
}
declare const englishApproval: {
  /**
   * The name and the heading of a card. `count` is the number of things that the call lists and the
   * preview shows; undefined without such a list.
   */
  title: (tool: string, count?: number) => string;
  /**
   * The line that says for which calls something inside them asks. `calls` are their titles, each
   * in quotation marks, the outermost first.
   */
  within: (calls: string) => string;
  /**
   * The reason why the user is asked. An empty text is not shown. Whatever asked, a call that
   * removes something has the text of `effect`, and one that sends something out that of `taint`.
   */
  cause: Readonly<Record<ApprovalCause, string>>;
  /**
   * The warning that third-party text came before the call. `source` is the agent's name for that
   * text, such as `what “Read mail” returned`.
   */
  taint: (source: string) => string;
  /**
   * The warning that a caller from outside of the page asks. `caller` says who, such as `an agent
   * outside this page`.
   */
  outside: (caller: string) => string;
  /** The reason in place of `cause.taint` for what the assistant is to remember, or to forget. */
  memory: string;
  /**
   * The headings of the tool's preview and of the call's arguments. `noArguments` is for a call
   * without arguments.
   */
  preview: string;
  arguments: string;
  noArguments: string;
  /** The words for the values true and false. */
  yes: string;
  no: string;
  /** The words, only spoken, between a value as it is and as it would be. */
  becomes: string;
  /** The name of the order of rows, where it changes. */
  order: string;
  /** The heading of the row or card that the call is for. */
  instance: string;
  /** The text in place of a preview that failed, from the reason. */
  noPreview: (reason: string) => string;
  /** The headings of both sides of arguments that the tool's schema transforms. */
  asAsked: string;
  asParsed: string;
  /** The heading of what the model gave and the tool does not get. */
  ignored: string;
  /** The warning that a request replaces another one, which the user may have read. */
  changed: string;
  /** The warning that the request has the arguments of the user, and another preview. */
  edited: string;
  /** The warning that the other request has the arguments of the model, not those of the user. */
  dropped: string;
  /**
   * The warning at a text that holds characters which nobody sees. `names` are code points, such as
   * `U+200B`.
   */
  unseenChars: (count: number, names: string) => string;
  /**
   * What is on the pages after: a number of characters, or of rows. Then the button for the next
   * page, from the number on it.
   */
  charsLeft: (count: number) => string;
  rowsLeft: (count: number) => string;
  showMore: (count: number) => string;
  /** The length of a value that is folded, and the button that opens it. */
  length: (chars: number, lines: number) => string;
  showAll: string;
  /** The note in place of empty lines, or of spaces, in a value. */
  emptyLines: (count: number) => string;
  spaces: (count: number) => string;
  allow: string;
  deny: string;
  /** The warning while the allow button is covered or out of view. */
  covered: string;
  /** The warning while some part of the card was not in view, and the button that goes there. */
  unseen: string;
  showUnseen: string;
  /**
   * The warnings after a press that did not count. For `missed`, the button had just moved or come
   * into view. For the others, a part of the card was not in view, or the card was covered.
   */
  missed: string;
  missedUnseen: string;
  missedCovered: string;
  /**
   * The name and the placeholder of the field below a denied call, for the reason. The model gets
   * it as a message of the user. A narrow chat has room for about 28 letters.
   */
  comment: string;
  /** The button that stops all callers from outside, which denies all that they ask. */
  stopOutside: string;
  edit: string;
  /** The buttons in place of `allow` and `edit` while a user edits arguments. */
  allowEdited: string;
  stopEditing: string;
  /** The hint at a field for a list of texts. */
  onePerLine: string;
  /** The error at a field that cannot be parsed, and at one for a number, from an example. */
  invalidField: string;
  invalidNumber: (example: string) => string;
  /**
   * The errors at a field that must not be empty, and at a number and a text that are out of their
   * bounds. `unfit` is for every other rule of the tool.
   */
  needed: string;
  invalidRange: ({ atLeast, above, atMost, below }: {
    readonly atLeast?: string | undefined;
    readonly above?: string | undefined;
    readonly atMost?: string | undefined;
    readonly below?: string | undefined;
  }) => string;
  invalidLength: (least: number | undefined, most: number | undefined) => string;
  unfit: string;
  /** The text if the editor could not be loaded. */
  noEditor: string;
  /**
   * The offer not to ask again, from the tool's title. `key` is what else the approval would be
   * for; undefined if it would be for the tool alone.
   */
  remember: (tool: string, key: string | undefined) => string;
  /**
   * The time until which an answer counts, from a time of day. `onTimeout` is what happens then;
   * undefined if the call is denied. `isEditing` is true while a user changes the arguments, and
   * the call would be allowed without their changes.
   */
  expires: (time: string, onTimeout: "approve" | "throw" | undefined, isEditing: boolean) => string;
  /** The name of the region for calls that are not part of the conversation. */
  elsewhere: string;
};
/** The texts of an approval card. */
type ApprovalStrings = Readonly<typeof englishApproval>;
declare const englishAsk: {
  /** The text of a question that has none. */
  question: string;
  /** The name of the field if the answer is a single value. */
  answer: string;
  /** The names of the buttons. */
  submit: string;
  decline: string;
  /** The text after the name of a field that may be left empty. */
  optional: string;
  /** The first entry of a list of options. */
  choose: string;
  /** The errors of a field: it is empty, or not JSON. */
  needed: string;
  noJson: string;
};
/** All texts of a question that a tool asks. */
type AskStrings = Readonly<typeof englishAsk>;
declare const englishAskAbout: {
  /** The name of the toolbar. */
  aboutSelection: string;
  ask: string;
  explain: string;
  change: string;
  /** The message that `explain` sends, and the beginning of the one that `change` begins. */
  explainThis: string;
  changeThis: string;
};
/** The texts of the buttons for a selection. */
type AskAboutStrings = Readonly<typeof englishAskAbout>;
declare const englishOutside: {
  /** The line while a call runs, from the title of its tool. */
  outsideWorking: (title: string) => string;
  /** The line after the calls, from their number. */
  outsideWorked: (count: number) => string;
  /** The line while callers from outside are stopped. */
  outsideStopped: string;
  /** The button that stops them, and the button that lets them call again. */
  outsideStop: string;
  outsideAllow: string;
};
/** The texts about callers from outside of the page, such as the agent of the browser. */
type OutsideStrings = Readonly<typeof englishOutside>;
declare const englishModels: {
  /** The button that closes the list. */
  closeModels: string;
  /** What is spoken when another model answers from now on, from its name. */
  nowAnswers: (name: string) => string;
  /** The state of the model that answers, and of one that answers if those above it cannot. */
  modelAnswers: string;
  modelNext: string;
  /** The state of a model that is not on the device, from the bytes of its download. */
  modelDownload: (bytes: number | undefined) => string;
  /** The state of a model while it is downloaded or loaded, and the name of its progress bar. */
  modelLoading: (percent: number | undefined, bytes: number | undefined) => string;
  modelProgress: (name: string) => string;
  /** The state of a model while it is looked for. */
  modelUnknown: string;
  /** Why a model cannot run here. The application or the engine gives the reason, if any. */
  modelUnavailable: (reason: string | undefined) => string;
  /** Why a model does not answer: it could not be loaded, or failed with the last message. */
  modelNotLoaded: string;
  modelFailed: string;
  /** Why a model does not answer: what it may not get, or a rule of the application. */
  modelLocalOnly: string;
  modelWhen: string;
  /** The buttons of a model. The name of the model is added for screen readers. */
  downloadModel: string;
  cancelDownload: string;
  deleteModel: string;
  /** The question before a model is deleted, and the button that leaves it where it is. */
  askDeleteModel: string;
  keepModel: string;
  /** What is shown and spoken if a model could not be deleted. */
  modelNotDeleted: string;
};
/** The texts of the list of models, for an agent whose model is one of `chooseModel`. */
type ModelStrings = Readonly<typeof englishModels>;
declare const englishSessions: {
  /** The name of the list of stored sessions, and of the button that shows the list. */
  sessions: string;
  /** The notice that the last run was cut short, and the button that resumes the run. */
  interrupted: string;
  resume: string;
  /** The notice about data that the storage does not keep, and the button that dismisses it. */
  notStored: ({ message }: StorageDegradation) => string;
  dismiss: string;
  create: string;
  /** The text in place of the title of a session that has none. */
  untitled: string;
  rename: (title: string) => string;
  /** The name of the field for a new title, and of the button that saves the title. */
  title: string;
  keep: string;
  delete: (title: string) => string;
  /** The question before a session is deleted for good, and the button that deletes it. */
  askDelete: string;
  deleteForGood: string;
  /**
   * The time of a session's last use, as short as it can be said at the time `now`. Both are
   * milliseconds since the Unix epoch.
   */
  used: (at: number, now: number) => string;
  /** The headings of the list, by the last use: the 7 and the 30 days before today, then months. */
  today: string;
  yesterday: string;
  lastDays: string;
  lastWeeks: string;
  month: (at: number, now: number) => string;
  /** The texts in place of the list: it is empty, or could not be read. */
  none: string;
  notRead: (reason: string) => string;
  /** The name of the field that searches the list. */
  search: string;
  /**
   * The outcome of a search, which is spoken: the number of conversations found, and if there are
   * more. `noneFound` is also in place of the list.
   */
  found: (count: number, hasMore: boolean) => string;
  noneFound: (query: string) => string;
  /** The text under a run that was stopped by opening another session. The list says `stopped`. */
  leftRun: string;
  /** The text in the new session that takes the place of one that was deleted elsewhere. */
  deletedElsewhere: string;
  /** The button that adds older conversations to the list. */
  older: string;
};
/** All texts of the list of sessions. */
type SessionStrings = Readonly<typeof englishSessions>;
declare const englishSignIns: {
  /** The line for a service that waits, from its name. */
  signInWaiting: (label: string) => string;
  /** The line while the user signs in, in a window of its own. */
  signInRunning: (label: string) => string;
  /** The button, from the name of the service. */
  signIn: (label: string) => string;
  /** The line after a try that failed without a reason. */
  signInFailed: string;
};
/** The texts about services that wait for the user to sign in. */
type SignInStrings = Readonly<typeof englishSignIns>;
declare const englishFailures: {
  /** The text for a call that the user refused, from the comment they gave. */
  refused: (comment: string | undefined) => string;
  /** The text for a call that something else refused, such as a rule, from the reason. */
  notAllowed: (reason: string | undefined) => string;
  /** The text for a call that needed an approval which nobody gave in time. */
  notApproved: string;
  /** The text for a call whose question the user declined, from the reason they gave. */
  notAnswered: (reason: string | undefined) => string;
  /** The text for a call that was not run, from the sentence that says why. */
  notRun: (why: string | undefined) => string;
  /** The text for a call that was ended while it ran, from the sentence that says why. */
  mayHaveRun: (why: string | undefined) => string;
  /** The same for a call whose handler has ended since: if it returned or threw. */
  endedLate: (why: string | undefined, how: "returned" | "threw") => string;
  /** The sentence that says that the page was closed while a call ran. */
  pageClosed: string;
  /** The sentence that says that the page was closed before a call began. */
  pageClosedBefore: string;
  /** The sentence that says that the message which asked for the call was cut. */
  cut: string;
  /** The text for a tool that is off, from the reason. */
  off: (reason: string | undefined) => string;
  /** The text for a tool that is not on the page. */
  unknown: string;
  /** The text for arguments that do not fit. */
  invalid: string;
  /** The text for a row, or its tool, that has left the page. */
  gone: string;
  /** The text for a call of something that changed while the user was asked. */
  changed: string;
  /** The text for a call that did not run, as the page was not what the model was shown. */
  stale: string;
  /** The sentence that says that a call took too long, from the limit in milliseconds. */
  tooSlow: (limitMs: number | undefined) => string;
  /** The sentence that says that the user stopped a call. */
  stopped: string;
  /** The sentence that says that a limit was reached. */
  limit: string;
  /** The text for a call whose error has no words for people. */
  failed: string;
};
/** The texts about a call that did not succeed. An error of the application has its own text. */
type FailureStrings = Readonly<typeof englishFailures>;
declare const englishCalls: {
  /**
   * The line of a run with several steps: their number, the time of their tools, and the step that
   * runs. Then the numbers of steps that failed and that were undone.
   */
  steps: (count: number) => string;
  stepsTime: (ms: number) => string;
  step: (at: number, title: string) => string;
  stepsFailed: (count: number) => string;
  stepsUndone: (count: number) => string;
  /** The line of steps that are all undone, from their number. */
  allUndone: (count: number) => string;
  /** The states of a tool call, in words. */
  toolPreparing: string;
  toolPending: string;
  toolRunning: string;
  toolAwaiting: string;
  toolSucceeded: string;
  toolFailed: string;
  toolStale: string;
  toolDenied: string;
  toolCancelled: string;
  /** The state of a call whose page ended before the call did. */
  toolInterrupted: string;
  /** The heading of the calls inside a call, and the button that stops a call with these. */
  innerSteps: string;
  stopStep: (title: string) => string;
  /** The buttons that undo one call and a whole run, then the states of an undo on a card. */
  undo: string;
  undoAll: string;
  undoing: string;
  undone: string;
  undoFailed: (reason: string) => string;
  /** The texts about an undo in the conversation, from the names of the calls, or `steps`. */
  undoneCalls: (calls: string) => string;
  notUndoneCalls: (calls: string) => string;
  leftCalls: (calls: string) => string;
  /** The heading of a call's arguments in its card. `result` is the heading of the result. */
  arguments: string;
  /** The headings of arguments that a user changed: those that ran, then the model's. */
  changedArguments: string;
  askedArguments: string;
  result: string;
  /** The heading of the text that the model got about a call that did not succeed. */
  toldModel: string;
  /** The name of a tool's progress bar. */
  progress: string;
  /** The duration of a tool call, from milliseconds. */
  duration: (ms: number) => string;
};
/** The texts of the cards of calls, and of the line that tells of several steps. */
type CallStrings = Readonly<typeof englishCalls>;
declare const englishMessages: {
  /** The name of a message's author, for screen readers and in exported Markdown. */
  user: string;
  assistant: string;
  /** The name of the application as the author of a message. */
  app: string;
  /** The name of the toolbar at a message, then the texts of its actions. */
  actions: string;
  copy: string;
  copied: string;
  notCopied: string;
  edit: string;
  /** The button that cancels an edit. */
  giveUp: string;
  regenerate: string;
  /** The warning before another version, from the names of the calls that it leaves in effect. */
  leftCalls: (calls: string) => string;
  /** The button that undoes these calls before. */
  undoFirst: string;
  /** The button that reads an answer aloud, and the name that it has meanwhile. */
  readAloud: string;
  stopReading: string;
  good: string;
  bad: string;
  /** The name of the group that switches between the versions of a message, then its texts. */
  versions: string;
  version: (at: number, count: number) => string;
  previousVersion: string;
  nextVersion: string;
  /**
   * The message if the code that formats answers could not be fetched. Answers are then shown as
   * they were written.
   */
  notFormatted: string;
  /** The label of the folded reasoning: while the model writes it, and afterwards. */
  thinking: string;
  reasoning: string;
  /** What is said below a message whose run failed, once another message follows. */
  unanswered: string;
  /** The reasons why an answer ends early. */
  cut: string;
  tooLong: string;
  filtered: string;
  /** The button that shows the rest of a very long answer. */
  showAll: string;
  /** The heading of an answer's sources. */
  sources: string;
  /** The name of a mark in the text that leads to a source, from its number and title. */
  citation: (nth: number, title: string) => string;
  /** The names of a file and of an artifact without a name of their own. */
  file: string;
  /** What is said below a file of a message that is not sent to the model any more. */
  fileNotSent: (name: string) => string;
  artifact: string;
  /** The button that opens an artifact in a view of its own, then the buttons in that view. */
  openArtifact: (name: string) => string;
  backToConversation: string;
  saveFile: string;
};
/** The texts at messages: their authors, actions and versions, reasoning, sources, artifacts. */
type MessageStrings = Readonly<typeof englishMessages>;
declare const englishMeter: {
  /** The usage in tokens, the percentage of the prompts that a cache held, and the cost in USD. */
  tokens: (count: number) => string;
  cached: (percent: number) => string;
  cost: (usd: number) => string;
  /** The rest of the user's limit, in US dollars or in tokens, and the most that there is. */
  moneyLeft: (left: number, max: number) => string;
  tokensLeft: (left: number, max: number) => string;
  /**
   * The same text with the time when all of it is there again, in milliseconds since the Unix
   * epoch.
   */
  leftUntil: (left: string, at: number) => string;
  /** The name of the list from which the user chooses the model. */
  model: string;
};
/** The texts of the line under the field. */
type MeterStrings = Readonly<typeof englishMeter>;
/** All texts of the widget, in nine wings. The English ones come with the parts that show them. */
interface ChatStrings {
  /** The frame, the launcher, the conversation and its views, and the line of the work. */
  readonly chat: FrameStrings;
  /** The field, what is attached, what waits for its turn, and the buttons of a selection. */
  readonly composer: ComposerStrings & AskAboutStrings;
  /** The messages: their authors, actions and versions, reasoning, sources, artifacts. */
  readonly messages: MessageStrings;
  /** The calls: their cards, the line of steps, undo, and why one did not succeed. */
  readonly calls: CallStrings & FailureStrings;
  /** What waits for the user: approvals, questions, sign-ins, and callers from outside. */
  readonly pending: ApprovalStrings & AskStrings & SignInStrings & OutsideStrings;
  /** The stored sessions and their list. */
  readonly session: SessionStrings;
  /** Why a run did not complete, and what could not be fetched. */
  readonly problems: ProblemStrings;
  /** The line under the field, and the list of the models. */
  readonly meter: MeterStrings & ModelStrings;
  /** What `Chat.Markdown` adds to the content. */
  readonly markdown: MarkdownStrings;
}
/** Texts of the application, in place of some of the English ones. */
type GivenStrings = { readonly [Wing in keyof ChatStrings]?: Partial<ChatStrings[Wing]> | undefined; };
/** The props of a component; none for one without. */
type PropsOfComponent<Part> = Part extends ((...given: [infer Props]) => unknown) ? unknown extends Props ? object : Props : never;
/** The props of a part. */
type PropsOf<Name extends keyof typeof parts_d_exports> = PropsOfComponent<(typeof parts_d_exports)[Name]>;
/**
 * Components in place of parts inside the frame of the chat. Each gets the props of the part that
 * it replaces. In place of one that throws, the part itself is shown. That does not hold for
 * `Launcher` and `Header`, because a closed chat has no code for it.
 */
type ReplacedParts = { readonly [Name in Exclude<keyof typeof parts_d_exports, "Root" | "Popup" | "Sidebar" | "Panel">]?: ((props: PropsOf<Name>) => ReactNode) | undefined; };
/** The colours of a chat. `auto` follows the page, and the user's setting. */
type ChatTheme = "auto" | "light" | "dark";
/** The state of `Chat.Root`. */
type ChatState = {
  readonly theme: ChatTheme;
};
/** The props of `Chat.Root`, which apply to every part inside. */
interface ChatProps extends PartProps<ChatState> {
  /**
   * The assistant's name: in the header, at its answers, and on the buttons that open and close the
   * chat. A text in `strings` wins. Default: `Assistant`.
   */
  readonly title?: string | undefined;
  /**
   * A picture of the assistant, in the header and on the button that opens the chat. It is not
   * spoken. Default: Ambit's mark on the button alone.
   */
  readonly icon?: ReactNode;
  /**
   * Texts in place of the English ones. Pass the same functions each time: a new one renders every
   * part again.
   */
  readonly strings?: GivenStrings | undefined;
  /** The colours. `auto` follows the page, and the user's setting. Default `auto`. */
  readonly theme?: ChatTheme | undefined;
  /** What the messages show, and what they call. */
  readonly messages?: MessageOptions | undefined;
  /**
   * Components of yours in place of parts inside: `{ Call: MyCall }`. Each gets the props of the
   * part, and may show the part itself, such as `<Chat.Call {...props} />`. In place of one that
   * throws, the part is shown. Pass the same components each time. Default: none.
   */
  readonly parts?: ReplacedParts | undefined;
  readonly children?: ReactNode;
}
/**
 * Provides texts and colours to the parts of one chat, and keeps the page's styles out. Must be
 * inside an `AgentProvider`. Takes no space of its own.
 */
declare function Root(props: ChatProps): ReactElement;
/** The state of `ViewButton`. */
type ViewButtonState = {
  readonly pressed: boolean;
};
/** The props of `Chat.View` as a button. */
interface ViewButtonProps extends PartProps<ViewButtonState, "button"> {
  /** True for a button that shows the view, and the conversation again. */
  readonly button: true;
  /** The view that the button shows. */
  readonly name: Exclude<ChatView, "conversation" | "artifact">;
}
/** The state of `Chat.View`. */
type ViewState = {
  readonly name: ChatView;
};
/** The props of `Chat.View`. */
interface ViewProps extends PartProps<ViewState> {
  readonly button?: false | undefined;
  /** The name of the view. */
  readonly name: ChatView;
  readonly children?: ReactNode;
}
/**
 * Shows the content of one view of the chat, or with `button` a button that shows the view. The
 * conversation stays mounted while another view is shown, and can be seen beside an artifact if
 * there is space. Other views are created anew each time.
 */
declare function View(props: ViewProps | ViewButtonProps): ReactElement | null;
/**
 * The parts of the widget, for an arrangement of your own: `<Chat.Root>` around `<Chat.Popup>`,
 * `<Chat.Sidebar>` or `<Chat.Panel>`, with what stands in them. Vite leaves out the parts that
 * nobody names; esbuild keeps all of them.
 */
declare namespace Chat {
  export { Abilities, Artifact, Call, Composer, EmptyState as Empty, Header, Launcher, Markdown, Marks, ConversationMenu as Menu, Message, Meter, OutsideCalls as Outside, Panel, Pending, Popup, Problem, QueuedMessages as Queue, Reasoning, Root, SessionList as Sessions, Sidebar, Status, PageSuggestions as Suggestions, Transcript, View };
}
type ListMentions = () => readonly ChatMention[];
/** The text field of every chat with an agent. */
interface ComposerHandle {
  /** The unsent text of the open conversation, at the time of the read. */
  readonly text: string;
  /** Puts a text in the place of the unsent text, for the user to send or not. */
  readonly set: (text: string) => void;
  /** Adds a text below the unsent text, for the user to send or not. */
  readonly insert: (text: string) => void;
  /** Adds a mention with `@` at the end of the unsent text. */
  readonly mention: (mention: ChatMention) => void;
}
/** The options of `useComposer`. */
interface UseComposerOptions {
  /**
   * Offers mentions with `@` while the component is mounted. Example: a component with a tool that
   * takes orders offers the orders that it shows. Called while a user writes after an `@`; the
   * function of the latest committed render counts. Return texts that the tools understand. A
   * function that throws offers nothing, and its error is logged to the console. Default: none.
   */
  readonly mentions?: ListMentions | undefined;
}
/**
 * Returns the text field of every chat with the agent, mounted or not. It is the same object as
 * long as the agent is, and does not render again when the text changes. Throws `AgentError`
 * outside an `AgentProvider`.
 *
 * @example
 * const { insert } = useComposer()
 * return <button onClick={() => insert(`About order ${id}: `)}>Ask about it</button>
 */
declare function useComposer(options?: UseComposerOptions): ComposerHandle;
/** The props of `Copilot`, all optional. */
interface CopilotProps extends DialogProps, Pick<ChatProps, "title" | "icon" | "messages" | "parts" | "strings" | "theme"> {
  /**
   * The form of the widget. `popup`: a button in the corner of the page opens a dialog. `sidebar`:
   * a button opens a dialog at the edge of the screen, as wide as the user makes it. `inline`:
   * the chat fills the box around it. Default `popup`.
   */
  readonly form?: "popup" | "sidebar" | "inline" | undefined;
  /**
   * A line of plain text that stays under the title, such as that no language model answers.
   * Default: none.
   */
  readonly notice?: string | undefined;
  /**
   * The greeting and the suggestions before the first message, or a function that returns them from
   * the scopes on the page. Default: a general sentence, and no suggestions.
   */
  readonly start?: Start | undefined;
  /** What the text field can do beside writing: files, commands, mentions, dictation. */
  readonly composer?: ComposerOptions | undefined;
  /**
   * A line under the field that shows the usage and, with `model`, the model that answers. With
   * `proxy`, what is left of the user's limit; with `onModelChange` too, the model can be chosen.
   * Default: none.
   */
  readonly meter?: boolean | MeterOptions | undefined;
  /** What is shown on the page while the agent works there. Default: all of it. */
  readonly marks?: boolean | MarkOptions | undefined;
  /** A class name to add after the widget's own class, `ambit-chat`. */
  readonly className?: string | undefined;
  /** What needs the chat around it, such as `AskAbout`. Default: nothing. */
  readonly children?: ReactNode;
}
/**
 * Shows the chat widget: a conversation with the agent of the nearest `AgentProvider`. Needs
 * `ambit/chat/styles.css`. The parts of the widget are exported: compose them yourself for another
 * arrangement.
 *
 * A closed widget does not fetch the code of its panel until somebody seems to want it, or when the
 * agent's `preload` says. Until the panel is there, an open widget shows a plain field.
 *
 * @example
 * <AgentProvider agent={agent}>
 *   <Page />
 *   <Copilot start={{ suggestions: ['Add honey to the list'] }} />
 * </AgentProvider>
 */
declare function Copilot(props: CopilotProps): ReactElement;
/**
 * All English texts, as a model for a translation. The widget does not need it: each part has its
 * own.
 */
declare const english: ChatStrings;
/**
 * Whether an event's target is inside a chat, also if the chat stands in a shadow root. For the
 * callbacks of dialogs that close when something outside of them is pressed or focused.
 */
declare function isInChat(target: EventTarget | null | undefined): boolean;
/** The options of `useSuggestions`. */
interface UseSuggestionsOptions {
  /**
   * A sentence about this page in place of the chat's own, before the first message:
   * `Mia, 41 orders are unpaid.` Plain text. Default: none.
   */
  readonly greeting?: string | undefined;
}
/**
 * Offers messages for the page that the component shows, in every chat with the agent, while the
 * component is mounted. They come before those of the chat; those of the component that was mounted
 * last come first. A new array with the same content changes nothing. Loads no code of the chat.
 * Throws `AgentError` outside an `AgentProvider`.
 *
 * @example
 * useSuggestions(['Draft reminders for them'], { greeting: `${count} orders are unpaid.` })
 */
declare function useSuggestions(suggestions: readonly Suggestion[], options?: UseSuggestionsOptions): void;
export { Chat, type ChatStrings, Copilot, type CopilotProps, english, isInChat, preloadMarkdown, useComposer, useSuggestions };

// ambit/chat/ask-about

import { ReactElement } from "react";
/** The props of `AskAbout`. */
interface AskAboutProps {
  /**
   * A CSS selector of the parts of the page whose text can be quoted, such as `main`. A text that
   * is not a selector is ignored, and the console says so. Default: the messages of the chat alone.
   */
  readonly root?: string | undefined;
  /**
   * The shortcut that moves the focus to the toolbar, written as the one of `Copilot`. Without a
   * selection, it first selects the thing or the message that has the focus. Default `alt+f10`.
   */
  readonly shortcut?: string | undefined;
}
/**
 * Shows a toolbar at selected text. Ask puts the text above the field of the chat as a quote,
 * Explain sends it, and Change begins a message about it. Stands inside `Copilot`, or inside the
 * frame in `Chat.Root`.
 *
 * The model gets a quote of the page as third-party text, and so one of a chat that has read such
 * text, or that runs. Lines in an element with `data-ambit-ref` begin with its value, such as
 * `order:A-1`, of at most 200 characters. What is in an element with `data-private` is left out.
 * So are fields and buttons. A quote ends after 4,000 characters.
 *
 * @example
 * <Copilot>
 *   <AskAbout root="main" />
 * </Copilot>
 */
declare function AskAbout(props: AskAboutProps): ReactElement | null;
export { AskAbout };

// ambit/plugins

/**
 * Returns the number of messages of a request that the next request repeats. The messages behind
 * them hold what the page shows now. Returns 0 if Ambit did not build the request, or if a plug-in
 * has copied its messages.
 */
declare const stableEnd: ({ prompt }: Pick<LanguageModelV4CallOptions, "prompt">) => number;
/**
 * The place where the plug-in `toolCache` keeps results. `value` is an entry of
 * Ambit: a result with the third-party text that it was made from. A cache gives back what it was
 * given.
 */
interface ToolCache {
  readonly get: (key: string, now: number) => {
    readonly value: unknown;
  } | undefined;
  readonly set: (key: string, value: unknown, expiresAt: number) => void;
}
/**
 * One model call, as the ledger keeps it. Failed calls, repairs and the calls of optional features
 * have rows too. Frozen.
 */
interface LedgerRow {
  /** The time in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly runId: string;
  readonly rootRunId: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly iteration: number;
  readonly model: string;
  readonly status: "ok" | "failed" | "cancelled";
  /** The number of requests to the model: one, and one more for each retry. */
  readonly attempts: number;
  /** The `kind` of the `ModelError`, if the call failed. */
  readonly error?: string | undefined;
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** The number of calls that the model asked for. */
  readonly toolCalls: number;
  readonly durationMs: number;
}
/** A record of every model call, a row each. If it fails, the run warns and goes on. */
interface Ledger {
  append(row: LedgerRow): unknown;
}
/**
 * The party that asked for a call: the model, the page (`runTool`), a model that the page runs by
 * itself (`ai-sdk`), or code (`runAgent`). Any other is a caller from outside of the page, such as
 * the agent of the browser (`webmcp`).
 */
type AuditSource = "model" | "ui" | "ai-sdk" | "runAgent" | OutsideSource;
/**
 * The kind of a row. `started`: the call is about to run, and its end has a row of its own.
 * `revoked`: a remembered approval was taken back. All others are how a call, or an undo, ended.
 */
type AuditStatus = ToolStatus | "started" | "revoked";
/**
 * The start or the end of a tool call, the undo of one, or a remembered approval that was taken
 * back. A call that was never run has only the row of its end. Frozen. Hashes are SHA-256 over
 * UTF-8, as 64 hex digits.
 */
interface AuditRow {
  /**
   * The time of the answer, in milliseconds since the Unix epoch. With the status `started`, the
   * time directly before the call runs.
   */
  readonly at: number;
  /** The time at which the call was taken up, before its approval. */
  readonly startedAt: number;
  /** The milliseconds from `startedAt` to `at`. Waiting for a user is included. */
  readonly durationMs: number;
  readonly runId: string;
  readonly rootRunId: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly callId: string;
  readonly tool: string;
  /**
   * The scope that the tool was registered in. Absent for names that no tool has, and in
   * `runAgent`.
   */
  readonly scope?: string | undefined;
  readonly effect?: Effect | undefined;
  readonly source: AuditSource;
  /**
   * The run whose call was undone; on rows of an undo only. On such a row, `runId`, `userId` and
   * the times describe the undo, and `status` is its outcome. The arguments are in the row of the
   * call, with the same `callId`.
   */
  readonly undoneRunId?: string | undefined;
  /**
   * True if the model had read third-party text before it asked for the call, or if its caller was
   * given a `taint`.
   */
  readonly isTainted: boolean;
  readonly status: AuditStatus;
  /**
   * The hash of the arguments as the model asked for them, as JSON with sorted keys. Absent on rows
   * of an undo.
   */
  readonly argumentsHash?: string | undefined;
  /** The arguments after `redact`. Absent without `redact`. */
  readonly arguments?: JsonValue | undefined;
  /**
   * The hash of the arguments that replaced the first ones. Reasons: the approver or a plug-in
   * changed them, or defaults were filled in for the user to see. Absent if the call kept its
   * arguments.
   */
  readonly changedArgumentsHash?: string | undefined;
  readonly changedArguments?: JsonValue | undefined;
  /**
   * The decision about the call. `denied` also where an approval came too late, or was for
   * something that had changed, or the call was cancelled before it ran. Absent if nobody had to be
   * asked.
   */
  readonly decision?: ApprovalOutcome["decision"] | undefined;
  /** The party that decided. */
  readonly decidedBy?: ApprovalOutcome["by"] | undefined;
  /**
   * The reason for which the call was denied: by a user, the policy, a plug-in or the engine. It
   * has gone through `redact`, if that is a `Redaction`, and through the agent's `redaction`.
   */
  readonly reason?: string | undefined;
  /**
   * The id of the remembered approval that this decision made, that covered this call, or that was
   * taken back.
   */
  readonly rememberedId?: string | undefined;
  /** The key of the remembered approval. Absent if it is for the tool. */
  readonly rememberedKey?: string | undefined;
  /** The end of the remembered approval, in milliseconds since the Unix epoch. */
  readonly rememberedUntil?: number | undefined;
  /**
   * The hash of the answer: the `content` of the ToolMessage, which the model got. Absent if the
   * result cannot be written as JSON.
   */
  readonly resultHash?: string | undefined;
}
/** A filter of rows. A field that is left out matches every row. */
interface AuditFilter {
  readonly runId?: string | undefined;
  readonly rootRunId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  /** The id of a call. Its undo has a row with the same id. */
  readonly callId?: string | undefined;
  readonly tool?: string | undefined;
  readonly status?: AuditStatus | undefined;
  /** The earliest `at`, included. */
  readonly from?: number | undefined;
  /** The end of the range of `at`, excluded. */
  readonly to?: number | undefined;
}
/**
 * The format of an export. `jsonl`: one JSON object a line. `csv`: RFC 4180 with a header; a `'`
 * precedes cells that a spreadsheet would read as a formula.
 */
type AuditFormat = "jsonl" | "csv";
/** The filter of arguments before they are kept: a function of a copy of them, or a `redaction`. */
type AuditRedact = Redaction | ((args: JsonValue, at: {
  readonly tool: string;
}) => JsonValue | undefined);
/**
 * A record of every tool call: a row directly before it runs, and one when it ends. If the record
 * fails, the run warns once and goes on.
 */
interface Audit {
  /**
   * The filter of arguments. Without it only hashes of the arguments are kept. If it throws, the
   * arguments of that row are not kept. A `Redaction` is also applied to `reason`.
   */
  readonly redact?: AuditRedact | undefined;
  /**
   * Keeps a row. If it returns a promise, a call waits for its row with the status `started`, at
   * most one second.
   */
  append(row: AuditRow): unknown;
  /**
   * Returns the rows in the order in which they were appended. A call that has ended has one row,
   * that of its end: see `completeAudit`.
   */
  query(filter?: AuditFilter): readonly AuditRow[] | Promise<readonly AuditRow[]>;
  export(format: AuditFormat, filter?: AuditFilter): string | Promise<string>;
}
/**
 * The error of a run, or of a steered message, that a guardrail refused. It holds nothing of a
 * refused answer.
 */
declare class GuardrailError extends AgentError<"guardrail"> {
  readonly guardrail: string;
  readonly reason: string;
  readonly phase: "input" | "output";
  /**
   * The refused message of the user, to be edited. Absent for `output`. It is not enumerable and
   * not in the error's JSON.
   */
  readonly input?: UserContent;
  override get name(): string;
  constructor(guardrail: string, phase: "input" | "output", reason: string, { input, cause }?: {
    input?: UserContent | undefined;
    cause?: unknown;
  });
}
/** A second place that each message is written to when it is added. */
interface Conversation {
  append(message: Message, at: {
    sessionId: string;
    runId: string;
  }): unknown;
}
/**
 * Creates the plug-in that writes each message of the history to a second place. The next step
 * waits for the write. If it fails, the run warns and goes on. Throws `AgentError` for one without
 * `append`.
 */
declare function conversation(target: Conversation): AgentPlugin;
/**
 * Creates a cache for the results of tools that have `result.cache`. A result is found by the tool
 * itself, the user, the tenant and the arguments, in any order of keys. The dependencies, the
 * metadata and the session's state have to be the same too. Agents that share the cache share the
 * results of one tool object, or of one name and `result.cache.key`.
 *
 * The cache stores and returns copies. It keeps neither errors nor results that cannot be copied.
 * Past `maxEntries` (a whole number from 1, default 500) the least recently used results are
 * removed.
 */
declare function toolCache(options?: ToolCacheOptions): AgentPlugin;
/** The options of `toolCache`. */
interface ToolCacheOptions {
  readonly maxEntries?: number | undefined;
  /** A place of your own for the results. Default: the memory of the page. */
  readonly store?: ToolCache | undefined;
}
/** The arguments of the undo tool. */
interface Wanted {
  readonly which?: "last_call" | "last_run" | undefined;
}
/**
 * Makes the tool `undo_last`, by which the model takes back what it did when the user asks for
 * that in words. It is on while an earlier run has something to undo.
 *
 * It undoes calls of the model alone, and only those whose tools are on: not what the page called.
 * It tells which calls of the run stay in effect because their tools are off. It cannot be undone
 * itself. Register it in a scope of your own, as the chat does.
 */
declare function undoTool(agent: Agent): Tool<Wanted>;
/**
 * Returns true to accept the text, or the reason for a refusal. A text of the user that waits for
 * its turn has no run yet.
 */
type GuardrailCheck<Of extends RunContext | undefined = RunContext> = (text: string, run: Of) => true | string | Promise<true | string>;
/**
 * Creates a guardrail on the messages of the user, also on those that wait or are steered. Each is
 * checked before it joins the history or is stored, and again when it is answered again. `check`
 * gets the text and the names of the files, a line each. It returns true, or the reason for a
 * refusal.
 *
 * The run then rejects with `GuardrailError`, and the message is in no request and no storage. A
 * `check` that throws refuses too; for a message that waits it is called again with the run.
 */
declare const inputGuardrail: (name: string, check: GuardrailCheck<RunContext | undefined>) => AgentPlugin;
/**
 * Creates a guardrail on the messages of the model, also on those with calls. Each is checked
 * before it joins the history and before its calls run. `check` gets its text, without reasoning
 * and arguments. It returns true, or the reason for a refusal.
 *
 * The run then rejects with `GuardrailError`, and the message leaves the screen. A `check` that
 * throws refuses too. With `buffer: true` (default false), nothing of a message is shown before it
 * is accepted.
 */
declare const outputGuardrail: (name: string, check: GuardrailCheck, options?: {
  readonly buffer?: boolean | undefined;
}) => AgentPlugin;
/**
 * Asks the model again if its answer does not fit `output`. It asks at most `maxAttempts` times (a
 * whole number from 1, default 1); each counts as an iteration. If the last answer does not fit
 * either, the run rejects with the code `output`.
 */
declare function repair(options?: {
  maxAttempts?: number | undefined;
}): AgentPlugin;
/**
 * Lets a model suggest the user's next messages, once a run has completed. At most `max` short
 * sentences (default 3) are in the result's `followupSuggestions`. If the model call fails, there
 * are no suggestions.
 */
declare function followups(options?: {
  readonly max?: number | undefined;
  readonly model?: LanguageModelV4 | undefined;
}): AgentPlugin;
/**
 * Creates the plug-in that writes a row for every tool call, including refused calls, to an audit
 * of your own. Throws `AgentError` for one without `append`.
 */
declare function audit(target: Pick<Audit, "append"> & Partial<Audit>): AgentPlugin;
/** An audit in memory, which is a plug-in. */
interface MemoryAudit extends AgentPlugin {
  /** Returns the rows in order. A call that has ended has one row, that of its end. */
  query(filter?: AuditFilter): readonly AuditRow[];
  export(format: AuditFormat, filter?: AuditFilter): string;
}
/**
 * Creates the plug-in with an audit in memory, which ends with the page. The row of a call's end
 * takes the place of the row of its start. Past `maxRows` (default 10,000) the oldest rows are
 * removed. Arguments are kept only after `redact`; without `redact` they are not kept.
 */
declare function memoryAudit(options?: {
  redact?: AuditRedact | undefined;
  maxRows?: number | undefined;
}): MemoryAudit;
/**
 * Leaves out the row of the start of each call that has ended. What stays with the status `started`
 * are calls that still run, or whose page has gone. For audits of your own, which keep every row.
 */
declare function completeAudit(rows: readonly AuditRow[]): readonly AuditRow[];
/** Whether a row matches a filter. For audits of your own. */
declare function matchesAudit(row: AuditRow, { from, to, ...equal }: AuditFilter): boolean;
/** Returns rows as text. For audits of your own. */
declare function formatAudit(rows: readonly AuditRow[], format: AuditFormat): string;
/**
 * Creates the plug-in that writes a row for every model call to a ledger of your own. Throws
 * `AgentError` for one without `append`.
 */
declare function ledger(target: Ledger): AgentPlugin;
/**
 * Creates the plug-in with a ledger in memory. `rows` is in order. Past `maxRows` (default 10,000)
 * the oldest rows are removed.
 */
declare function memoryLedger(options?: {
  maxRows?: number | undefined;
}): AgentPlugin & {
  readonly rows: readonly LedgerRow[];
};
/** The size of the history that a request may hold. */
interface CompactionOptions {
  /**
   * The most tokens of a request, which are estimated. A model in the page knows its own context
   * and counts itself, whatever is given here. Default: only that.
   */
  readonly maxContextTokens?: number | undefined;
  /**
   * The tokens kept free for the answer, tools and contexts. Default: a quarter of
   * `maxContextTokens`.
   */
  readonly reserveTokens?: number | undefined;
}
/** The options of a compaction that makes summaries. */
interface SummaryOptions extends CompactionOptions {
  /** The model that makes the summaries. Default: the run's model. */
  readonly summarizeModel?: LanguageModelV4 | undefined;
}
/**
 * Leaves the oldest whole turns out of a request that is too large. The newest turn always stays.
 * The history itself does not change. Throws `AgentError` if the reserve leaves no room.
 */
declare function trim(options?: CompactionOptions): AgentPlugin;
/**
 * Replaces every turn except the newest by a summary, once the history is too large. Works like
 * `trim` if the summary fails. Throws `AgentError` if the reserve leaves no room.
 */
declare const summarize: (options?: SummaryOptions) => AgentPlugin;
/**
 * Replaces the oldest turns by a summary, once the history is too large. Keeps as many of the
 * newest turns as fit in half the room. Works like `trim` if the summary fails. Throws `AgentError`
 * if the reserve leaves no room.
 */
declare const hybrid: (options?: SummaryOptions) => AgentPlugin;
/** The size of a result that the model gets. */
interface ToolResultLimitOptions {
  /** The most characters of JSON. A whole number from 200. Default 20,000. */
  readonly maxChars?: number | undefined;
}
/**
 * Cuts long results. A list keeps its first entries and a note of the number of entries. So does
 * the only list in an object, such as `{ total, rows }`. Anything else keeps its beginning.
 */
declare function truncate(options?: ToolResultLimitOptions): AgentPlugin;
/** Lets a model summarize long results. Works like `truncate` if that fails. */
declare function condense(options?: ToolResultLimitOptions & {
  readonly model?: LanguageModelV4 | undefined;
}): AgentPlugin;
/** The place where the entries of one user are kept, such as `indexedDbStorage().memory`. */
interface MemoryStore {
  /** Returns the entries, in any order. */
  list(): Promise<readonly MemoryEntry[]>;
  /** Keeps an entry, in place of one with the same id. */
  put(entry: MemoryEntry): Promise<unknown>;
  /** Deletes an entry. Resolves also if there is none of this id. */
  delete(id: string): Promise<unknown>;
  /**
   * Calls `listener` with all entries after another page has changed them, until the returned
   * function is called.
   */
  watch?(listener: (entries: readonly MemoryEntry[]) => void): () => void;
}
/**
 * Creates the memory of a user: the tools `remember` and `forget`, and a context at the end of
 * every request. The context has at most 40 entries of at most 200 characters each. Give the memory
 * in `use` of `createAgent`.
 *
 * Each entry is a call in the conversation, with a card and its undo. A run that no conversation
 * shows remembers nothing. Once the model has read third-party text, the user is asked about each
 * call, as with the effect `egress`. An entry of such a run is third-party text in each later
 * conversation too, until the user edits it. Callers from outside of the page see and change
 * nothing.
 *
 * Changes are made one after another. A 41st entry is refused. If the store fails, the first run
 * after that warns with the code `memory_failed`, and goes on. A run waits for the entries at most
 * 2 s; without them, the tools are off. Other rows of the store are skipped. Throws `AgentError`
 * for a `store` that is not one.
 *
 * @example
 * const storage = indexedDbStorage({ user: user.id })
 * createAgent({ model, storage, use: [memory({ store: storage.memory })] })
 */
declare function memory(options: {
  readonly store: MemoryStore;
}): Memory;
/**
 * Returns any value as JSON data without secrets: without the forms of keys in texts and in names
 * of members, and without what `redaction` finds. Values that JSON does not have are described in
 * words. The data keeps its form: where the redaction would break the JSON, or throws, it gets each
 * text by itself.
 *
 * Throws what a getter or `toJSON` of the value throws.
 */
declare function hideSecrets(value: unknown, redaction?: Redaction): JsonValue;
/**
 * Returns a text with `[redacted]` in place of keys of the usual forms. Names of fields make no
 * difference, as they do for `redaction`.
 */
declare const hideKeys: (text: string) => string;
/** A value that the page and the handlers see, and the model does not. */
declare class Redacted<T> {
  #private;
  constructor(value: T);
  /** Returns the value itself. */
  reveal(): T;
  toJSON(): string;
  toString(): string;
}
/**
 * Marks a value in a scope's `context` or a tool's result as a secret. The model, the history and
 * the storage get `[redacted]`. Code that has the object gets the value with `reveal()`. Needs no
 * option of the agent.
 */
declare const redact: <T>(value: T) => Redacted<T>;
/** The options that define a secret. */
interface RedactionOptions {
  /**
   * The names of fields whose values are secrets, in addition to the usual ones (`password`,
   * `apiKey`, `cookie`, …). Case, `_` and `-` make no difference. Each name must fit whole; the
   * usual names also count at the end of a longer name, such as `dbPassword`.
   */
  readonly fields?: readonly string[] | undefined;
  /**
   * The patterns of secrets in a text or a number, in addition to the usual forms of keys. They
   * also run on other people's text, so avoid repeats inside each other, such as `(\w+-)+x`. A
   * pattern that is slow for such text stops the page while it runs.
   */
  readonly patterns?: readonly RegExp[] | undefined;
  /** False to leave out the usual fields and forms of keys. Default true. */
  readonly defaults?: boolean | undefined;
}
/**
 * Creates the plug-in that removes secrets. It removes secrets from contexts, tool results, errors
 * and reasons of tools that are off, before the model, the history or a storage gets them. Events
 * keep the tool's own value.
 *
 * It finds secrets by the names of fields and by the forms of keys, so it finds most of them and
 * not all. Mark a known secret with `redact()`, or do not return it. At most 1,000,000 characters
 * of one text are read, and what follows is left out. Throws `AgentError` if an entry of `patterns`
 * is not a regular expression, or one of `fields` is no text.
 *
 * @example
 * createAgent({ model, use: [redaction({ fields: ['salary'], patterns: [/EMP-\d{6}/] })] })
 */
declare function redaction(options?: RedactionOptions): AgentPlugin & Redaction;
/** The options of {@link deferred}. */
interface DeferredOptions {
  /** The provider of the agent's model. */
  readonly provider: "anthropic" | "openai";
  /** The names of tools that the model gets without a search. Default: none. */
  readonly pinned?: readonly string[] | undefined;
}
/**
 * Creates the plug-in for a provider that searches tools itself. Each request holds all tools, as
 * with `steadyTools()`, and the provider's search. The model gets only the tools that it finds, and
 * the pinned ones. A tool that goes off or on, comes or leaves costs no cache.
 *
 * A proxy needs the id of the search in `provider.tools`:
 * `anthropic.tool_search_bm25_20251119` or `openai.tool_search`. Use it only with models that have
 * such a search; others refuse the request.
 *
 * Throws `AgentError` for another provider. A run fails with one if a tool of the page has the name
 * of the search.
 */
declare function deferred$1(options: DeferredOptions): AgentPlugin;
/** The options of {@link digest}. */
interface DigestOptions {
  /** The most tools that a request lists as `steadyTools` does. Default 40. */
  readonly above?: number | undefined;
  /** The names of tools that each request lists in full. Default: none. */
  readonly pinned?: readonly string[] | undefined;
  /** The most characters of the names of tools, in each of the two places. Default 6,000. */
  readonly maxChars?: number | undefined;
  /**
   * Finds tools by the words of the model, in place of the search by words: returns the names of
   * those that fit, the best first. Gets the tools that the model may know of, with their `name`,
   * `title`, `description` and `aliases`. What it throws is the answer of the call. Default: words
   * of names and aliases before those of titles, scopes and descriptions.
   */
  readonly search?: ((query: string, tools: readonly AnyTool[]) => readonly string[] | Promise<readonly string[]>) | undefined;
}
/**
 * Creates the plug-in that lists the tools of pages with many tools. A page with at most `above`
 * tools has the list of `steadyTools()`. On others the model gets the tools `find_tools` and
 * `use_tool`, and the names of all tools by scope. What it calls through `use_tool` is a call of
 * the tool itself.
 *
 * Some tools are listed in full: pinned ones, and those of a small scope that has just come. So are
 * those that the model has called in earlier runs. A tool that is listed stays so. A page keeps its
 * digest until no request was made for five minutes, or most of its tools have changed.
 *
 * Throws `AgentError` for options that are not whole numbers. A run fails with one if a tool of the
 * page has the name of one of the two.
 */
declare function digest(options?: DigestOptions): AgentPlugin;
/**
 * Creates the plug-in whose tool list changes as little as possible. A provider's cache of the
 * prompt ends where a request differs from the one before.
 *
 * A tool that is off stays listed, unless it is `secret`. A new tool is added at the end. A tool
 * that has left the page stays until no request was made for five minutes, or until most of the
 * listed tools have left. The end of the request names the tools that cannot be called. OpenAI
 * forbids them to the model; elsewhere a call of one is refused.
 *
 * Each session and each user has a list of their own.
 */
declare const steadyTools: () => AgentPlugin;
/**
 * The hash that a strict Content-Security-Policy of the page has to list under `script-src`, quotes
 * included, so that sandboxes can start. The policy also has to list `blob:` under `worker-src`. A
 * frame without an address of its own is under the policy of its page too. The hash changes with
 * the version of the package.
 */
declare const sandboxScriptHash: string;
/** The rights and limits of handlers in a sandbox. */
interface SandboxOptions {
  /**
   * The time that one attempt at a handler may take before it is killed. A tool may ask for less.
   * Default `'30s'`.
   */
  readonly timeout?: Duration | undefined;
  /**
   * The origins that handlers may reach, as in `['https://api.example.com']`; true for any. A tool
   * may ask for fewer. The requests have the origin `null`, so a server has to accept that origin.
   * Default false.
   */
  readonly allowNetwork?: Network | undefined;
  /**
   * Plain data that handlers find in `ctx.env`, frozen. Code that is not trusted can read all of
   * it.
   */
  readonly env?: JsonObject | undefined;
  /** A limit that no browser can enforce. A warning in the console says so. */
  readonly maxMemoryMB?: number | undefined;
  /**
   * A right that no browser can give, because its workers have no file system. A warning in the
   * console says so.
   */
  readonly allowFS?: boolean | undefined;
}
/**
 * Creates the plug-in that runs handlers whose code is not trusted. A tool asks for the sandbox
 * with its own option `run.sandbox`. Each call runs in a worker of its own, inside a frame without
 * an origin. The code there cannot reach the page, the page's storage and cookies, or another call.
 * Only `allowNetwork` lets the code reach the network. Cancelling the call kills the worker, and so
 * does the timeout, even in an endless loop.
 *
 * Memory is not capped: code that allocates without end can take down the tab.
 *
 * Throws `AgentError` for a malformed duration or origin. Calls reject with `AgentError` if there
 * is no `document`, or if the page's Content-Security-Policy does not let the frame start.
 */
declare function sandbox(options?: SandboxOptions): AgentPlugin;
/**
 * Creates a handler from text, for a tool with `run.sandbox`. `source` is a JavaScript function of
 * `(args, ctx)`, which may be async. The page never evaluates the text. In a tool without
 * it, calls of the handler reject with `AgentError`.
 *
 * @example
 * new Tool({
 *   name: 'double',
 *   description: '…',
 *   parameters,
 *   run: { sandbox: true },
 *   handler: fromSource('({ n }) => n * 2'),
 * })
 */
declare function fromSource(source: string): () => Promise<unknown>;
/** The origins that a handler may reach: none, all, or those in the list. */
type Network = boolean | readonly string[];
export { type Audit, type AuditFilter, type AuditFormat, type AuditRedact, type AuditRow, type Conversation, GuardrailError, type Ledger, type LedgerRow, type Memory, type MemoryAudit, type MemoryEntry, type MemoryStore, type ModelRequest, type ModelResponse, type Next, type PluginResponse, Redacted, type Redaction, type RedactionOptions, type RequestChange, type Settlement, type Settler, type ToolCache, type ToolList, audit, completeAudit, condense, conversation, deferred$1 as deferred, digest, followups, formatAudit, fromSource, hideKeys, hideSecrets, hybrid, inputGuardrail, ledger, matchesAudit, memory, memoryAudit, memoryLedger, outputGuardrail, redact, redaction, repair, sandbox, sandboxScriptHash, stableEnd, steadyTools, summarize, toolCache, trim, truncate, undoTool };

// ambit/storage

import { JSONSchema7, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import "idb";
/** Returns the error of a storage that failed. Nothing of the failed write is stored. */
declare const storageError: (kind: StorageErrorKind, message: string, options?: ErrorOptions) => AgentError<"storage">;
/** The readers of a storage that has the rows of all its sessions at hand. */
interface SessionReaders<Stored> {
  /** Returns the session of a row. Called for the sessions that the query needs. */
  readonly toRow: (stored: Stored) => SessionRow | Promise<SessionRow>;
  /** Reads messages, as {@link AgentStorage.readMessages} does. */
  readonly readMessages: AgentStorage["readMessages"];
  /** Reads intents, as {@link AgentStorage.readIntents} does. For sessions without messages. */
  readonly readIntents: AgentStorage["readIntents"];
}
/** A part of a text, by the offsets of its start and its end. */
type TextRange = readonly [start: number, end: number];
/**
 * Finds the words of a query in a text, in order and without overlaps. Upper and lower case are the
 * same, and letters with and without accents. A word is also found inside another word, so texts
 * without spaces need no dictionary.
 */
declare function findWords(text: string, query: string): readonly TextRange[];
/** The fields by which sessions are ordered. */
type Place = Pick<SessionInfo, "id" | "updatedAt">;
/** The fields of a stored session that tell if there is anything in it, encrypted or not. */
interface SessionContent extends Pick<SessionRow, "next" | "run"> {
  readonly title?: unknown;
  readonly waiting?: unknown;
}
/**
 * Whether there is nothing in a session: no message, no run, no call that was started, no title,
 * and nothing that waits. A page that ends between its claim and its first write leaves such a
 * session.
 */
declare const isEmptySession: ({ next, run, title, waiting }: SessionContent, intents: readonly unknown[]) => boolean;
/**
 * Lists sessions as {@link AgentStorage.list} must: in order, one page, without empty sessions, and
 * with a query only those in which every word is found. For a storage that has the rows of all its
 * sessions at hand. Reads messages only for a query, 100 at a time, and lets the page do other work
 * meanwhile. Rejects with the signal's reason, or with the code `load` if the search itself cannot
 * be fetched.
 */
declare function listSessions<Stored extends Place & SessionContent>(all: readonly Stored[], query: SessionQuery, { toRow, readMessages, readIntents }: SessionReaders<Stored>): Promise<SessionInfo[]>;
/** Returns the part of a session that a list of sessions shows. */
declare const toSessionInfo: ({ id, title, createdAt, updatedAt, next, usage, costUsd, run }: SessionRow) => SessionInfo;
/** Returns the row of a session without messages. */
declare const newSession: (id: string, at: number) => SessionRow;
/**
 * Creates a storage in memory: for tests, for rendering on a server, and for browsers that allow no
 * storage. Its sessions end with the page.
 */
declare function memoryStorage(): AgentStorage;
/** Returns the session as it is after a write. */
declare function changeSession(row: SessionRow, { at, messages, session }: SessionWrite): SessionRow;
/**
 * Long work in slices, between which the page can draw and answer people. Call `pause` after each
 * piece of the work.
 */
declare class Slices {
  #private;
  /** True if the work since the last pause has taken 10 ms. */
  get isOver(): boolean;
  /** Resolves after the page had its turn. Returns undefined if the slice is not over. */
  pause(): Promise<void> | undefined;
  /** Takes note that the page had its turn. */
  restart(): void;
}
/** A filter of ledger rows. A field that is left out matches any row. */
type LedgerFilter = Pick<AuditFilter, "runId" | "rootRunId" | "sessionId" | "userId" | "tenantId" | "from" | "to">;
/** A ledger that can be queried. */
interface StoredLedger extends Ledger {
  /** Returns the rows in the order in which they were appended. */
  query(filter?: LedgerFilter): Promise<readonly LedgerRow[]>;
}
/** The options of {@link indexedDbStorage}. */
interface IndexedDbStorageOptions {
  /** The name of the database, one for each application on the origin. Default `ambit`. */
  readonly name?: string | undefined;
  /**
   * The id of the user whose sessions these are, of your own choice. Each user has a separate
   * database, and sees no session of another user. The id is hashed in names of databases. Null and
   * empty text are refused. Undefined is the database of nobody, with a warning in development.
   */
  readonly user?: string | undefined;
  /**
   * The time for which an untouched session is kept, in milliseconds. A session that is open in a
   * page, or whose run has not ended, is kept longer. Default: for ever.
   */
  readonly ttlMs?: number | undefined;
  /**
   * Returns the secret that encrypts the stored data: AES-GCM, with a key derived from the secret.
   * Messages, arguments and results of tools, titles and state of sessions, and the memory are
   * encrypted.
   * Roles, times, ids and usage stay readable. Do not store the secret in the browser: get it from
   * your server after sign-in, or let the user type it in. What was stored before there was a
   * secret stays plain.
   */
  readonly secret?: (() => string | Promise<string>) | undefined;
  /**
   * The permission to delete sessions if less than 10 MB are left for this site. At most one
   * session is deleted when a run begins: the one that was used longest ago, and that is open in no
   * page. The storage reports `low_space` with or without the permission. Default false.
   */
  readonly evict?: boolean | undefined;
  /**
   * The time without a sign of life after which another page takes over a running session. Default
   * 10,000 milliseconds.
   */
  readonly takeoverMs?: number | undefined;
}
/** A storage of sessions in the browser's database. */
interface IndexedDbStorage extends AgentStorage {
  /**
   * The ledger for the plug-in `ledger`, with a row for every model call. The rows outlive their
   * sessions.
   */
  readonly ledger: StoredLedger;
  /**
   * Creates an audit for the plug-in `audit`, with a row for every tool call. The rows
   * outlive their sessions. Arguments are kept only as `redact` leaves them.
   */
  audit(options?: {
    redact?: AuditRedact | undefined;
  }): Audit;
  /**
   * The store for the plug-in `memory`. What is remembered outlives the sessions, and `ttlMs`. It
   * rejects where the browser has no database for the page.
   */
  readonly memory: MemoryStore;
  /**
   * Deletes everything of this user, as on signing out. Agents that show a session of this user, in
   * any page, end their runs and begin a new session. Runs that end after that store nothing. The
   * storage is empty then, and can be used again. Resolves where the browser stores nothing for
   * this page. Rejects with the code `storage` if another page holds up the database, or if it is
   * damaged.
   */
  wipe(): Promise<void>;
}
/**
 * Creates a storage that keeps sessions in IndexedDB. The sessions outlive reloads and crashes, and
 * every page of the origin sees them. The browser may have no database for the page, as in a
 * sandboxed frame, a damaged profile or a blocked upgrade. The storage then keeps sessions in
 * memory until the page ends, and warns of it once. Throws `AgentError` for a wrong
 * option.
 *
 * The code for the database is a separate chunk, fetched with the first use. If it cannot be had,
 * that use rejects with the code `load`, and the next one tries again.
 */
declare function indexedDbStorage(options?: IndexedDbStorageOptions): IndexedDbStorage;
export { type AgentStorage, type IndexedDbStorage, type IndexedDbStorageOptions, type Intent, type MessageRow, type ReadOptions, type RunCheckpoint, type SessionChange, type SessionClaim, type SessionInfo, type SessionNote, type SessionQuery, type SessionRow, type SessionWrite, Slices, type StorageDegradation, type StorageErrorKind, type WaitingMessage, changeSession, findWords, indexedDbStorage, isEmptySession, listSessions, memoryStorage, newSession, storageError, toSessionInfo };

// ambit/storage/server

import { JSONSchema7 } from "@ai-sdk/provider";
/** The options of {@link offlineStorage}. */
interface OfflineStorageOptions {
  /** The storage behind the network, as `serverStorage` creates it. */
  readonly server: AgentStorage;
  /**
   * The storage on the device, as `indexedDbStorage` creates it, for these conversations alone.
   * Give it a `name` of its own, and the id of the `user`, as `authorize` of the proxy returns it.
   * What one user has not sent is then never sent for another one. A storage of your own that
   * outlives the page has an `id` of the form `name:user`, with that id or its SHA-256.
   */
  readonly local: AgentStorage;
}
/**
 * Creates a storage that keeps conversations on a server, with a copy on the device. A conversation
 * that was opened here before opens at once, also without a network. The rest of what the server
 * has comes after that.
 *
 * "Stored" means stored on the device. It is sent to the server at once, in the order in which it
 * was stored. Without a network it is sent later, also after a reload. Until then it is lost with
 * the device. One write waits for the server, for at most 2 seconds: the record that a call with an
 * effect begins. So another device never starts that call again while both are online.
 *
 * One device runs a conversation at a time, and the others follow it. Two devices without a network
 * may go on with the same one. Both paths are kept then, as branches, and each device that shows
 * the conversation says so: `degraded` of the sessions has the reason `branched`. The device that
 * sends last decides which branch is open.
 *
 * A server may take nothing, because nobody or another user is signed in, or because it fails.
 * What is added is kept here then, and sent later: `degraded` has the reason `unavailable`. Other
 * devices get the beginning of a message that is too large for the server, and no such file.
 *
 * Nothing is sent after `sessions.close()`, as at a sign-out, until the storage is used again.
 *
 * A conversation that was deleted on one device is deleted on all, with what another device has not
 * sent. Without a network, the list has the conversations of the device, and a file that was never
 * shown here is missing. Throws `AgentError` for a wrong option, for a `local` without a user, and
 * for storages in the wrong places.
 *
 * @example
 * const server = serverStorage({ baseURL: '/api/agent' })
 * const local = indexedDbStorage({ name: 'ambit-copy', user: user.id })
 * createAgent({ model, storage: offlineStorage({ server, local }) })
 */
declare function offlineStorage(options: OfflineStorageOptions): AgentStorage;
/** The options of {@link Requests}. */
interface RequestOptions extends Pick<ProxyConnection, "baseURL" | "headers" | "credentials" | "fetch"> {
  /**
   * The time before the second attempt at a request, in milliseconds. It doubles each time, up to 5
   * seconds, for at most 8 attempts. Default 200.
   */
  readonly retryMs?: number | undefined;
}
/** The options of {@link serverStorage}. */
interface ServerStorageOptions extends RequestOptions {
  /**
   * The time after which a page that waits for a session asks again, in milliseconds. It asks at
   * once when it hears of a release. Default 5,000.
   */
  readonly pollMs?: number | undefined;
}
/**
 * Creates a storage that keeps sessions on a server: the route `sessions()` of `@ambit/proxy`. They
 * belong to the user that the proxy's `authorize` finds, on every device. A request that fails is
 * sent again for about 20 seconds, and stores nothing twice. The storage then rejects with the kind
 * `unavailable`, and the agent keeps in memory what is not stored. Until the server answers again,
 * each further request is sent once. Each request names the `user` of the agent, whose `id` must be
 * what `authorize` returns; without one, the user of the first answer. It is refused while
 * another one is signed in. The server keeps the beginning of a message that is too large for it,
 * and no such file. A file that it does not take yet is sent again while the page is open. A write
 * for which the user has no space left is refused with the kind `quota`. A conversation that has
 * read a scope with `local` is not sent.
 *
 * @example
 * createAgent({ model, storage: serverStorage({ baseURL: '/api/agent' }) })
 */
declare function serverStorage(options: ServerStorageOptions): AgentStorage;
export { type OfflineStorageOptions, type ServerStorageOptions, offlineStorage, serverStorage };

// ambit/code

/** The history and the result of a run, as far as its events contain them. */
interface Replayed extends Omit<RunFields, "status"> {
  /** The history of the messages that the run added. */
  readonly history: History;
  readonly status: RunStatus;
  /** One entry for each call that has ended. */
  readonly trace: readonly TraceEntry[];
  /**
   * The error that ended a run that did not complete. For a cancelled run, a `CancellationError`.
   */
  readonly error?: Error | undefined;
}
type RunFields = Pick<RunResult, "content" | "finishReason" | "status" | "usage" | "messages" | "createdAt" | "durationMs" | "error">;
/**
 * Rebuilds a run's history and result from its events, without a model or a network. The events may
 * come from JSON.
 */
declare function replay(events: Iterable<AgentEvent>): Replayed;
/**
 * Returns the error of a stored event, or any stored error, as an `Error` again, with its name,
 * message, code and other fields. `AgentError.is` recognises one of Ambit's own. Returns an `Error`
 * unchanged.
 */
declare function errorOf(stored: unknown): Error;
/**
 * Returns a run and the runs inside it as an indented tree. Each line has the name, status,
 * duration, tokens and charges of one run. Takes a `Run` at any time, its result, or a report.
 * Returns an empty text for a run that has not started.
 *
 * @example
 * console.log(renderTree(run))
 */
declare function renderTree(run: {
  readonly report: RunReport | undefined;
} | RunReport): string;
/** The options of one `agent.tool`: how it runs, and its charges. */
interface CodeToolOptions {
  /**
   * The charge, as `run.cost` of a tool. `calls` is the number of calls it counts as. Default 1.
   */
  readonly cost?: (ToolCost & {
    readonly calls?: number | undefined;
  }) | undefined;
  /** The number of attempts in all. Default 1. */
  readonly retry?: Retry | undefined;
  /** The longest time of one attempt. */
  readonly timeout?: Duration | undefined;
}
/** The first argument of the body of `runAgent`. */
interface RunScope {
  /**
   * Runs a function as a tool: counted, charged before it runs, cancelled with the run, and
   * observed. Resolves with its result. Rejects with its error, `BudgetExceededError`,
   * `TimeoutError` or `CancellationError`. After the body has returned, rejects with `AgentError`
   * and does not run the function.
   */
  tool<Input, Result>(name: string, input: Input, fn: (input: Input, ctx: ToolContext) => Result | PromiseLike<Result>, options?: CodeToolOptions): Promise<Result>;
}
/** The options of `runAgent`. */
interface RunAgentOptions {
  /** The name of the run. Default `agent`. */
  readonly name?: string | undefined;
  /** The limits of the run. Those of the parent hold too. */
  readonly limits?: Limits | undefined;
  /**
   * The call or run that this run is part of. The run is cancelled with it, and shares its limits.
   */
  readonly parent?: ToolContext | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly on?: EventHandlerMap | undefined;
  /**
   * Plug-ins of this run, of which `run`, `call`, `execute` and `approve` are called. They stand
   * inside of those of the parent, and replace those of the same name.
   */
  readonly use?: PluginsToUse | undefined;
  /**
   * An id of your own for the conversation, as the option of `execute`. Default: the parent's, then
   * a random one.
   */
  readonly sessionId?: string | undefined;
  /** The user. Default: that of the parent. */
  readonly user?: RunOptions["user"];
  /** The data of your own for plug-ins and tools. It is merged with the parent's, key by key. */
  readonly metadata?: Partial<Metadata> | undefined;
  /**
   * The services that tools use. They are merged with the parent's, key by key. An instance of a
   * class is not merged: it replaces the parent's.
   */
  readonly dependencies?: Partial<Dependencies> | undefined;
}
/** The result of `runAgent`. */
interface RunAgentResult<T> {
  readonly result: T;
  /** The observed events. */
  readonly events: readonly AgentEvent[];
  readonly report: RunReport;
}
/**
 * Runs plain code with the engine of the agent loop: limits, budgets, cancellation, events. Rejects
 * with the error that ended the run. The body cannot catch that error for good: after a spent
 * budget or a cancel, the run does not complete.
 *
 * After a cancel, `limits.time` or a spent budget, the run waits 50 ms at most for the body and its
 * tools. Then it ends, and drops a later result. Calls and runs inside that the body did not wait
 * for are cancelled with `scope_ended`.
 *
 * @example
 * const { result } = await runAgent(async (agent) => agent.tool('double', 21, (n) => n * 2))
 */
declare function runAgent<T>(body: (agent: RunScope, ctx: ToolContext) => T | Promise<T>, options?: RunAgentOptions): Run<RunAgentResult<T>>;
export { type CodeToolOptions, type Replayed, type RunAgentOptions, type RunAgentResult, type RunScope, errorOf, renderTree, replay, runAgent };

// ambit/demo

import { LanguageModelV4 } from "@ai-sdk/provider";
/** The options of the demo model. */
interface DemoModelOptions {
  /** The pause between two parts of a stream, in milliseconds; 0 for none. Default 8. */
  chunkDelayMs?: number | undefined;
  /**
   * Returns the time from which "today" and "tomorrow" are counted, in the page's time zone.
   * Default: the clock.
   */
  now?: (() => Date) | undefined;
  /**
   * The sentence that tells how to get a language model, such as "Start with OPENAI_API_KEY=… to
   * use one." It is added once in a conversation, to the first request that the model refuses.
   * Default: none.
   */
  hint?: string | undefined;
}
/**
 * Creates a rule-based stand-in for a language model, without a network, a key or weights. For an
 * English sentence the model
 * - ranks the offered tools by their names, descriptions and JSON Schemas,
 * - fills arguments from the sentence, and from objects in scope contexts and tool results,
 * - works through "… and then …" with one model call for each step,
 * - opens the page that a step names, if a tool leads there,
 * - asks if a required value is missing, and sums up at the end,
 * - calls nothing if a word of a step was used by nothing, and says which word.
 *
 * In development, `Copilot` offers what the machine has in its place, beside its `notice`. That is
 * the browser's own model, and with `ambitProxy` those of Ollama, LM Studio and llama.cpp. A press
 * uses one, also after a reload.
 *
 * The model knows no app and understands nothing. Show {@link demoLabel} wherever a user talks to
 * it.
 *
 * The same prompt and tools give the same answer, apart from relative dates. `usage` is an estimate
 * of four characters for each token. Sampling settings are ignored. `responseFormat: json` and
 * provider tools are reported as unsupported warnings. An abort rejects the request, or breaks the
 * stream, with the signal's reason. The rules are fetched with the first request, or with the
 * agent's `preload`. Where they cannot be had, the request fails, and the next one fetches them.
 */
declare function createDemoModel(options?: DemoModelOptions): LanguageModelV4;
/** The line that a user interface must show about this model. */
declare const demoLabel: string;
export { createDemoModel, demoLabel };

// ambit/local-models

import { JSONSchema7, LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
/** What a user interface shows of a model in the page. */
interface LocalModelState {
  /**
   * - `unknown`: nobody has looked for it yet.
   * - `unavailable`: it cannot run here; `reason` says why.
   * - `downloadable`: it runs after a download of `bytes`, which `load` starts.
   * - `available`: it is on the device, and the next call loads it.
   * - `loading`: it is downloaded or loaded.
   * - `ready`: it is in memory.
   * - `failed`: it could not be loaded; `reason` says why. `load` tries again.
   */
  readonly status: "unknown" | "unavailable" | "downloadable" | "available" | "loading" | "ready" | "failed";
  /** The share of the download that is here, from 0 to 1. */
  readonly progress?: number | undefined;
  /** The bytes of the download. */
  readonly bytes?: number | undefined;
  /** A sentence for people, in English. */
  readonly reason?: string | undefined;
}
/** A language model in the page. Its requests go nowhere. */
interface LocalModel extends LanguageModelV4 {
  /** Says that requests stay on the device. */
  readonly isLocal: true;
  /** What is known of the model now: a new object after each change. */
  readonly state: LocalModelState;
  /** Calls a listener after each change of `state`. Returns a function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Looks whether the model can be used here, without a download. Never rejects. */
  check(): Promise<LocalModelState>;
  /**
   * Downloads what is missing, and loads the model. Call it when a user asks for it: a call of
   * the model downloads nothing. Rejects with `ModelError` if it does not answer in 60 seconds, or
   * cannot run here.
   */
  load(): Promise<void>;
  /** Stops a download or a load. */
  cancel(): void;
  /** Whether `remove` deletes a download. A model of the browser stays where it is. */
  readonly isRemovable: boolean;
  /** Deletes what was downloaded, and frees the memory. */
  remove(): Promise<void>;
  /** The most tokens of a prompt and its answer together, once the model is loaded. */
  readonly contextTokens: number | undefined;
}
/** A model that is made of others. */
interface ChosenModel extends LanguageModelV4 {
  /** Says that it gives what must stay on the device only to models with `isLocal`. */
  readonly isLocal: true;
  /** As of any model. */
  doStream(options: LanguageModelV4CallOptions, asker?: {
    /** The id of its session, as `agent.sessions.current` has it. */
    readonly sessionId: string;
    /** Awaited before each of the models that gets the request. A rejection ends the call. */
    admit(model: LanguageModelV4): PromiseLike<void>;
  }): ReturnType<LanguageModelV4["doStream"]>;
  /** What is known of its models now: a new object after each change. */
  readonly state: ChosenModelState;
  /** Calls a listener after each change of `state`. Returns a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}
/** What a user interface shows of a {@link ChosenModel}. */
interface ChosenModelState {
  /**
   * The model that answers: the one that gave the last answer, or is giving it. After a download or
   * a deletion, the first that can answer. Undefined while it is not known.
   */
  readonly current: LanguageModelV4 | undefined;
  /** The session of the last request; undefined before the first. */
  readonly sessionId?: string | undefined;
  /** The models in their order. */
  readonly choices: readonly {
    readonly model: LanguageModelV4 | LocalModel;
    /** The name for people. Default: the model's id. */
    readonly label?: string | undefined;
    /** Why the model does not answer, as a sentence for people in English. */
    readonly reason?: string | undefined;
    /**
     * The kind of the reason.
     *
     * - `local_only`: content of the conversation must not leave the device.
     * - `when`: its rule refused the last request.
     * - `not_loaded`: it must be downloaded first, or is being downloaded.
     * - `unavailable`: it cannot run here, or could not be loaded.
     * - `failed`: it failed with the last request.
     */
    readonly kind?: "local_only" | "when" | "not_loaded" | "unavailable" | "failed" | undefined;
  }[];
}
/** What a rule of a {@link ModelChoice} decides by. */
interface ChoiceRequest {
  /** The number of tools that the request lists. */
  readonly tools: number;
  /** The characters of the request as JSON; about four are a token. */
  readonly characters: number;
  /** True if it has content of a `local` scope, which only models with `isLocal` get. */
  readonly local: boolean;
}
/** A model with the condition under which it may answer. */
interface ModelChoice {
  readonly model: LanguageModelV4;
  /** Whether the model may answer a request: only `true` does. Default: any. */
  readonly when?: ((request: ChoiceRequest) => boolean) | undefined;
  /** The name for people. Default: the model's id. */
  readonly label?: string | undefined;
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
declare function chooseModel(models: readonly (LanguageModelV4 | ModelChoice)[]): ChosenModel;
/** A message of a prompt, as plain text. The first may be of the system; the others take turns. */
interface TextMessage {
  role: "system" | "user" | "assistant";
  content: string;
}
/** What an engine is asked to write. */
interface TextRequest {
  readonly messages: readonly TextMessage[];
  /** The JSON Schema that the whole answer must fit. Undefined for free text. */
  readonly schema: JSONSchema7 | undefined;
  /** The most tokens of the answer. */
  readonly maxTokens: number;
  /** The settings of the sampling. Undefined leaves them to the engine. */
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly topK: number | undefined;
  readonly seed: number | undefined;
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}
/** How an answer ended, and the tokens that the engine counted. */
interface TextEnd {
  /** True if the answer was cut at the most tokens. */
  readonly isCut?: boolean | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}
/** A loaded engine, which writes one text at a time. */
interface TextEngine {
  /** The most tokens of a prompt and its answer together. Undefined if it is not known. */
  readonly contextTokens?: number | undefined;
  /**
   * The keywords of JSON Schema that the engine enforces besides `type`, `enum`, `const`, `anyOf`,
   * `properties`, `required`, `additionalProperties`, `items`, `minItems` and `maxItems`.
   */
  readonly keywords?: readonly string[] | undefined;
  /**
   * Counts the tokens of a prompt. Without it, they are estimated by the `inputTokens` of the last
   * answer, and before that as one of three characters.
   */
  countTokens?(messages: readonly TextMessage[]): number | PromiseLike<number>;
  /** Yields the answer in pieces of any size, and at its end what it knows of it. */
  generate(request: TextRequest): AsyncIterable<string | TextEnd>;
  /** Frees the memory. Called once, and also after a failure. */
  close?(): unknown;
}
/** What is known of a model before it is loaded. */
interface TextModelFound {
  /**
   * `available`: it loads without a download. `downloadable`: somebody must ask for the download
   * first. `unavailable`: it cannot run here.
   */
  readonly status: "available" | "downloadable" | "unavailable";
  /** The bytes of the download. Undefined if they are not known. */
  readonly bytes?: number | undefined;
  /** Why it cannot run here, as a sentence for people. */
  readonly reason?: string | undefined;
}
/** A model in the page that writes text: how it is found, loaded and deleted. */
interface TextModel {
  /** The model's id, for events and people. */
  readonly modelId: string;
  /** Looks for the model, without a download. Default: it is available. */
  find?(): PromiseLike<TextModelFound>;
  /**
   * Downloads what is missing, and loads the engine. `onProgress` gets the bytes so far and those
   * of all, or a share of 1.
   */
  load(at: {
    readonly signal: AbortSignal;
    readonly onProgress: (loaded: number, total: number) => void;
  }): PromiseLike<TextEngine>;
  /** Deletes what was downloaded. */
  remove?(): PromiseLike<unknown>;
  /** The directives of a Content Security Policy that the engine needs, as `worker-src blob:`. */
  readonly csp?: string | undefined;
}
/**
 * Makes a language model of an engine that writes text under a JSON Schema. The model answers with
 * text or with one call, whose arguments fit the schema of the tool. Text comes in pieces, and a
 * call when it is whole. JSON that is cut ends with the finish reason `length`, and calls nothing.
 *
 * - Keywords that the engine cannot enforce are left out with a warning; the agent checks them.
 * - Of more than twelve tools, the prompt has the first sentence and the names of the parameters.
 * - Turns that do not fit into the engine's context are left out, the oldest first, with a warning.
 *   An agent with a compaction shortens the conversation instead, by the tokens of the engine.
 * - One answer is written at a time, in the order of the requests.
 * - A call downloads nothing. It fails with a `ModelError` of the kind `not_loaded` if the model
 *   must be downloaded first, or cannot run here.
 * - An engine that fails is a `ModelError`; the next call loads another one.
 */
declare function constrained(model: TextModel): LocalModel;
/** The options of {@link promptApi}. */
interface PromptApiOptions {
  /**
   * The languages of the conversation, as BCP 47 tags. Chrome refuses those that its model does not
   * speak. Default `['en']`.
   */
  readonly languages?: readonly string[] | undefined;
}
/**
 * Makes a language model of the browser's own one, by its Prompt API. Chrome has it on desktops
 * with enough memory, and downloads it once for all pages, when `load` is called in a press.
 * Elsewhere its state is `unavailable`. Its settings of the sampling are those of the browser.
 *
 * Source: https://webmachinelearning.github.io/prompt-api/
 *
 * @example
 * createAgent({ model: promptApi() })
 */
declare function promptApi(options?: PromptApiOptions): LocalModel;
export { type ChosenModel, type LocalModel, type TextEngine, type TextModel, chooseModel, constrained, promptApi };

// ambit/schema/zod

export {}

// ambit/schema/zod3



// ambit/schema/valibot



// ambit/protocol

import { LanguageModelV4CallOptions, LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from "@ai-sdk/provider";
/**
 * Collects the parts of a stream into a whole answer, in their order.
 *
 * @throws The error of the first `error` part, so a cut stream rejects. {@link ModelError} with the
 * code `stream_cut` if there is neither an `error` nor a `finish` part.
 */
declare function collectParts(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<LanguageModelV4GenerateResult>;
/**
 * The body of a request to the model endpoint: the AI SDK's call options, without those of the
 * connection.
 */
interface ModelCall {
  /** The model's id, one of those that the proxy allows, such as `openai/gpt-5`. */
  modelId: string;
  options: Omit<LanguageModelV4CallOptions, "abortSignal" | "headers">;
  /** The number of messages that the client's next call repeats. Default: unknown. */
  stableEnd?: number | undefined;
}
/**
 * The parts of a call that the proxy keeps. In the body their SHA-256 stands in their place. It is
 * that of their JSON in UTF-8, in 64 lower-case hexadecimal digits.
 */
interface KeptParts {
  /** The first messages of the prompt: the SHA-256 of their array, and their number. */
  readonly prompt?: {
    readonly sha256: string;
    readonly count: number;
  } | undefined;
  /** The SHA-256 of the tools. */
  readonly tools?: string | undefined;
}
/**
 * Returns the body of a request to the model endpoint as JSON. The signal and the headers of
 * `options` are left out. The stable end is given if Ambit built the request.
 *
 * @param kept The parts that are named and not sent. Default: none.
 */
declare function encodeCall(modelId: string, options: LanguageModelV4CallOptions, kept?: KeptParts): string;
/** The codes that a proxy answers with. */
type WireErrorCode = "invalid_request" | "unauthorized" | "sign_in_required" | "sign_in_failed" | "origin_not_allowed" | "model_not_allowed" | "tool_not_allowed" | "api_key_not_accepted" | "unknown_route" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "unknown_prefix" | "rate_limited" | "too_many_streams" | "budget_exhausted" | "client_closed" | "internal_error" | "store_unavailable" | "no_key" | "shutting_down" | "upstream_rejected" | "upstream_unauthorized" | "upstream_rate_limited" | "upstream_overloaded" | "upstream_unreachable" | "upstream_timeout" | "upstream_connect_timeout" | "upstream_first_byte_timeout" | "upstream_idle_timeout" | "upstream_total_timeout" | "upstream_redirect" | "upstream_bad_content" | "upstream_too_large" | "upstream_paused" | "upstream_error" | "upstream_cut";
/**
 * An error in the wire format: `{ error: WireError }` in the body of a refused request, and in an
 * `error` part of a stream. The message is the proxy's own; it never contains a provider's text.
 */
interface WireError {
  /** The code, a {@link WireErrorCode}. A newer proxy may have more codes. */
  code: string;
  message: string;
  /** The HTTP status, or the status that the error would have had before the stream started. */
  status?: number | undefined;
  /** True if the same request may succeed later. */
  retryable: boolean;
  /** The milliseconds to wait before the next request, if the proxy or the provider stated it. */
  retryAfterMs?: number | undefined;
  /** The id of the request in the server's log. */
  requestId?: string | undefined;
}
/** Reads a {@link WireError} from untrusted data. Returns undefined if the data is not one. */
declare function parseWireError(value: unknown): WireError | undefined;
/** A stream part in the wire format. Its error, if it is one, is plain data. */
type WirePart = Exclude<LanguageModelV4StreamPart, {
  type: "error";
}> | {
  type: "error";
  error: WireError;
};
/** Returns data as one server-sent event. */
declare const encodeEvent: (data: string) => string;
/** Returns a part as one server-sent event. */
declare const encodePart: (part: WirePart) => string;
/**
 * Creates a reader of server-sent events. It accepts text in pieces, cut at any place, and calls
 * `onData` with the data of each event. Other fields of an event, and comments, are ignored.
 */
declare function createEventReader(onData: (data: string) => void): (text: string) => void;
/**
 * Decodes the body of a model endpoint's answer into parts. The bytes may be cut at any place.
 *
 * A body that ends or breaks before the end marker yields one more part: an `error` with the code
 * `stream_cut`. There is no such part if the model's `finish` had arrived, because then nothing is
 * missing. An event that is not a part yields an `error` with the code `invalid_response`, and ends
 * the stream. Data after the end marker is not read.
 *
 * @param signal When it aborts, the stream errors with its reason.
 */
declare const decodeParts: (body: ReadableStream<Uint8Array>, signal?: AbortSignal) => ReadableStream<WirePart>;
/** The answer of `GET {baseURL}/models`. An empty list means that the server holds no key. */
interface ModelList {
  models: ListedModel[];
  /** The largest call that the proxy takes. Absent if the proxy is older than 0.2. */
  limits?: CallLimits | undefined;
}
/** The largest call that a proxy takes. A larger one is refused, and no provider is asked. */
interface CallLimits {
  /** The bytes of the JSON of a call, files in base64 included. Absent if there is no limit. */
  bytes?: number | undefined;
  /** The messages of a prompt. */
  messages: number;
  /** The tools of a call. */
  tools: number;
}
/**
 * The part of a sign-in that failed.
 *
 * - `metadata`: the server, or its sign-in service, does not describe itself as it should
 * - `refused`: the user, or the sign-in service, said no
 * - `response`: the answer does not belong to this sign-in, or comes from another service
 * - `token`: the sign-in service gave no token that can be used
 * - `expired`: the sign-in service takes the code or the refresh token no more, or has forgotten
 *   the client that registered itself
 * - `unreachable`: the sign-in service did not answer, or failed; the same may work later
 */
type OAuthFailure = "metadata" | "refused" | "response" | "token" | "expired" | "unreachable";
/** A sign-in that failed. Its message never holds a secret, nor words of a server. */
declare class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly failure: OAuthFailure;
  constructor(failure: OAuthFailure, message: string);
}
export { type ModelCall, type ModelList, OAuthError, type OAuthFailure, type WireError, type WireErrorCode, type WirePart, collectParts, createEventReader, decodeParts, encodeCall, encodeEvent, encodePart, parseWireError };

// ambit/eager


