// @ambit/core

import { StoreApi } from "zustand/vanilla";
import { JSONSchema7, LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
/** Who or what ended a run early. */
type CancelKind = "user" | "deadline" | "timeout" | "parent_failed" | "sibling_failed" | "race_lost" | "budget" | "scope_ended" | "manual";
/** Why a run, a call or a wait was cancelled. Kept by identity from the cancel to the rejection. */
interface CancelReason {
  readonly kind: CancelKind;
  /** A word of the caller's own, to tell one cancel from another. */
  readonly tag?: string | undefined;
  /** A sentence for people and logs. */
  readonly message?: string | undefined;
  readonly cause?: unknown;
}
/** Where the bytes of an image, a sound or a file are: base64 text with its `mediaType`, or a URL. */
interface MediaPart {
  readonly type: "image" | "audio" | "file";
  /** Base64 text, or an `http(s):` or `data:` URL. */
  readonly data: string;
  /** As in `image/png`; read from a Blob, a File or a data URL where it is not given. */
  readonly mediaType?: string | undefined;
  readonly filename?: string | undefined;
}
/** One part of a user message, as it is stored and sent. */
type ContentPart = {
  readonly type: "text";
  readonly text: string;
} | MediaPart;
/** One part of what a caller may send: stored parts, and media given as a `URL`, a `Blob` or a `File`. */
type ContentInput = ContentPart | (Omit<MediaPart, "data"> & {
  readonly data: string | URL | Blob;
});
/** What `chat` and `execute` take: text, or parts. */
type ChatInput = string | readonly ContentInput[];
/** What a user message holds. */
type UserContent = string | readonly ContentPart[];
/** Anything JSON can say. */
type JsonValue = string | number | boolean | null | readonly JsonValue[] | {
  readonly [key: string]: JsonValue | undefined;
};
/** A JSON object. */
type JsonObject = {
  readonly [key: string]: JsonValue | undefined;
};
/** What a provider attached to a part and wants back with it: signatures, item ids. Never read by Ambit. */
type ProviderMetadata = Record<string, Record<string, JsonValue | undefined>>;
interface PartBase {
  readonly providerMetadata?: ProviderMetadata | undefined;
}
/** The bytes of a file: base64 or a URL. */
type FileData = {
  readonly type: "data";
  readonly data: string;
} | {
  readonly type: "url";
  readonly url: string;
};
/**
 * One piece of a model's message, in the order in which it came. Kinds follow `LanguageModelV4Content` of
 * `@ai-sdk/provider`; data is JSON-safe, so that a message can be stored.
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
  readonly name: string;
  /** The provider runs the call itself. Such calls are not in `calls`. */
  readonly providerExecuted?: boolean | undefined;
  /** The arguments of a provider-executed call; those of others are in `calls`. */
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
/** What model calls consumed, in tokens. */
interface Usage {
  promptTokens: number;
  completionTokens: number;
  /** Always `promptTokens + completionTokens`. */
  totalTokens: number;
  /** Part of `completionTokens`. */
  reasoningTokens?: number | undefined;
  /** Part of `promptTokens` that came from the provider's cache. */
  cachedTokens?: number | undefined;
  audioInputTokens?: number | undefined;
  audioOutputTokens?: number | undefined;
  /** The provider's raw object of the latest call, untouched. */
  providerMetrics?: unknown;
}
/** Why the model stopped. */
type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "other";
/** Whether a message, or what it was made from, holds third-party text. */
type Taint = "untrusted";
interface MessageBase {
  readonly id: string;
  /** The message this one follows; null for the first. */
  readonly parentId: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly taint?: Taint | undefined;
}
/** What a person, or with `source: 'app'` the application, said. */
interface UserMessage extends MessageBase {
  readonly role: "user";
  readonly content: UserContent;
  readonly source?: "app" | undefined;
}
/** One call a model asked for. */
interface AssistantToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model gave them. */
  readonly arguments: Record<string, unknown>;
  /** The text of the arguments where it is no JSON object. Such a call is not run; only no text at all passes, for a tool without parameters. */
  readonly raw?: string | undefined;
}
/** What the model said and asked for. */
interface AssistantMessage extends MessageBase {
  readonly role: "assistant";
  readonly content?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly calls?: readonly AssistantToolCall[] | undefined;
  /** Absent on a partial message: one whose stream was cut, cancelled, or still runs. */
  readonly finishReason?: FinishReason | undefined;
  readonly usage: Usage;
  /** The ordered, lossless record, with the provider's metadata. */
  readonly parts: readonly MessagePart[];
  /** `ui` when the page, not a model, asked for the calls. */
  readonly source?: "ui" | undefined;
}
/** How a call ended. */
type ToolStatus = "ok" | "error" | "invalid" | "unknown" | "disabled" | "denied" | "cancelled" | "timeout" | "interrupted";
/** The answer to one call. */
interface ToolMessage extends MessageBase {
  readonly role: "tool";
  /** The tool's name. The message's `id` is the call's. */
  readonly name: string;
  /** JSON text: the result, or `{ "error": { "name", "message", … } }`. */
  readonly content: string;
  readonly status: ToolStatus;
  /** On `ok` answers: how long the handler took. */
  readonly durationMs?: number | undefined;
  /** What the tool's `toModelOutput` gave the model in place of `content`. */
  readonly output?: string | readonly ContentPart[] | undefined;
}
type Message = UserMessage | AssistantMessage | ToolMessage;
/** A message that has no place in a history yet. */
type Draft<M extends Message> = Omit<M, "parentId">;
/** The JSON value a ToolMessage holds, or its text where that was cut. */
declare function parseToolContent(message: ToolMessage): JsonValue;
/** On every event. */
interface EventBase {
  /** 1..n without a gap; a delta carries the `seq` of the event before it. */
  readonly seq: number;
  /** Milliseconds since the Unix epoch; never less than the event's before, even if the clock goes back. */
  readonly at: number;
  readonly agentId: string;
  readonly runId: string;
  readonly rootRunId: string;
}
/** On every event of one model call. */
interface InIteration$1 {
  /** 0-based. */
  readonly iteration: number;
}
/** On every event of one tool call. */
interface OfCall extends InIteration$1 {
  readonly callId: string;
  readonly tool: string;
}
/** On every delta. */
interface Delta extends InIteration$1 {
  /** The id the assistant message will have. */
  readonly messageId: string;
  readonly delta: string;
  /** 0-based position among all deltas of the run; a joined delta has its first one's. */
  readonly index: number;
}
/** What each event says beside {@link EventBase}. */
interface EventPayloads {
  started: {
    readonly input?: ChatInput | undefined;
  };
  iteration_started: InIteration$1 & {
    /** The id the assistant message will have. */
    readonly messageId: string;
    /** What joined the history since the run's last event: messages of the person, the app, or the page. */
    readonly added: readonly Message[];
  };
  content_delta: Delta;
  reasoning_delta: Delta;
  tool_call_delta: Delta & OfCall;
  iteration_completed: InIteration$1 & {
    readonly message: AssistantMessage;
    readonly usage: Usage;
  };
  tool_started: OfCall & {
    readonly call: AssistantToolCall;
  };
  tool_progress: OfCall & {
    readonly pct?: number | undefined;
    readonly message?: string | undefined;
  };
  tool_retrying: OfCall & {
    readonly attempt: number;
    readonly error: unknown;
  };
  tool_succeeded: OfCall & {
    /** The full value, as the handler returned it. */
    readonly result: unknown;
    /** Absent in `runAgent`, which has no history. */
    readonly message?: ToolMessage | undefined;
    /** What the call was charged, by budget key. */
    readonly charged: Readonly<Record<string, number>>;
    readonly durationMs: number;
    readonly cached?: boolean | undefined;
    readonly truncated?: boolean | undefined;
  };
  tool_failed: OfCall & {
    readonly error: Error;
    readonly message?: ToolMessage | undefined;
  };
  tool_cancelled: OfCall & {
    readonly reason: CancelReason;
    readonly message?: ToolMessage | undefined;
  };
  settled: InIteration$1 & {
    readonly ok: boolean;
    readonly why: string;
    readonly durationMs: number;
  };
  request_retrying: InIteration$1 & {
    /** 1 for the first retry. */
    readonly attempt: number;
    readonly delayMs: number;
    readonly error: Error;
  };
  compacted: InIteration$1 & {
    /** How many messages the history has, and how many were sent. */
    readonly messages: number;
    readonly sent: number;
  };
  usage: InIteration$1 & {
    readonly usage: Usage;
    readonly estimated?: boolean | undefined;
  };
  warning: {
    readonly code: string;
    readonly message: string;
  };
  custom: OfCall & {
    readonly name: string;
    readonly data: unknown;
  };
  completed: {
    readonly status: "completed" | "stopped";
    readonly content: string;
    readonly usage: Usage;
  };
  failed: {
    readonly error: unknown;
    readonly usage: Usage;
  };
  cancelled: {
    readonly reason: CancelReason;
    readonly usage: Usage;
  };
}
type EventName = keyof EventPayloads;
type EventType = `agent:${EventName}`;
/** One observation of a run. Frozen; the same object live and afterwards. */
type AgentEvent = { [Name in EventName]: {
  readonly type: `agent:${Name}`;
} & EventBase & EventPayloads[Name]; }[EventName];
/** The event of one type: `EventOf<'agent:completed'>`. */
type EventOf<T extends EventType> = Extract<AgentEvent, {
  readonly type: T;
}>;
/** The events that carry a piece of a stream; a run's `events` leaves them out. */
type DeltaEvent = EventOf<"agent:content_delta" | "agent:reasoning_delta" | "agent:tool_call_delta">;
/** A zustand store that everybody reads and only its own class writes. */
declare abstract class Store<State> implements Pick<StoreApi<State>, "getState" | "subscribe"> {
  readonly getState: () => State;
  readonly getInitialState: () => State;
  readonly subscribe: StoreApi<State>["subscribe"];
  protected readonly setState: StoreApi<State>["setState"];
  constructor(initial: State);
}
/** One call of the running iteration, as the page may show it. Ended calls are in the history. */
interface CallActivity {
  readonly callId: string;
  readonly tool: string;
  /** The assistant message that asks for it. */
  readonly messageId: string;
  readonly status: "input-streaming" | "pending" | "running";
  /** The arguments' text so far. */
  readonly input: string;
  readonly pct?: number | undefined;
  /** What the tool last reported. */
  readonly message?: string | undefined;
}
/** The message a model is writing. */
interface MessageDraft {
  /** The id it will have in the history. */
  readonly id: string;
  readonly content: string;
  readonly reasoning: string;
}
interface ActivityState {
  /** `settling`: the page is catching up with a tool. `waiting`: for a retry, or for a person. */
  readonly status: "idle" | "running" | "settling" | "waiting";
  readonly runId?: string | undefined;
  /** Why the last run did not complete; gone when the next starts. */
  readonly error?: unknown;
  /** Why the last run was cancelled; gone when the next starts. */
  readonly cancelled?: CancelReason | undefined;
  /** Present while a model writes. */
  readonly draft?: MessageDraft | undefined;
  /** The calls that are not answered yet, by id. One Map, whose entries are replaced. */
  readonly calls: ReadonlyMap<string, CallActivity>;
}
/** What the agent is doing right now: a zustand store that follows the events of the open session's runs. */
declare class Activity extends Store<ActivityState> {
  #private;
  constructor();
  /** Takes in the next event. */
  readonly follow: (event: AgentEvent) => void;
  /** Says that the loop waits for the page. */
  readonly startSettling: () => void;
}
/** What the page and the model see of a history. */
interface HistoryState {
  /** The id of the last message, or null when there is none. */
  readonly head: string | null;
  /** The path from the first message to `head`. */
  readonly messages: readonly Message[];
}
/**
 * A tree of messages: each knows the one it follows, and the path to `head` is what the model sees. A zustand store; messages are frozen
 * and never change once they are in.
 */
declare class History extends Store<HistoryState> {
  #private;
  /** Starts with `messages`, whose ids must be unique and each of whose parents must stand before it. */
  constructor(messages?: readonly Message[]);
  /** Adds messages as the constructor does, and makes the last of them the head. */
  load(messages: readonly Message[]): void;
  get head(): string | null;
  /** The path from the first message to `head`. */
  get messages(): readonly Message[];
  has(id: string): boolean;
  get(id: string): Message | undefined;
  /** Adds a message after `head`, freezes it, and makes it the head. Throws `AgentError` when its id is taken. */
  append<M extends Message>(draft: Draft<M>): M;
  /** The ids of the messages that follow the same message as `id` does, itself among them, oldest first. */
  branches(id: string): readonly string[];
  /** Makes the newest path through `id` the one that is seen; null goes back to before the first message. */
  select(id: string | null): void;
  /** Makes `id` itself the head: what follows it is kept, and off the path. */
  moveTo(id: string | null): void;
}
/** A message that waits for the running chat to end. */
interface QueuedChat {
  /** The id of its run; cancelling that takes it out of the queue. */
  readonly runId: string;
  readonly input: ChatInput;
}
interface QueueState {
  /** In the order in which they will run. */
  readonly waiting: readonly QueuedChat[];
}
/** The chats that wait for their turn: a zustand store. */
declare class Queue extends Store<QueueState> {
  constructor();
  /** Adds a chat and returns what takes it out again. */
  add(chat: QueuedChat): () => void;
}
/** Why something is off, in words for the person and the model. */
interface Unavailable {
  readonly available: false;
  readonly reason: string;
}
/** Says that a tool or a scope is off, and why: `enabled: () => isSignedIn || unavailable('Sign in first')`. */
declare const unavailable: (reason: string) => Unavailable;
/**
 * Whether something is on now: a predicate, or a value that announces its changes. It is evaluated when a request is built, at the
 * call, and on `scopes.refresh()`. A throw means off.
 */
type Enabled = (() => boolean | Unavailable) | {
  readonly get: () => boolean | Unavailable;
  /** Calls `listener` after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};
/** What a predicate came to. */
type Availability = {
  readonly enabled: true;
} | {
  readonly enabled: false;
  readonly reason?: string | undefined;
  readonly thrown?: unknown;
};
/** What one tool call was and came to. */
interface TraceEntry {
  readonly iteration: number;
  readonly callId: string;
  readonly tool: string;
  /** As the model gave them. */
  readonly arguments: Record<string, unknown>;
  /** What the model was told; the cut text where `truncated`. Absent when the call ended in an error. */
  readonly result?: JsonValue | undefined;
  /** The error as the model was told it. */
  readonly error?: JsonValue | undefined;
  readonly durationMs: number;
  /** The result was larger than `toolResultMaxBytes` and was cut. */
  readonly truncated?: boolean | undefined;
  /** The size in UTF-8 bytes before the cut. */
  readonly totalBytes?: number | undefined;
  /** What `toolArgValidation: 'lenient'` changed. */
  readonly warnings?: readonly string[] | undefined;
}
/** What a run attaches to the error it rejects with. */
interface RunEvidence {
  runId: string;
  /** One entry per tool call, in the order of the calls. */
  trace: readonly TraceEntry[];
  /** Everything the run observed, deltas aside. */
  events: readonly AgentEvent[];
  /** The messages this run added. */
  messages: readonly Message[];
  usage: Usage;
  /** The latest text of the model, when there was any. */
  content?: string | undefined;
}
/**
 * The root of every error Ambit makes. Errors are branded with `Symbol.for`, so `isInstance` also
 * matches an error of another copy of the package in the same page, where `instanceof` does not.
 *
 * An error that ended a run carries {@link RunEvidence}; before that the fields are undefined.
 */
declare class AgentError extends Error implements Partial<RunEvidence> {
  runId?: string;
  trace?: readonly TraceEntry[];
  events?: readonly AgentEvent[];
  messages?: readonly Message[];
  usage?: Usage;
  content?: string | undefined;
  override get name(): string;
  /** True for an instance of this class or of a subclass, also across duplicated bundles. */
  static isInstance<T>(this: {
    prototype: T;
  } & (abstract new (...args: never[]) => T), value: unknown): value is T;
}
/** One problem a schema found: what is wrong, and where in the value. */
interface ValidationIssue {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
}
/** The arguments of a call do not fit the tool's parameters. The handler was not called. */
declare class ToolValidationError extends AgentError {
  readonly tool: string;
  readonly issues: readonly ValidationIssue[];
  override get name(): string;
  constructor(tool: string, issues: readonly ValidationIssue[]);
}
/** The tool exists and is off at the moment of the call. The handler was not called. */
declare class DisabledToolError extends AgentError {
  readonly tool: string;
  readonly reason?: string | undefined;
  override get name(): string;
  constructor(tool: string, reason?: string);
}
/** No tool of that name can be called in this run. */
declare class UnknownToolError extends AgentError {
  readonly tool: string;
  override get name(): string;
  constructor(tool: string, available?: readonly string[]);
}
/** A person, a policy or a hook refused the call. The handler was not called. */
declare class ToolDeniedError extends AgentError {
  readonly tool: string;
  readonly reason: string;
  override get name(): string;
  constructor(tool: string, reason: string);
}
/** A tool's own code threw; `cause` is what it threw. */
declare class ToolHandlerError extends AgentError {
  readonly tool: string;
  readonly callId: string;
  override get name(): string;
  constructor(tool: string, callId: string, cause: unknown);
}
/** A tool's result cannot be written as JSON. */
declare class SerializationError extends AgentError {
  override get name(): string;
}
/**
 * The parts of Standard Schema and Standard JSON Schema that Ambit reads, so that it imports no schema library.
 * Source: https://standardschema.dev
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
    /** Present on schemas that describe themselves. */
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
/** A schema made ready: what goes into a request, and the check of what comes back. */
interface Parameters$1<Output = unknown> {
  readonly jsonSchema: JSONSchema7;
  readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
}
type Validated<Output> = {
  value: Output;
} | {
  issues: readonly ValidationIssue[];
};
/** Turns the schema of one library into JSON Schema draft 7. */
type SchemaConverter = (schema: StandardSchema) => object;
/** Lets schemas of a library that do not describe themselves be used; `vendor` as in `~standard.vendor`. */
declare function registerSchemaConverter(vendor: string, converter: SchemaConverter): void;
/** A length of time: milliseconds, or a number with a unit, as in `'500ms'`, `'10s'`, `'5m'`, `'1h'`. */
type Duration = number | `${number}${"ms" | "s" | "m" | "h"}`;
/** How often a tool is tried: a number of attempts in all, or that with a pause between them. */
type Retry = number | {
  readonly attempts: number;
  readonly delay?: Duration | undefined;
};
/** Data a tool gives to the page and the model never sees. */
interface Artifact {
  /** Unique in the run; one of the same id takes the place of the earlier. */
  readonly id: string;
  /** What kind of thing it is, as `chart`: renderers choose by it. */
  readonly type: string;
  readonly title?: string | undefined;
  readonly data: unknown;
}
/**
 * Where an application types what its tools share, by module augmentation:
 *
 * ```ts
 * declare module '@ambit/core' {
 *   interface Register {
 *     dependencies: { api: Api }
 *     metadata: { plan: 'free' | 'pro' }
 *     state: { cartId?: string }
 *   }
 * }
 * ```
 */
interface Register {}
/** `Register['dependencies']`, or unknown. */
type Dependencies = Register extends {
  readonly dependencies: infer D;
} ? D : unknown;
/** `Register['metadata']`, or a record. */
type Metadata = Register extends {
  readonly metadata: infer M;
} ? M : Readonly<Record<string, unknown>>;
/** `Register['state']`, or a record. */
type State = Register extends {
  readonly state: infer S;
} ? S : Record<string, unknown>;
/** What a handler is given beside its arguments. Budgets, cancellation and identity travel in it. */
interface ToolContext {
  /** Aborts when the call is cancelled or this attempt runs out of time; its reason is the `CancelReason`. */
  readonly signal: AbortSignal;
  readonly runId: string;
  readonly rootRunId: string;
  readonly callId: string;
  /** 0-based. */
  readonly iteration: number;
  readonly sessionId: string;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly metadata: Metadata;
  readonly dependencies: Dependencies;
  /** The same for every attempt at this call. */
  readonly idempotencyKey: string;
  /** The session's state, shared by the tools of its turns. */
  getState(): State;
  /** Merges into the session's state. */
  setState(change: Partial<State>): void;
  /** Data for the page, which the model never sees. */
  readonly artifacts: {
    add(artifact: Artifact): void;
  };
  /** Tells the page how far the call is; `pct` from 0 to 100. */
  report(progress: {
    pct?: number | undefined;
    message?: string | undefined;
  }): void;
  /** An `agent:custom` event. */
  emit(name: string, data: unknown): void;
  /** Runs `cleanup` when this call ends, however it ends, the last one deferred first. */
  defer(cleanup: () => unknown): void;
  /** Resolves when a scope of that name is registered. Rejects `TimeoutError` after `timeout` (default 2 s). */
  waitForScope(name: string, options?: {
    timeout?: Duration | undefined;
  }): Promise<void>;
  /** Ends the whole run. */
  cancel(reason?: CancelReason): void;
}
/** What a tool is made of. */
interface ToolOptions<Args, Result> {
  /** Matches `/^[a-zA-Z0-9_-]{1,64}$/`; unique over every registered scope. */
  name: string;
  /** For people. Default: the name in words. */
  title?: string | undefined;
  /** For the model, sent byte for byte. */
  description: string;
  /** A Standard Schema (zod 4, ArkType, …) or `jsonSchema({ … })`, an object at the top. Default: no parameters. */
  parameters?: StandardSchema<unknown, Args> | undefined;
  /** Gets its own parsed copy of the arguments. What it returns is the result; what it throws, the model is told. */
  handler: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>;
  /** Default: always on. */
  enabled?: Enabled | undefined;
  /** With `silent` the model gets only an acknowledgement, and calls of silent tools alone end the run. Default `feedback`. */
  mode?: "feedback" | "silent" | undefined;
  /** How long one attempt may take. Default: without limit. */
  timeout?: Duration | undefined;
  /** Attempts in all; a cancelled call is not tried again. Default 1. */
  retry?: Retry | undefined;
  /** Keep results for equal arguments; needs the agent's `cache: toolCache()`. */
  cache?: {
    readonly ttl: Duration;
  } | undefined;
  /** Asks providers that can to constrain their output to the schema. */
  strict?: boolean | undefined;
  /** What the model is sent in place of the JSON of the result: text, or parts such as an image. */
  toModelOutput?: ((result: Awaited<Result>) => string | readonly ContentPart[]) | undefined;
  /** A scope that must be there before the next request, as when the tool navigates. */
  waitFor?: string | undefined;
  /** Charged to the `tokens` budgets before each call. */
  tokens?: number | undefined;
  /** Charged to the `costUsd` budgets before each call, in US dollars. */
  costUsd?: number | undefined;
  /** Charged to budgets of your own before each call, by their names. */
  charges?: Readonly<Record<string, number>> | undefined;
}
/**
 * A named function the model may call.
 *
 * Throws `AgentError` at construction for a bad name, a schema that cannot be used, `retry` below 1 and a malformed duration.
 */
declare class Tool<Args = never, Result = unknown> {
  #private;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The schema as it was given. Not typed by `Args`, so that a tool of any arguments is an `AnyTool`. */
  readonly parameters: StandardSchema;
  readonly handler: (args: Args, ctx: ToolContext) => Result | PromiseLike<Result>;
  readonly enabled: Enabled | undefined;
  readonly mode: "feedback" | "silent";
  readonly timeoutMs: number | undefined;
  readonly retry: {
    readonly attempts: number;
    readonly delayMs: number;
  };
  readonly cacheTtlMs: number | undefined;
  readonly strict: boolean | undefined;
  readonly toModelOutput: ((result: never) => string | readonly ContentPart[]) | undefined;
  readonly waitFor: string | undefined;
  /** What each call is charged, by budget key, `toolCalls` among them. */
  readonly charges: Readonly<Record<string, number>>;
  constructor(options: ToolOptions<Args, Result>);
  /** The parameters as the model sees them. */
  get jsonSchema(): JSONSchema7;
  /** Checks and parses arguments. */
  get validate(): Parameters$1<unknown>["validate"];
}
/** Any tool, whatever its arguments. */
type AnyTool = Tool<never, unknown>;
/** What a scope is made of. */
interface ScopeOptions {
  /** Unique among the registered scopes. */
  name: string;
  /** For people. Default: the name. */
  label?: string | undefined;
  tools?: readonly AnyTool[] | undefined;
  /** What the model should know now. Read again for every request; JSON, or anything that becomes it. Never kept in history. */
  context?: (() => unknown) | undefined;
  /** Off, a scope hides its tools and its context. Default: always on. */
  enabled?: Enabled | undefined;
  /**
   * Where the context stands: `user`, at the very end of the request, or `system`, after the instructions, for data that rarely
   * changes. Default `user`.
   */
  injection?: "user" | "system" | undefined;
  /** The context holds third-party text. Such a scope cannot use `injection: 'system'`. */
  untrusted?: boolean | undefined;
}
/** A named group of tools with the context they act on; registered and unregistered as a unit. */
declare class Scope {
  readonly name: string;
  readonly label: string;
  readonly tools: readonly AnyTool[];
  readonly context: (() => unknown) | undefined;
  readonly enabled: Enabled | undefined;
  readonly injection: "user" | "system";
  readonly untrusted: boolean;
  constructor(options: ScopeOptions);
}
/**
 * A tool's place in the registry, under one name: the same object for as long as its owner keeps
 * it.
 */
interface RegisteredTool {
  /** The tool as it is now: `replaceTool` puts another in its place. */
  readonly tool: AnyTool;
  readonly scope: Scope;
}
/** What an observer of the registry is told. */
interface ScopeRegistryHooks {
  onScopeRegister?: ((scope: Scope) => void) | undefined;
  onScopeUnregister?: ((scope: Scope) => void) | undefined;
  /** Before `onScopeUnregister` where a whole scope goes. */
  onToolUnregister?: ((registered: RegisteredTool) => void) | undefined;
}
/** Rises with every change of what is registered and every announced change of what is on. */
interface ScopesState {
  readonly version: number;
}
/**
 * What the agent can do now: the loop reads it before every model call and again at every tool
 * call. A zustand store whose `version` says when to look again. Scopes and tools keep the order in
 * which their names were first seen, whatever is unregistered in between, so that requests stay
 * alike.
 */
declare class ScopeRegistry extends Store<ScopesState> {
  #private;
  constructor(hooks?: ScopeRegistryHooks);
  /**
   * Registers a scope with all its tools and returns what undoes that, which may be called more
   * than once. Throws `AgentError` and changes nothing when the scope's name or one of its tools'
   * is taken.
   */
  register(scope: Scope): () => void;
  /**
   * Adds a tool to a registered scope and returns what removes it, which may be called more than
   * once; the tool also goes with its scope. Throws `AgentError` and changes nothing when there is
   * no such scope or the tool's name is taken.
   */
  addTool(scopeName: string, tool: AnyTool): () => void;
  /**
   * Puts a tool in the place of the registered one of its name, in the same scope: running calls of
   * the one before go on, and what removed it removes this one. Throws `AgentError` when there is
   * none.
   */
  replaceTool(tool: AnyTool): void;
  /** Tells observers to evaluate every `enabled` and `context` again. */
  readonly refresh: () => void;
  /** The tool registered under exactly this name. */
  find(name: string): RegisteredTool | undefined;
  /** Whether a scope of that name is registered. */
  has(scopeName: string): boolean;
  /** The registered scopes, in a stable order. */
  get scopes(): readonly Scope[];
  /** The registered tools, in a stable order. */
  get tools(): readonly RegisteredTool[];
  /** The tools of a registered scope, in the order in which they came to it. */
  toolsOf(scope: Scope): Iterable<RegisteredTool>;
  /** Whether a scope is on now. */
  isOn(scope: Scope): Availability;
  /** Whether a tool is on now; a tool of a scope that is off is off. */
  isToolOn({ tool, scope }: RegisteredTool): Availability;
}
/** An amount that may be spent, by whoever it is installed on: give one to several runs and they share it. */
declare class Budget {
  #private;
  readonly name: string;
  readonly limit: number;
  readonly unit: string;
  constructor(name: string, limit: number, unit: string);
  /** What was spent so far. Sums of decimals are exact to nine places: 0.1 + 0.2 is 0.3. */
  get spent(): number;
  /** Throws `BudgetExceededError` when `amount` more would pass the limit; with `reached` also when nothing is left. */
  check(amount: number, reached?: boolean): void;
  /** Adds to what was spent, even past the limit: for what is known only afterwards. */
  record(amount: number): void;
}
/**
 * A budget of your own, charged by the tools whose `charges` name it, and by `tokens` and `costUsd` when it is called that.
 *
 * Throws `AgentError` when `limit` is no finite number from 0.
 */
declare const createBudget: (name: string, { limit, unit }: {
  limit: number;
  unit?: string | undefined;
}) => Budget;
/** The only way core reads time or sets a timer: tests and simulations bring their own. */
interface Clock {
  /** Milliseconds since the Unix epoch. May go back; Ambit orders by sequence, never by this. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds. */
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}
/** The environment's own time and timers. */
declare const systemClock: Clock;
/** Makes ids: each call returns one that no other call, tab or process returns. */
type CreateId = () => string;
/** How far one run may go. A limit that is left out never trips, `iterations` aside. */
interface Limits {
  /** Model calls. A whole number from 1. Default 10. */
  readonly iterations?: number | undefined;
  /** Prompt and completion tokens of all model calls, and the `tokens` tools charge. 0 blocks the first call. */
  readonly tokens?: number | undefined;
  /** US dollars, by the agent's `rates`, and the `costUsd` tools charge. */
  readonly costUsd?: number | undefined;
  /** Handlers that are run. */
  readonly toolCalls?: number | undefined;
  /** Milliseconds from start to end, waits for people aside. */
  readonly wallMs?: number | undefined;
  /** How often one tool may be called with equal arguments. */
  readonly identicalCalls?: number | undefined;
}
/** What is known of a failed model call. */
interface ModelErrorOptions {
  /** A closed, lower-case word such as `rate_limited`, `network`, `stream_cut`, `empty_response`. */
  code: string;
  /** Whether the same request may succeed later. */
  isRetryable: boolean;
  /** The HTTP status, when there was a response. */
  status?: number | undefined;
  /** How long the provider asks to wait. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
}
/** The model or the way to it failed. */
declare class ModelError extends AgentError {
  readonly code: string;
  readonly isRetryable: boolean;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  override get name(): string;
  constructor(message: string, options: ModelErrorOptions);
}
/** How failed model calls are tried again, before the first content was shown. */
interface ModelRetryOptions {
  /** Retries after the first attempt. 0 to 10. Default 3. */
  readonly maxRetries?: number | undefined;
  /** Default 500. Doubles with each retry; a provider's `Retry-After` counts instead. */
  readonly initialDelayMs?: number | undefined;
  /** Default 10,000. */
  readonly maxDelayMs?: number | undefined;
  /** Default: what the error says of itself. */
  readonly retryableErrors?: ((error: ModelError) => boolean) | undefined;
}
/** What a model costs, in US dollars per million tokens. */
interface Rate {
  readonly prompt: number;
  readonly completion: number;
  /** For prompt tokens that came from the provider's cache. Default: as `prompt`. */
  readonly cached?: number | undefined;
}
/** Rates by model id. */
type Rates = Readonly<Record<string, Rate>>;
/** How much a model that can think does before it answers. */
interface ReasoningOptions {
  readonly enabled: boolean;
  readonly effort?: "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | undefined;
  /** Tokens to think in; becomes the nearest effort where none is given: `low` to 2,048, `medium` to 8,192, then `high`. */
  readonly budgetTokens?: number | undefined;
}
/** One model call as the model gets it, its signal aside. Source: `LanguageModelV4CallOptions` of `@ai-sdk/provider`. */
type ModelRequest = Omit<LanguageModelV4CallOptions, "abortSignal">;
/** What one model call came to. */
interface ModelResponse {
  readonly content: string;
  readonly reasoning?: string | undefined;
  readonly calls: readonly AssistantToolCall[];
  /** Undefined when the stream ended before the model did. */
  readonly finishReason: FinishReason | undefined;
  /** Undefined when the provider reported none. */
  readonly usage: Usage | undefined;
  /** The ordered, lossless record. */
  readonly parts: readonly MessagePart[];
  /** The provider's own chunks, when `includeRaw` asks for them. */
  readonly raw?: readonly unknown[] | undefined;
  /** The provider's id of the response. */
  readonly responseId?: string | undefined;
}
type RunStatus = "running" | "completed" | "stopped" | "cancelled" | "failed";
/** One model call of a run, as reported. */
interface IterationReport {
  /** 0-based. */
  readonly index: number;
  readonly finishReason: FinishReason | undefined;
  readonly usage: Usage;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Of the model call; its tools are in the trace. */
  readonly durationMs: number;
  readonly toolCalls: number;
}
/** A run and the runs inside it. */
interface RunReport {
  readonly runId: string;
  readonly rootRunId: string;
  readonly parentRunId?: string | undefined;
  /** The agent's. */
  readonly name: string;
  readonly sessionId: string;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly durationMs: number;
  readonly usage: Usage;
  /** What its tools were charged, by budget key. */
  readonly charged: Readonly<Record<string, number>>;
  readonly iterations: readonly IterationReport[];
  readonly children: readonly RunReport[];
}
/** What `chat` and `execute` resolve with. */
interface RunResult<Data = unknown> {
  /** The model's last text. */
  readonly content: string;
  /** What `output` made of it; absent when it does not fit. */
  readonly data?: Data | undefined;
  readonly finishReason: FinishReason;
  readonly status: Exclude<RunStatus, "running">;
  readonly usage: Usage;
  /** Present when `rates` knows the model. */
  readonly costUsd?: number | undefined;
  readonly artifacts: readonly Artifact[];
  /** The messages this run added. */
  readonly messages: readonly Message[];
  readonly report: RunReport;
  /** With `includeToolTrace`, and whenever there is an `error`. */
  readonly trace?: readonly TraceEntry[] | undefined;
  /** The model's id. */
  readonly model: string;
  readonly durationMs: number;
  /** When the run started, in milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** The provider's id of the last response. */
  readonly responseId?: string | undefined;
  /** With `includeRaw`: the provider's own chunks of the last response. */
  readonly raw?: readonly unknown[] | undefined;
  /** With `followups`. */
  readonly followupSuggestions?: readonly string[] | undefined;
  /** Why an `execute` did not complete. `chat` rejects with it instead. */
  readonly error?: unknown;
}
/** Which run a hook stands in. */
interface HookContext {
  readonly agentId: string;
  readonly runId: string;
  readonly rootRunId: string;
  readonly sessionId: string;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly metadata: Metadata;
  /** Ends the run. */
  cancel(reason?: CancelReason): void;
}
interface InIteration {
  readonly run: HookContext;
  readonly iteration: number;
}
type Returns<T> = T | undefined | void;
/**
 * Interceptors in the loop. Those of one name run in the order of their registration, each awaited and each seeing what the one before
 * changed. Returning nothing changes nothing. A throw ends the run through `onRunError`.
 */
interface Hooks {
  onRunStart: (at: {
    run: HookContext;
    input: ChatInput | undefined;
  }) => unknown;
  /** Before a model call. `request` replaces what is sent; `response` takes the place of the call and ends the chain. */
  preRequest: (at: InIteration & {
    request: ModelRequest;
  }) => MaybePromise$1<Returns<{
    request: ModelRequest;
  } | {
    response: Partial<ModelResponse>;
  }>>;
  /** After a model call, before its message is committed. */
  onResponse: (at: InIteration & {
    response: ModelResponse;
  }) => MaybePromise$1<Returns<{
    response: Partial<ModelResponse>;
  }>>;
  /** After each message is in the history. */
  onMessage: (at: {
    run: HookContext;
    message: Message;
  }) => unknown;
  /**
   * Before a call runs, with valid arguments. `call` replaces it, and is validated again; `result` or `error` answers it unrun and ends
   * the chain.
   */
  preToolCall: (at: InIteration & {
    call: AssistantToolCall;
  }) => MaybePromise$1<Returns<{
    call: AssistantToolCall;
  } | {
    result: unknown;
  } | {
    error: unknown;
  }>>;
  onToolCallResult: (at: InIteration & {
    call: AssistantToolCall;
    result: unknown;
  }) => MaybePromise$1<Returns<{
    result: unknown;
  }>>;
  onToolCallError: (at: InIteration & {
    call: AssistantToolCall;
    error: AgentError;
  }) => MaybePromise$1<Returns<{
    error: unknown;
  }>>;
  /** After the calls of an iteration. `stop: true` ends the run with status `stopped`. */
  onIterationEnd: (at: InIteration & {
    message: AssistantMessage;
    usage: Usage;
  }) => MaybePromise$1<Returns<{
    stop: boolean;
  }>>;
  onRunDone: (at: {
    run: HookContext;
    result: RunResult | undefined;
  }) => unknown;
  onRunCancelled: (at: {
    run: HookContext;
    reason: CancelReason;
  }) => unknown;
  onRunError: (at: {
    run: HookContext;
    error: unknown;
  }) => unknown;
  onScopeRegister: (at: {
    scope: Scope;
  }) => unknown;
  onScopeUnregister: (at: {
    scope: Scope;
  }) => unknown;
}
type MaybePromise$1<T> = T | Promise<T>;
type HookName = keyof Hooks;
/** What an optional feature may use of the run it works in. */
interface ExtraContext {
  readonly run: HookContext;
  readonly model: LanguageModelV4;
  readonly signal: AbortSignal;
  /** One model call outside the loop, counted and billed as the run's own. Resolves with its text. */
  ask(request: ModelRequest, model?: LanguageModelV4): Promise<string>;
}
type MaybePromise<T> = T | Promise<T>;
/** A check of what goes in or comes out; made by `input` and `output`. */
interface Guardrail {
  readonly name: string;
  readonly phase: "input" | "output";
  /** True lets it pass; a string is the reason why not. */
  readonly check: (text: string, at: ExtraContext) => MaybePromise<true | string>;
}
/** What is asked for again when an answer does not fit `output`; made by `repair`. */
interface Repair {
  readonly maxAttempts: number;
  readonly toMessage: (issues: readonly ValidationIssue[]) => string;
}
/** What a request leaves out of a history that is too long; made by `trim`, `summarize` and `hybrid`. */
interface Compaction {
  /** The messages to send: the same array when nothing is to be done. */
  readonly compact: (messages: readonly Message[], at: ExtraContext) => MaybePromise<readonly Message[]>;
}
/** What makes a large result smaller before the model is told; made by `truncate` and `condense`. */
interface ToolResultLimit {
  readonly limit: (json: string, at: ExtraContext & {
    readonly tool: string;
  }) => MaybePromise<string>;
}
/** Where results of tools with `cache` are kept; made by `toolCache`. */
interface ToolCache {
  readonly get: (key: string, now: number) => {
    readonly value: unknown;
  } | undefined;
  readonly set: (key: string, value: unknown, expiresAt: number) => void;
}
/** What to offer next; made by `followups`. */
interface Followups {
  readonly suggest: (messages: readonly Message[], at: ExtraContext) => Promise<readonly string[]>;
}
/** One model call, as the ledger keeps it. */
interface LedgerRow {
  /** Milliseconds since the Unix epoch. */
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
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** How many calls the model asked for. */
  readonly toolCalls: number;
  readonly durationMs: number;
}
/** Where a row for every model call goes. One that fails is warned of and fails no run. */
interface Ledger {
  append(row: LedgerRow): unknown;
}
/** Called with every event of its type. Synchronous; what it throws is reported and changes nothing. */
type EventHandler<T extends EventType = EventType> = (event: EventOf<T>) => void;
/** Handlers by event type; `*` gets every event. */
type EventHandlerMap = { readonly [T in EventType]?: EventHandler<T> | undefined; } & {
  readonly "*"?: ((event: AgentEvent) => void) | undefined;
};
/** Where messages are also written as they come; each write is awaited before the next step. */
interface Conversation {
  append(message: Message, at: {
    sessionId: string;
    runId: string;
  }): unknown;
}
/** The environment a run stands in. */
interface Ports {
  readonly clock: Clock;
  readonly createId: CreateId;
  /** 0 to 1, for jitter. */
  readonly random: () => number;
}
/** What a second `chat` does while one runs. */
type OnBusy = "reject" | "queue" | "steer" | "interrupt";
/** The options that an agent has and a call may replace. */
interface RunOptions<Data = unknown> {
  readonly model?: LanguageModelV4 | undefined;
  /** What the agent is and how it should act; a function is asked before every model call. */
  readonly instructions?: string | ((run: HookContext) => string | Promise<string>) | undefined;
  readonly limits?: Limits | undefined;
  readonly budgets?: readonly Budget[] | undefined;
  /** What models cost, by model id. */
  readonly rates?: Rates | undefined;
  /** With `return` the model's calls are not run: they end the run and are in its messages. Default `auto`. */
  readonly toolMode?: "auto" | "return" | undefined;
  /** Default `serial`: one call after another, in the model's order. */
  readonly toolParallelism?: "serial" | "parallel" | undefined;
  /** How many calls run at once in parallel mode. Default 5. */
  readonly toolConcurrency?: number | undefined;
  /** `lenient` mends what the schema makes plain; `none` passes the model's arguments unchecked. Default `strict`. */
  readonly toolArgValidation?: "strict" | "lenient" | "none" | undefined;
  /** With `abort` an error in a tool's own code ends the run. Default `recover`: the model is told. */
  readonly toolErrorMode?: "recover" | "abort" | undefined;
  /** The most UTF-8 bytes of one result that the model is sent. Default 65,536. */
  readonly toolResultMaxBytes?: number | undefined;
  /** Puts the trace into the result of a run that completed; on errors it is always there. Default false. */
  readonly includeToolTrace?: boolean | undefined;
  /** Of model calls. */
  readonly retry?: ModelRetryOptions | undefined;
  /** How long the loop waits for the page after tools; false not to wait. Default `{ timeoutMs: 2000 }`. */
  readonly settle?: false | {
    readonly timeoutMs: number;
  } | undefined;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly metadata?: Metadata | undefined;
  readonly dependencies?: Dependencies | undefined;
  readonly conversation?: Conversation | undefined;
  /** The schema of the answer, an object at the top; the result's `data` is the answer read by it. */
  readonly output?: StandardSchema<unknown, Data> | undefined;
  /** How much a model that can think does; budgets become the nearest effort. Default: the provider's. */
  readonly reasoning?: ReasoningOptions | undefined;
  /** The user's own key, sent to a proxy that accepts one, with this call's requests alone. */
  readonly apiKey?: string | undefined;
  /** Puts the provider's own chunks into the result, where the model passes them on. Default false. */
  readonly includeRaw?: boolean | undefined;
  /** The kinds of parts the model takes beside text. Others fail before any request. Default: all. */
  readonly modalities?: readonly ("image" | "audio" | "file")[] | undefined;
  /** Made by `input` and `output`. */
  readonly guardrails?: readonly Guardrail[] | undefined;
  /** Made by `repair`. */
  readonly repair?: Repair | undefined;
  /** Made by `trim`, `summarize` or `hybrid`. */
  readonly compaction?: Compaction | undefined;
  /** Made by `truncate` or `condense`. */
  readonly toolResultLimit?: ToolResultLimit | undefined;
  /** Made by `toolCache`. */
  readonly cache?: ToolCache | undefined;
  /** Made by `followups`. */
  readonly followups?: Followups | undefined;
  /** Gets a row for every model call. */
  readonly ledger?: Ledger | undefined;
  /** Cancels the run when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly onBusy?: OnBusy | undefined;
}
/** What an agent is made of. */
interface AgentOptions extends RunOptions {
  readonly model: LanguageModelV4;
  /** Default: a name made from the model and the tools. */
  readonly name?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  /** Tools of no scope of their own; they form one named `agent`. */
  readonly tools?: readonly Tool[] | undefined;
  readonly on?: EventHandlerMap | undefined;
  /** Time and timers. Default: the environment's. */
  readonly clock?: Clock | undefined;
  /** Default: random ids. */
  readonly createId?: CreateId | undefined;
  /** 0 to 1, for jitter. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}
/** What one call may set. */
interface CallOptions<Data = unknown> extends RunOptions<Data> {
  /** Narrows the run to registered tools of these names, and to tools of its own. */
  readonly tools?: readonly (string | Tool)[] | undefined;
  readonly on?: EventHandlerMap | undefined;
  /** The tool call this run is part of: it is cancelled with it, and shares its budgets. */
  readonly parent?: ToolContext | undefined;
}
/** What one `execute` may set. */
interface ExecuteOptions<Data = unknown> extends Omit<CallOptions<Data>, "onBusy"> {
  /** Messages the run starts from. They are not changed. */
  readonly history?: readonly Message[] | undefined;
}
/**
 * One node of the tree in which cancels travel down: run, call, attempt. Cheap while nobody asks for its `AbortSignal`, which is made on
 * demand. The first reason stays; later cancels are ignored.
 */
declare class Cancellation {
  #private;
  /** Why it was cancelled; undefined until then. */
  get reason(): CancelReason | undefined;
  /** The same as a platform signal, whose `reason` is the `CancelReason`. */
  get signal(): AbortSignal;
  cancel(reason: CancelReason): void;
  /** Calls `listener` once on cancel, at once when that was before, until the returned function is called. */
  onCancel(listener: (reason: CancelReason) => void): () => void;
  /** A node that is cancelled with this one; `dispose` it when its work is over. */
  child(): Cancellation;
  /** Follows a platform signal until `dispose`. A foreign abort reason is kept as the `cause` of a `manual` one. */
  follow(signal: AbortSignal): void;
  /** Stops following the parent and the signal. */
  dispose(): void;
  /** Throws `CancellationError` when cancelled. */
  throwIfCancelled(): void;
  /** What the work comes to, or a `CancellationError` as soon as this is cancelled; a late outcome is dropped. */
  race<T>(work: T | PromiseLike<T>): Promise<T>;
}
type Identity = Pick<EventBase, "agentId" | "runId" | "rootRunId">;
type DeltaName = "content_delta" | "reasoning_delta" | "tool_call_delta";
/** The deltas of one part, as a late observer gets them. */
interface JoinedDeltas {
  readonly first: DeltaEvent;
  text: string;
}
/** What a run observed, in order. Nothing is taken in after the terminal event. */
declare class EventLog {
  #private;
  /** Everything but deltas. */
  readonly events: AgentEvent[];
  /** On every event. */
  readonly identity: Identity;
  /** `dispatch` gets every event as it happens, deltas included, and must not throw. */
  constructor(identity: Identity, clock: Clock, dispatch: (event: AgentEvent) => void);
  emit<Name extends Exclude<EventName, DeltaName>>(name: Name, payload: EventPayloads[Name]): void;
  /** Whether it had its terminal event. */
  get isClosed(): boolean;
  /** Tells of a delta. Late observers get what it begins or, where that has begun, is joined to. */
  pass(delta: DeltaEvent, begun?: JoinedDeltas): void;
  /** All that was observed, then what is, to the terminal event. Stopping early stops nothing. */
  observe(): AsyncIterableIterator<AgentEvent>;
  /** The time of an event: never goes back, whatever the clock does. */
  now(): number;
}
/** What a run is asked for with. */
interface RunHeadOptions {
  readonly agentId: string;
  readonly ports: Ports;
  /** The run it stands in. */
  readonly parent?: Pick<RunHead, "rootId" | "cancellation"> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Gets every event; must not throw. */
  readonly dispatch: (event: AgentEvent) => void;
}
/** What a run has from the moment it is asked for: identity, log, cancellation. All else comes with the loop. */
declare class RunHead {
  readonly id: string;
  readonly rootId: string;
  readonly agentId: string;
  readonly log: EventLog;
  readonly cancellation: Cancellation;
  readonly startedAt: number;
  status: RunStatus;
  constructor({ agentId, ports, parent, signal, dispatch }: RunHeadOptions);
  /** Tells that it starts. */
  start(input?: ChatInput): void;
  cancel(reason?: CancelReason): void;
}
/**
 * One `chat`, `execute` or `runAgent` under way: await it for its result, iterate it for its events. Ignoring it is fine: it runs all the same,
 * and a rejection nobody awaits is no unhandled one.
 */
declare class Run<T> implements PromiseLike<T>, AsyncIterable<AgentEvent>, AsyncDisposable {
  #private;
  /** What the run comes to. */
  readonly result: Promise<T>;
  constructor(head: RunHead, result: Promise<T>);
  get id(): string;
  get status(): RunStatus;
  /** Everything observed so far, deltas aside; `seq` without a gap. */
  get events(): readonly AgentEvent[];
  /** Ends the run early. The first reason counts; default `{ kind: 'manual' }`. */
  cancel(reason?: CancelReason): void;
  then<A = T, B = never>(onResolved?: ((value: T) => A | PromiseLike<A>) | null, onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B>;
  finally(onSettled?: (() => void) | null): Promise<T>;
  /** From the first event to the terminal one; never throws, and stopping to iterate stops nothing. Deltas a late iterator missed come joined. */
  [Symbol.asyncIterator](): AsyncIterableIterator<AgentEvent>;
  /** Cancels the run if it still goes on, and waits for its end. */
  [Symbol.asyncDispose](): Promise<void>;
}
/** What a page that caught up, or did not, reports. */
interface Settlement {
  readonly ok: boolean;
  /** What it waited for last: `react`, `marker`, `until`, `unstable`, `held-before-tool`, `aborted`, `scope`, `unmounted`. */
  readonly why: string;
  readonly durationMs: number;
}
/** How the loop learns that the page has caught up with what tools did. With none it does not wait. */
interface Settler {
  /** A model request goes out. */
  baseline(): void;
  /** A tool is about to run. */
  beforeTool(): Promise<void>;
  /** Resolves when the page has caught up, or can be waited for no longer. Never rejects. */
  settle(at: {
    signal: AbortSignal;
    timeoutMs: number;
    waitFor: readonly string[];
  }): Promise<Settlement>;
}
/** A model, its instructions, scopes, limits and hooks, with one open session. Made by {@link createAgent}. */
declare class Agent {
  #private;
  readonly name: string;
  /** What the agent can do now. */
  readonly scopes: ScopeRegistry;
  /** The open session's messages. */
  readonly history: History;
  /** What the agent is doing right now. */
  readonly activity: Activity;
  /** The chats that wait for their turn. */
  readonly queue: Queue;
  constructor(options: AgentOptions);
  /**
   * Says something in the open session and runs until the model has answered. Rejects with the error that ended the run; while another chat runs,
   * `onBusy` decides.
   */
  chat<Data = unknown>(input: ChatInput, options?: CallOptions<Data>): Run<RunResult<Data>>;
  /**
   * Goes on after an error without saying anything again: finished calls stay, a partial answer is put aside. Rejects `AgentError` when there
   * is nothing to go on from.
   */
  retry(options?: CallOptions): Run<RunResult>;
  /**
   * Runs apart from the session, from `history` or from nothing; any number at once. Resolves whatever happens, with what ended a run that did
   * not complete as the result's `error`; it rejects only when the loop itself cannot be loaded.
   */
  execute<Data = unknown>(input: ChatInput, options?: ExecuteOptions<Data>): Run<RunResult<Data>>;
  /**
   * Calls a tool as the page: under the same rules as the model's calls, and into the open session's history as a message of source `ui` with its
   * answer. Resolves with the tool's result; rejects with what the model would have been told.
   */
  runTool(name: string, args?: Record<string, unknown>): Run<unknown>;
  /** Intercepts the loop until the returned function is called. */
  addHook<Name extends HookName>(name: Name, hook: Hooks[Name]): () => void;
  /** Makes the loop wait for something of the page's own until the returned function is called. */
  addSettler(settler: Settler): () => void;
  /** Observes the events of one type, or with `*` all, of every run until the returned function is called. */
  on<T extends EventType>(type: T | "*", handler: EventHandler<T>): () => void;
  /** Observes the next event of one type. */
  once<T extends EventType>(type: T | "*", handler: EventHandler<T>): () => void;
  off<T extends EventType>(type: T | "*", handler: EventHandler<T>): void;
  /** Removes every handler that `on` and `once` added. */
  removeAll(): void;
  /** Cancels every run of this agent, queued ones too. */
  cancelAll(reason?: CancelReason): void;
}
/** Makes an agent. Throws `AgentError`, naming the option, for an option that is wrong. */
declare const createAgent: (options: AgentOptions) => Agent;
/** The run, or what it waited for, was cancelled. */
declare class CancellationError extends AgentError {
  readonly reason: CancelReason;
  override get name(): string;
  constructor(reason: CancelReason);
}
/** Something took longer than it may. */
declare class TimeoutError extends AgentError {
  readonly timeoutMs: number;
  readonly reason: string;
  override get name(): string;
  constructor(reason: string, timeoutMs: number);
}
/** The numbers of a refused charge. */
interface BudgetExcess {
  /** The key of `limits`, or the budget's name. */
  budgetKey: string;
  limit: number;
  /** What would have been spent: `attempted` included. */
  spent: number;
  attempted: number;
  /** What is counted: `tokens`, `USD`, `calls`, `iterations`, `ms`, or the budget's own unit. */
  unit: string;
  reason?: string | undefined;
}
/** A limit or budget does not allow what the run wanted to do next. */
declare class BudgetExceededError extends AgentError {
  readonly budgetKey: string;
  readonly limit: number;
  readonly spent: number;
  readonly attempted: number;
  readonly unit: string;
  readonly reason: string;
  override get name(): string;
  constructor(excess: BudgetExcess);
}
/** The session already has a running chat, and `onBusy` is `reject`. */
declare class AgentBusyError extends AgentError {
  override get name(): string;
  constructor();
}
/** How to reach a proxy. */
interface ProxyConnection {
  /** Where the proxy is mounted: absolute, or relative to the page, such as `/api/agent`. */
  baseURL: string;
  /** Sent with every request; asked anew each time, so that a fresh token can be given. */
  headers?: (() => HeadersInit | Promise<HeadersInit>) | undefined;
  /** Whether cookies go along. Default: fetch's own, `same-origin`. */
  credentials?: RequestCredentials | undefined;
  /** Default: the global `fetch` at the time of the call. */
  fetch?: typeof globalThis.fetch | undefined;
}
/** Which model of which proxy. */
interface ProxyModelOptions extends ProxyConnection {
  /** One of the ids the proxy allows, such as `openai/gpt-5`. */
  modelId: string;
}
/**
 * A model behind an `@ambit/proxy`: the browser's client of its model endpoint. It holds no key and
 * needs no provider package.
 *
 * Whatever fails is a {@link ModelError}: thrown by `doStream` before the stream begins, an `error`
 * part in it afterwards. Nothing is retried here. A stream that ends early has no `finish` part and
 * an `error` part with the code `stream_cut`. Aborting the call's signal aborts the request at once
 * and rejects, or errors the stream, with the signal's reason. Of the call's own `headers` only
 * the user's key goes along, where the agent's `apiKey` put one.
 *
 * @example
 * const model = createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' })
 */
declare function createProxyModel(options: ProxyModelOptions): LanguageModelV4;
/**
 * Raw JSON Schema as a tool's `parameters`. It goes to the model unchanged. Arguments are checked for `type`, `required`, `enum`
 * and `const`, through `properties`, `items` and local `$ref`s; other keywords are the model's business alone.
 */
declare function jsonSchema<Args = Record<string, unknown>>(schema: JSONSchema7): StandardSchema<unknown, Args>;
/** One operation on a resource: a tool without its name. */
type ResourceOperation<Args, Result> = Omit<ToolOptions<Args, Result>, "name">;
/**
 * Tools for the operations on one resource, named `<operation>_<path>`: `resourceTools('a/b', { get, search })` gives `get_a_b`
 * and `search_a_b`.
 */
declare function resourceTools<Operations extends Record<string, unknown>>(path: string, operations: { [Name in keyof Operations]: Omit<ResourceOperation<Operations[Name], unknown>, "parameters"> & {
  parameters?: StandardSchema<unknown, Operations[Name]> | undefined;
}; }): Tool<never, unknown>[];
/** What events alone tell of a run. */
interface Replayed {
  /** The messages the run added. */
  readonly history: History;
  readonly status: RunStatus;
  /** The model's last text. */
  readonly content: string;
  readonly usage: Usage;
  /** What ended a run that failed. */
  readonly error?: unknown;
}
/** Rebuilds a run's history and result from its events, without a model or a network. */
declare function replay(events: Iterable<AgentEvent>): Replayed;
/**
 * A run and the runs inside it as an indented tree, a line each: name, status, duration, tokens, charges.
 *
 * @example
 * console.log(renderTree(result.report))
 */
declare function renderTree(run: {
  readonly report: RunReport;
} | RunReport): string;
/** How one `agent.tool` is run and what it is charged. */
interface CodeToolOptions {
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
  /** Default 1. */
  readonly toolCalls?: number | undefined;
  /** To budgets of your own, by their names. */
  readonly charges?: Readonly<Record<string, number>> | undefined;
  /** Attempts in all. Default 1. */
  readonly retry?: Retry | undefined;
  /** Of one attempt. */
  readonly timeout?: Duration | undefined;
}
/** What `runAgent` hands to its body. */
interface AgentScope {
  /**
   * Runs a function as a tool: counted, charged before it runs, cancelled with the run, observed. Resolves with what it returns; rejects with what it throws,
   * `BudgetExceededError`, `TimeoutError` or `CancellationError`.
   */
  tool<Input, Result>(name: string, input: Input, fn: (input: Input, ctx: ToolContext) => Result | PromiseLike<Result>, options?: CodeToolOptions): Promise<Result>;
}
/** What `runAgent` may be given. */
interface RunAgentOptions {
  /** Default `agent`. */
  readonly name?: string | undefined;
  readonly limits?: Limits | undefined;
  readonly budgets?: readonly Budget[] | undefined;
  /** The call or run this one is part of: it is cancelled with it, and shares its budgets. */
  readonly parent?: ToolContext | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly on?: EventHandlerMap | undefined;
  /** Run and tool hooks. Default: those of the parent. */
  readonly hooks?: Partial<Hooks> | undefined;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly metadata?: Metadata | undefined;
  readonly dependencies?: Dependencies | undefined;
  readonly clock?: Clock | undefined;
  readonly createId?: CreateId | undefined;
}
/** What `runAgent` resolves with. */
interface RunAgentResult<T> {
  readonly result: T;
  /** Everything observed. */
  readonly events: readonly AgentEvent[];
  readonly report: RunReport;
}
/**
 * Runs plain code under the same engine as the loop: limits, budgets, cancellation, events. Rejects with what ended the run, which a body cannot swallow:
 * after a spent budget or a cancel the run does not complete.
 *
 * @example
 * const { result } = await runAgent(async (agent) => agent.tool('double', 21, (n) => n * 2))
 */
declare function runAgent<T>(body: (agent: AgentScope, ctx: ToolContext) => T | Promise<T>, options?: RunAgentOptions): Run<RunAgentResult<T>>;
/** One of the models a proxy allows. */
interface ListedModel {
  /** What `createProxyModel` takes as `modelId`. */
  id: string;
  /** For people; the id when the server gives none. */
  label: string;
}
/**
 * The models a proxy allows, in its order; none when its server holds no key. For a page that lets a
 * person choose, or that falls back to another model.
 *
 * @param signal Aborts the request; the promise then rejects with its reason.
 * @throws ModelError, as `createProxyModel`'s calls do.
 */
declare function listProxyModels(connection: ProxyConnection, signal?: AbortSignal): Promise<ListedModel[]>;
/** The answer does not fit the `output` schema. */
declare class OutputSchemaError extends AgentError {
  readonly issues: readonly ValidationIssue[];
  override get name(): string;
  constructor(issues: readonly ValidationIssue[]);
}
/** A guardrail refused the input or the answer. */
declare class GuardrailError extends AgentError {
  readonly guardrail: string;
  readonly reason: string;
  readonly phase: "input" | "output";
  override get name(): string;
  constructor(guardrail: string, phase: "input" | "output", reason: string);
}
/** How much of a history a request may hold. Counts are estimates: four characters a token. */
interface CompactionOptions {
  readonly maxContextTokens: number;
  /** Kept free for the answer and for tools and contexts. Default a quarter of `maxContextTokens`. */
  readonly reserveTokens?: number | undefined;
}
/** How summaries are made. */
interface SummaryOptions extends CompactionOptions {
  /** Default: the run's model. */
  readonly summarizeModel?: LanguageModelV4 | undefined;
}
/** Leaves the oldest whole turns out of the request; the newest always stays. The history itself is unchanged. */
declare function trim(options: CompactionOptions): Compaction;
/** Puts a summary in the place of every turn but the newest once they are too much; falls back to `trim` when the summary fails. */
declare const summarize: (options: SummaryOptions) => Compaction;
/** Puts a summary in the place of the oldest turns and keeps as many of the newest as fit in half the room. */
declare const hybrid: (options: SummaryOptions) => Compaction;
/**
 * Has a model suggest what the person may want to say next, once a run has completed: at most `max` short sentences (default 3), in the result's
 * `followupSuggestions`. A call that fails suggests nothing.
 */
declare function followups(options?: {
  readonly max?: number | undefined;
  readonly model?: LanguageModelV4 | undefined;
}): Followups;
type Check = Guardrail["check"];
/** A guardrail on what the person says, before the first model call. `check` returns true, or the reason why not. */
declare const input: (name: string, check: Check) => Guardrail;
/** A guardrail on the model's answer, before the run completes. `check` returns true, or the reason why not. */
declare const output: (name: string, check: Check) => Guardrail;
/** A ledger in memory. `rows` is in order; past `maxRows` (default 10,000) the oldest go. */
declare function memoryLedger({ maxRows }?: {
  maxRows?: number | undefined;
}): Ledger & {
  readonly rows: readonly LedgerRow[];
};
/**
 * Asks the model again when its answer does not fit `output`: at most `maxAttempts` times (default 1), each a counted iteration. An answer that
 * does not fit then rejects with `OutputSchemaError`.
 */
declare function repair({ maxAttempts }?: {
  maxAttempts?: number | undefined;
}): Repair;
/**
 * Keeps the results of tools that have `cache`, by name and arguments in any order of keys. Copies are kept and given; errors, and
 * results that cannot be copied, are not kept. The least recently used go first
 * past `maxEntries` (default 500).
 */
declare function toolCache({ maxEntries }?: {
  maxEntries?: number | undefined;
}): ToolCache;
/** How much of one result the model is told. */
interface ToolResultLimitOptions {
  /** Characters of JSON. Default 20,000. */
  readonly maxChars?: number | undefined;
}
/** Cuts long results: a list keeps its first entries and a note of how many there are, anything else its beginning. */
declare function truncate(options?: ToolResultLimitOptions): ToolResultLimit;
/** Has a model sum up long results; falls back to `truncate` when that fails. */
declare function condense(options?: ToolResultLimitOptions & {
  readonly model?: LanguageModelV4 | undefined;
}): ToolResultLimit;
export { Activity, type ActivityState, Agent, AgentBusyError, AgentError, type AgentEvent, type AgentOptions, type AgentScope, type AnyTool, type Artifact, type AssistantMessage, type AssistantToolCall, type Availability, Budget, BudgetExceededError, type BudgetExcess, type CallActivity, type CallOptions, type CancelKind, type CancelReason, CancellationError, type ChatInput, type Clock, type CodeToolOptions, type Compaction, type CompactionOptions, type ContentInput, type ContentPart, type Conversation, type DeltaEvent, type Dependencies, DisabledToolError, type Duration, type Enabled, type EventBase, type EventHandler, type EventHandlerMap, type EventOf, type EventType, type ExecuteOptions, type ExtraContext, type FinishReason, type Followups, type Guardrail, GuardrailError, History, type HistoryState, type HookContext, type HookName, type Hooks, type IterationReport, type JsonObject, type JsonValue, type Ledger, type LedgerRow, type Limits, type ListedModel, type MediaPart, type Message, type MessageDraft, type MessagePart, type Metadata, ModelError, type ModelErrorOptions, type ModelRequest, type ModelResponse, type ModelRetryOptions, type OnBusy, OutputSchemaError, type ProviderMetadata, type ProxyConnection, type ProxyModelOptions, Queue, type QueueState, type QueuedChat, type Rate, type Rates, type ReasoningOptions, type Register, type RegisteredTool, type Repair, type Replayed, type ResourceOperation, type Retry, Run, type RunAgentOptions, type RunAgentResult, type RunEvidence, type RunOptions, type RunReport, type RunResult, type RunStatus, type SchemaConverter, Scope, type ScopeOptions, ScopeRegistry, type ScopesState, SerializationError, type Settlement, type Settler, type StandardSchema, type State, type SummaryOptions, TimeoutError, Tool, type ToolCache, type ToolContext, ToolDeniedError, ToolHandlerError, type ToolMessage, type ToolOptions, type ToolResultLimit, type ToolResultLimitOptions, type ToolStatus, ToolValidationError, type TraceEntry, type Unavailable, UnknownToolError, type Usage, type UserContent, type UserMessage, type ValidationIssue, condense, createAgent, createBudget, createProxyModel, followups, hybrid, input, jsonSchema, listProxyModels, memoryLedger, output, parseToolContent, registerSchemaConverter, renderTree, repair, replay, resourceTools, runAgent, summarize, systemClock, toolCache, trim, truncate, unavailable };

// @ambit/core/wire

import { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
/** The header in which a user's own key travels to a proxy whose route accepts one. */
declare const apiKeyHeader = "ambit-api-key";
/** What the model endpoint is asked: the AI SDK's call options, less what belongs to the connection. */
interface ModelCall {
  /** One of the ids the proxy allows, such as `openai/gpt-5`. */
  modelId: string;
  options: Omit<LanguageModelV4CallOptions, "abortSignal" | "headers">;
}
/** The body of a request to the model endpoint. The signal and the headers of `options` stay behind. */
declare function encodeCall(modelId: string, options: LanguageModelV4CallOptions): string;
/** Every code a proxy answers with. */
type WireErrorCode = "invalid_request" | "unauthorized" | "origin_not_allowed" | "model_not_allowed" | "tool_not_allowed" | "api_key_not_accepted" | "unknown_route" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "rate_limited" | "too_many_streams" | "budget_exhausted" | "client_closed" | "internal_error" | "no_key" | "shutting_down" | "upstream_rejected" | "upstream_unauthorized" | "upstream_rate_limited" | "upstream_overloaded" | "upstream_unreachable" | "upstream_timeout" | "upstream_connect_timeout" | "upstream_first_byte_timeout" | "upstream_idle_timeout" | "upstream_total_timeout" | "upstream_redirect" | "upstream_bad_content" | "upstream_too_large" | "upstream_paused" | "upstream_error" | "upstream_cut";
/**
 * An error as it stands on the wire: `{ error: WireError }` in the body of a refused request, and in
 * an `error` part of a stream. The message is the proxy's own; a provider's text is never in it.
 */
interface WireError {
  /** A {@link WireErrorCode}; a newer proxy may know more of them. */
  code: string;
  message: string;
  /** The HTTP status, or the one the error would have had before the stream began. */
  status?: number | undefined;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** How long to wait before that, when somebody said. */
  retryAfterMs?: number | undefined;
  /** What the server's log calls the request. */
  requestId?: string | undefined;
}
/** Reads what another party says is a {@link WireError}. Undefined when it is not one. */
declare function parseWireError(value: unknown): WireError | undefined;
/** A stream part whose error, if it is one, can be sent. */
type WirePart = Exclude<LanguageModelV4StreamPart, {
  type: "error";
}> | {
  type: "error";
  error: WireError;
};
/**
 * The data of the last event of every whole stream. A connection that ends without it was cut, even
 * where it ended cleanly.
 */
declare const endOfStream = "[DONE]";
/** One server-sent event. */
declare const encodeEvent: (data: string) => string;
/** One part as a server-sent event. */
declare const encodePart: (part: WirePart) => string;
/** The part an event's data holds; undefined when it holds none. Dates and URLs are themselves again. */
declare function decodePart(data: string): WirePart | undefined;
/**
 * The parts in the body of a model endpoint's answer, however the bytes are cut.
 *
 * A body that ends or breaks before the end marker gives one more part, an `error` with the code
 * `stream_cut`, unless the model's `finish` had arrived and nothing can be missing. An event that is
 * no part gives an `error` with the code `invalid_response` and ends the stream. What follows the end
 * marker is not read.
 *
 * @param signal When it aborts, the stream errors with its reason.
 */
declare function decodeParts(body: ReadableStream<Uint8Array>, signal?: AbortSignal): ReadableStream<WirePart>;
/** Where the model endpoint is, below the proxy's base path. POST, answered by an event stream. */
declare const modelPath = "/model";
/** Where the list of allowed models is, below the proxy's base path. GET, answered by a `ModelList`. */
declare const modelsPath = "/models";
/** One of the models a proxy allows. */
interface ListedModel {
  /** What `createProxyModel` takes as `modelId`. */
  id: string;
  /** For people; the id when the server gives none. */
  label: string;
}
/** The answer of {@link modelsPath}. An empty list means that the server holds no key. */
interface ModelList {
  models: ListedModel[];
}
/**
 * How many milliseconds a response asks to wait: `retry-after-ms`, else `retry-after` in seconds or as
 * an HTTP date. Undefined when there is neither, or it cannot be read; a date in the past is 0.
 *
 * @param header Reads a header by its lower-case name.
 * @param now Milliseconds since the Unix epoch, to measure a date against.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
declare function parseRetryAfter(header: (name: string) => string | null | undefined, now: number): number | undefined;
/**
 * True for a property that changes a prototype when an object holding it is merged into another.
 * The client leaves such properties out, the proxy refuses them.
 */
declare const isUnsafeKey: (key: string, value: unknown) => boolean;
export { type ListedModel, type ModelCall, type ModelList, type WireError, type WireErrorCode, type WirePart, apiKeyHeader, decodePart, decodeParts, encodeCall, encodeEvent, encodePart, endOfStream, isUnsafeKey, modelPath, modelsPath, parseRetryAfter, parseWireError };

// @ambit/core/schema/zod

export {}

// @ambit/core/schema/valibot

export {}
