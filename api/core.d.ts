// @ambit/core

import { JSONSchema7, LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { StoreApi } from "zustand/vanilla";
/**
 * What a call does to the world: `read` changes nothing, `write` changes what can be changed back, `egress` sends something out of the application, `destructive` cannot
 * be taken back.
 */
type Effect = "read" | "write" | "egress" | "destructive";
/** Anything JSON can say. */
type JsonValue = string | number | boolean | null | readonly JsonValue[] | {
  readonly [key: string]: JsonValue | undefined;
};
/** A JSON object. */
type JsonObject = {
  readonly [key: string]: JsonValue | undefined;
};
/**
 * Why a person is asked: `taint`, third-party text is in what the model read and the call sends or destroys something; `tool`, its `requiresApproval`; `policy`, the agent's;
 * `effect`, it is destructive; `resume`, it was started before its page ended and may have run.
 */
type ApprovalCause = "taint" | "tool" | "policy" | "effect" | "resume";
/** One call that waits for a person. Frozen; the approval is of exactly this. */
interface ApprovalRequest {
  /** Of the request; what `approve` and `deny` take. */
  readonly id: string;
  readonly callId: string;
  readonly runId: string;
  readonly sessionId: string;
  readonly tool: string;
  /** The tool's title, for people. */
  readonly title: string;
  /** The label of the scope the tool is registered in. */
  readonly scope: string;
  /** What the handler will get, before its schema parses it; defaults are filled in. */
  readonly args: JsonObject;
  /** The tool's parameters. */
  readonly parameters: JSONSchema7;
  /** SHA-256 of the canonical arguments, 64 hex digits. */
  readonly argsHash: string;
  readonly effect: Effect;
  readonly cause: ApprovalCause;
  /** What third-party text the model had read when it asked for the call, in words; absent when none. */
  readonly taint?: string | undefined;
  /** What the tool's `preview` returned, as JSON. */
  readonly preview?: JsonValue | undefined;
  /** Why there is no preview, where the tool has one. */
  readonly previewError?: string | undefined;
  /** Whether `remember` may be given. */
  readonly canRemember: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly requestedAt: number;
  /** When nobody's answer counts any more. */
  readonly expiresAt: number;
}
/** A tool that a person need not be asked for again. Kept in memory alone: a reload asks anew. */
interface RememberedApproval {
  readonly id: string;
  readonly tool: string;
  /** For people. */
  readonly title: string;
  /** The name of the scope the tool is registered in. */
  readonly scope: string;
  /** Whose it is, where the run says. */
  readonly userId?: string | undefined;
  /** SHA-256 of the tool's description, schema and effect: another tool of the name is asked for anew. */
  readonly toolHash: string;
  readonly createdAt: number;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}
/** How a request ended. */
interface ApprovalOutcome {
  readonly decision: "approved" | "denied";
  /** Who or what decided. `nobody`: there was no approver. */
  readonly by: "person" | "onApproval" | "remembered" | "timeout" | "nobody" | "cancelled";
  /** What runs: the arguments approved, changed or not. */
  readonly args?: JsonObject | undefined;
  /** What the model asked for, where the person changed it. */
  readonly original?: JsonObject | undefined;
  /** SHA-256 of the canonical `args`. */
  readonly argsHash?: string | undefined;
  /** Why it was denied. */
  readonly reason?: string | undefined;
}
/** A length of time: milliseconds, or a number with a unit, as in `'500ms'`, `'10s'`, `'5m'`, `'1h'`. */
type Duration = number | `${number}${"ms" | "s" | "m" | "h"}`;
/** How to approve. */
interface ApproveOptions {
  /** Run with these arguments instead. They are validated; the call is denied when they do not fit. The model is told. */
  readonly args?: JsonObject | undefined;
  /**
   * Do not ask again for this tool in this scope, for so long; `true` is an hour. Only where `canRemember` says so, and only until the tool's
   * description, schema or effect changes.
   */
  readonly remember?: boolean | Duration | undefined;
}
/** What an approver decides. `true` and `false` are for short. */
type ApprovalDecision = boolean | ({
  readonly decision: "approve";
} & ApproveOptions) | {
  readonly decision: "deny";
  readonly comment?: string | undefined;
};
/** A zustand store that everybody reads and only its own class writes. */
declare abstract class Store<State> implements Pick<StoreApi<State>, "getState" | "subscribe"> {
  readonly getState: () => State;
  readonly getInitialState: () => State;
  readonly subscribe: StoreApi<State>["subscribe"];
  protected readonly setState: StoreApi<State>["setState"];
  constructor(initial: State);
}
/** What waits for somebody at the page. */
interface Waiting {
  readonly id: string;
}
/** Who waits. */
interface Owner {
  /** Nobody is there any more who could answer. */
  leave(): void;
}
/** A store of what waits for somebody at the page. */
declare abstract class AttendedStore<Item extends Waiting, ItemOwner extends Owner, State extends {
  readonly pending: readonly Item[];
}> extends Store<State> {
  #private;
  /** `onAttach`: what to do when somebody has come. */
  constructor(initial: State, onAttach?: () => void);
  /**
   * Says that somebody is there to answer, until the returned function is called. When the last one has gone, and no other has come in
   * its place at once, what waits is given up.
   */
  attach(): () => void;
  /** Whether somebody is there to answer. */
  get isAttached(): boolean;
  /** Shows what waits, and has its owner take each answer, until the returned function is called. */
  open(item: Item, owner: ItemOwner): () => void;
  protected ownerOf(id: string): ItemOwner | undefined;
  /** Takes it out of sight. */
  protected hide(id: string): void;
}
/** What a page shows of approvals. */
interface ApprovalsState {
  /** The calls that wait for a person, oldest first. */
  readonly pending: readonly ApprovalRequest[];
  /** What need not be asked for again, oldest first. */
  readonly remembered: readonly RememberedApproval[];
}
/** Who waits for a person's decision. */
interface ApprovalOwner {
  /** Takes a decision, which takes the request out of sight; false when it comes too late. */
  answer(decision: ApprovalDecision): boolean;
  /** The last approver has gone. */
  leave(): void;
}
/**
 * The calls of an agent that wait for a person, and what was remembered: a zustand store. Approvals live here alone: nothing in a history, a
 * message or an event approves anything.
 */
declare class Approvals extends AttendedStore<ApprovalRequest, ApprovalOwner, ApprovalsState> {
  #private;
  constructor(onAttach?: () => void);
  /**
   * Lets a call run. Returns false, and does nothing, for a request that has ended. A second answer to one request, before its call has started, denies
   * it.
   */
  approve(id: string, options?: ApproveOptions): boolean;
  /** Refuses a call; the model is told the comment. Returns false for a request that has ended. */
  deny(id: string, comment?: string): boolean;
  /** Asks again for what a rule says need not be asked for. */
  revoke(ruleId: string): void;
  /** Puts these rules in the place of what was remembered. */
  keep(remembered: readonly RememberedApproval[]): void;
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
/** What model calls used, and what that cost. */
interface UsageTotal {
  readonly usage: Usage;
  /** USD; absent where `rates` knew none of the models. */
  readonly costUsd?: number | undefined;
}
/** Why the model stopped. */
type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "other";
/** `untrusted`: the message holds third-party text. `derived`: it was made when such text was in the request, and may repeat it. */
type Taint = "untrusted" | "derived";
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
  /** What was run where a person changed the arguments of the call. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** On `ok` answers: how long the handler took. */
  readonly durationMs?: number | undefined;
  /** What the tool's `toModelOutput` gave the model in place of `content`. */
  readonly output?: string | readonly ContentPart[] | undefined;
}
/** Anything that stands in a history; `role` tells which. */
type Message = UserMessage | AssistantMessage | ToolMessage;
/** A message that has no place in a history yet. */
type Draft<M extends Message> = Omit<M, "parentId">;
/** The JSON value a ToolMessage holds, or its text where that was cut. */
declare function parseToolContent(message: ToolMessage): JsonValue;
/** Why a storage keeps nothing, or not everything. */
type DegradeReason = "unavailable" | "blocked" | "quota" | "low_space" | "history_lost" | "rows_damaged" | "cleared";
/** What went wrong with a storage, for people who run the application. */
interface StorageDegradation {
  readonly reason: DegradeReason;
  readonly message: string;
}
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
/** On every terminal event. */
interface Ended {
  readonly usage: Usage;
  /** What joined the history after the last iteration began, where anything did. */
  readonly added?: readonly Message[] | undefined;
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
  approval_requested: OfCall & {
    readonly request: ApprovalRequest;
  };
  /** Also for calls that were decided without asking: remembered, or nobody there. */
  approval_resolved: OfCall & ApprovalOutcome;
  ask_requested: OfCall & {
    readonly askId: string;
    readonly message?: string | undefined;
    /** What the answer has to be. Absent: text. */
    readonly schema?: JSONSchema7 | undefined;
  };
  /** The answer itself is the tool's alone. */
  ask_resolved: OfCall & {
    readonly askId: string;
    readonly outcome: "answered" | "declined" | "cancelled";
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
  tool_undone: OfCall & {
    /** The run whose call it was; `runId` is the undo's own. */
    readonly undoneRunId: string;
    /** What its undo threw; absent when it is undone. */
    readonly error?: Error | undefined;
    readonly durationMs: number;
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
  /** There is no network; the request goes out when it is back. */
  waiting_online: InIteration$1;
  /** The storage keeps nothing, or not everything; once for each reason. */
  storage_degraded: StorageDegradation;
  warning: {
    readonly code: string;
    readonly message: string;
  };
  custom: OfCall & {
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
/** The name of a kind of event, as in `agent:tool_started`. */
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
/** What one tool call was and came to. */
interface TraceEntry {
  readonly iteration: number;
  readonly callId: string;
  readonly tool: string;
  /** As the model gave them or, where a hook or a person changed them, as they were run. */
  readonly arguments: Record<string, unknown>;
  /** What the model was told; the cut text where `truncated`. Absent when the call ended in an error. */
  readonly result?: JsonValue | undefined;
  /** The error as the model was told it. */
  readonly error?: JsonValue | undefined;
  /** How long the handler took; 0 for a call that was not run. */
  readonly durationMs: number;
  /** The result was larger than `toolResultMaxBytes` and was cut. */
  readonly truncated?: boolean | undefined;
  /** The size in UTF-8 bytes before the cut. */
  readonly totalBytes?: number | undefined;
  /** What `toolArgValidation: 'lenient'` changed. */
  readonly warnings?: readonly string[] | undefined;
}
/** What a run keeps of an answered call. */
interface CallRecord {
  readonly iteration: number;
  readonly call: AssistantToolCall;
  readonly message: ToolMessage;
  readonly durationMs: number;
  readonly totalBytes: number | undefined;
  readonly warnings: readonly string[];
  /** Of the tool that was run; undefined where none was. */
  readonly effect: Effect | undefined;
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
  /** `told`: the reason as the message has it, where that says more. */
  constructor(tool: string, reason: string, told?: string);
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
/** What one call is for, of a tool that stands for several things on the page, such as the rows of a list. */
interface CallSubject {
  /** What it is known by: a call that waits for a person is refused when one of them is another by then. */
  readonly parts: readonly unknown[];
  /** Calls back when it goes, which ends the question to the person, until the returned function is called. */
  onGone(listener: (reason: CancelReason) => void): () => void;
}
/**
 * A duration in milliseconds. Throws `AgentError`, naming `option`, for anything that is not a positive finite
 * number of milliseconds or such a number with a unit.
 */
declare function parseDuration(duration: Duration, option: string): number;
/** How often a tool is tried: a number of attempts in all, or that with a pause between them. */
type Retry = number | {
  readonly attempts: number;
  readonly delay?: Duration | undefined;
};
/** How one tool's handler is run apart from the page. What the agent's sandbox allows is the most it can get. */
interface ToolSandboxOptions {
  /** How long the handler may run, if that is shorter than what the agent's sandbox allows. */
  readonly timeout?: Duration | undefined;
  /** Which origins it may reach, of those that the agent's sandbox allows; false for none. Default: all of those. */
  readonly allowNetwork?: boolean | readonly string[] | undefined;
  /** Plain data the handler finds in `ctx.env`, beside the sandbox's own. */
  readonly env?: JsonObject | undefined;
}
/** The same, read. */
interface ToolSandbox {
  readonly timeoutMs?: number | undefined;
  readonly allowNetwork?: boolean | readonly string[] | undefined;
  readonly env?: JsonObject | undefined;
}
/** One call of a handler in a sandbox. */
interface SandboxRequest extends ToolSandbox {
  /** The tool's name, for messages. */
  readonly tool: string;
  /** The handler as JavaScript: the text of a function of `(args, ctx)`. */
  readonly source: string;
  /** What can be cloned; the handler gets a copy. */
  readonly args: unknown;
  /** Ends the handler at once when it aborts. */
  readonly signal: AbortSignal;
  /** What the handler tells with `ctx.report`. */
  readonly onProgress: (progress: {
    pct?: number | undefined;
    message?: string | undefined;
  }) => void;
}
/** Where handlers run whose code is not trusted; made by `sandbox` of `@ambit/browser`. */
interface SandboxRunner {
  /** Resolves with what the handler returns, as JSON data; rejects with what it throws, or `TimeoutError`. */
  run(request: SandboxRequest): Promise<unknown>;
}
/** Data a tool gives to the page and the model never sees. */
interface Artifact {
  /** Unique in the run; one of the same id takes the place of the earlier. */
  readonly id: string;
  /** What kind of thing it is, as `chart`: renderers choose by it. */
  readonly type: string;
  readonly title?: string | undefined;
  readonly data: unknown;
}
/** What a tool asks the person for, by a schema of the answer. */
interface Question<Answer> {
  /** What the person is asked, as text. */
  readonly message?: string | undefined;
  /** Describes the answer, and checks it; of any type, an object for several fields. */
  readonly schema: StandardSchema<unknown, Answer>;
}
/** Asks the person at the page. */
interface AskPerson {
  /**
   * Shows a question and resolves with the person's text. Rejects `AskDeclinedError` when they decline, `CancellationError` as soon as the call
   * is cancelled, `AgentError` when nothing on the page shows questions. `limits.wallMs` stands still meanwhile; the tool's own `timeout` does not.
   */
  (question: string): Promise<string>;
  /** The same for an answer of a form of its own: resolves with what the schema reads in it. Other answers do not end the wait. */
  <Answer>(question: Question<Answer> | StandardSchema<unknown, Answer>): Promise<Answer>;
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
/** What an undo is given. */
interface UndoContext {
  /** Aborts when the undoing is cancelled. */
  readonly signal: AbortSignal;
}
/** Takes back what a call did; what it throws is why it cannot. */
type Undo = (ctx: UndoContext) => unknown;
/** A call that was, or was not, undone. */
interface UndoneCall {
  readonly callId: string;
  readonly tool: string;
}
/** What `agent.undo` came to. */
interface UndoResult {
  /** Calls that are taken back, the newest first. */
  readonly undone: readonly UndoneCall[];
  /** Calls of which an undo threw; their other undos still ran. */
  readonly failed: readonly (UndoneCall & {
    readonly error: Error;
  })[];
  /**
   * Calls whose effect stays: `no_undo`, they succeeded, registered none, and do not only read; `running`, they have not ended, and can be undone
   * once they have.
   */
  readonly left: readonly (UndoneCall & {
    readonly reason: "no_undo" | "running";
  })[];
}
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
  /** In a sandbox the data it was given as `env`, frozen; elsewhere empty. */
  readonly env: JsonObject;
  /** Tells the page how far the call is; `pct` from 0 to 100. */
  report(progress: {
    pct?: number | undefined;
    message?: string | undefined;
  }): void;
  /** An `agent:custom` event. */
  emit(name: string, data: unknown): void;
  /**
   * Says how to take back what this call does, for `agent.undo`: may be called more than once, and counts also when the call fails later. `undo` runs at
   * most once, after what was registered later; it may be asynchronous, and what it throws is why it cannot.
   */
  onUndo(undo: Undo): void;
  /**
   * From now on the call goes on when its tool is unregistered, as when a form that is submitted leaves the page. Until then that ends it with
   * `scope_ended`.
   */
  outlive(): void;
  /** Runs `cleanup` when this call ends, however it ends, the last one deferred first. */
  defer(cleanup: () => unknown): void;
  /** Asks the person at the page, and waits for the answer. */
  readonly ask: AskPerson;
  /** Resolves when a scope of that name is registered. Rejects `TimeoutError` after `timeout` (default 2 s). */
  waitForScope(name: string, options?: {
    timeout?: Duration | undefined;
  }): Promise<void>;
  /** Ends the whole run. */
  cancel(reason?: CancelReason): void;
}
/** What becomes of a call that was started and has no result: its page ended while it ran. */
type OnResume = "fail" | "ask" | "rerun";
/** A call whose outcome is unknown. */
interface UnknownCall {
  readonly id: string;
  readonly name: string;
  /** As the model gave them. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What its handler had as `ctx.idempotencyKey`. */
  readonly idempotencyKey: string;
}
/** What a tool says about calls that its page did not see the end of. With a `storage` in the agent. */
interface ToolResumeOptions<Result> {
  /**
   * With `fail` the model is told that the outcome is unknown, and nothing is run; `ask` runs the call again if a person approves; `rerun` runs it again, which is right for what only reads, and for handlers that send
   * `ctx.idempotencyKey` to a server that heeds it. Default: `rerun` for tools of effect `read`, else `fail`.
   */
  onResume?: OnResume | undefined;
  /**
   * Finds out what became of such a call: resolves with its result, or with undefined when it did not take effect, and is then run. Comes before `onResume`. A throw leaves the outcome
   * unknown: nothing is run.
   */
  reconcile?: ((call: UnknownCall) => MaybePromise$2<{
    readonly result: NoInfer<Awaited<Result>>;
  } | undefined>) | undefined;
}
/** The options with their defaults in place. */
interface ToolResume {
  readonly onResume: OnResume;
  readonly reconcile: ((call: UnknownCall) => MaybePromise$2<{
    readonly result: unknown;
  } | undefined>) | undefined;
}
type MaybePromise$2<T> = T | Promise<T>;
/** What a tool says about what its calls may do, and how far what it returns can be trusted. */
interface ToolTrustOptions<Args> {
  /**
   * What a call does to the world. A `destructive` one needs a person's approval unless `requiresApproval` is false; so do `egress` and `destructive` ones whatever else is
   * said, once the model has read third-party text. Default `write`.
   */
  effect?: Effect | undefined;
  /**
   * Whether a person is asked before a call runs; wins over the agent's policy and over `effect`, not over taint. A function gets a copy of the arguments as the handler would; anything but
   * false, and a throw, asks. Default: what the policy and `effect` say.
   */
  requiresApproval?: boolean | ((args: Args, ctx: ToolContext) => boolean | Promise<boolean>) | undefined;
  /**
   * What the call would do, for the person to see before they decide: text or JSON. It must not do it. Waited for at most 10 s; a throw is
   * shown in its place.
   */
  preview?: ((args: Args, ctx: ToolContext) => unknown) | undefined;
  /** The results are text of third parties: a page, a mail, a search. The model is told so, and what it asks for afterwards is tainted. Default false. */
  untrusted?: boolean | undefined;
}
/** The options with their defaults in place. */
interface ToolTrust {
  readonly effect: Effect;
  readonly requiresApproval: boolean | ((args: never, ctx: ToolContext) => boolean | Promise<boolean>) | undefined;
  readonly preview: ((args: never, ctx: ToolContext) => unknown) | undefined;
  readonly untrusted: boolean;
}
/** What a tool is made of. */
interface ToolOptions<Args, Result> extends ToolTrustOptions<Args>, ToolResumeOptions<Result> {
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
  /** Keep results for equal arguments; needs the agent's `toolCache: toolCache()`. */
  cache?: {
    readonly ttl: Duration;
  } | undefined;
  /**
   * Runs the handler apart from the page, in the agent's `sandbox`: its text alone goes there, so it sees nothing but its arguments and
   * `ctx`, which there has `env`, `report` and `signal`. Without a sandbox in the agent it is not run. Default: false.
   */
  sandbox?: boolean | ToolSandboxOptions | undefined;
  /** Asks providers that can to constrain their output to the schema. */
  strict?: boolean | undefined;
  /** What the model is sent in place of the JSON of the result: text, or parts such as an image. `args` are the arguments as the model gave them. */
  toModelOutput?: ((result: Awaited<Result>, args: Readonly<Record<string, unknown>>) => string | readonly ContentPart[]) | undefined;
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
 * Throws `AgentError` at construction for a bad name, a schema that cannot be used, an unknown `effect`, `retry` below 1 and a malformed duration.
 */
declare class Tool<Args = never, Result = unknown> implements ToolTrust, ToolResume {
  #private;
  readonly name: string;
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
  readonly effect: ToolTrust["effect"];
  readonly requiresApproval: ToolTrust["requiresApproval"];
  readonly preview: ToolTrust["preview"];
  readonly untrusted: boolean;
  readonly onResume: ToolResume["onResume"];
  readonly reconcile: ToolResume["reconcile"];
  readonly sandbox: ToolSandbox | undefined;
  readonly strict: boolean | undefined;
  readonly toModelOutput: ((result: never, args: Readonly<Record<string, unknown>>) => string | readonly ContentPart[]) | undefined;
  readonly waitFor: string | undefined;
  /** What each call is charged, by budget key, `toolCalls` among them. */
  readonly charges: Readonly<Record<string, number>>;
  constructor(options: ToolOptions<Args, Result>);
  /** For people. */
  get title(): string;
  /** The parameters as the model sees them. */
  get jsonSchema(): JSONSchema7;
  /** What of {@link jsonSchema} an approval holds the tool to: without what changes with the page. Here all of it. */
  get lastingSchema(): JSONSchema7;
  /** What a call with these arguments is for, beside the tool. Here nothing: for tools that stand for several things. */
  subjectOf(_args: Readonly<Record<string, unknown>>): CallSubject | undefined;
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
/** Who decides when no person is at the page. */
type OnApproval = (request: ApprovalRequest, at: {
  /** Aborts when the request has ended without this answer. */
  readonly signal: AbortSignal;
}) => ApprovalDecision | undefined | void | Promise<ApprovalDecision | undefined | void>;
/** When a person is asked before a call runs, and what happens when nobody answers. */
interface ApprovalOptions {
  /**
   * `all`: before every call; names: before calls of these tools; `none`: only where the tool's `requiresApproval`, its effect or taint asks. A tool's own `requiresApproval` wins over
   * this. Default `none`. A name that no tool has is an error: of `createAgent` when that is given the agent's tools, else, as tools come and go with the page, a warning of
   * each run that starts without it.
   */
  readonly policy?: "none" | "all" | readonly string[] | undefined;
  /** Asked for each request. Returning nothing leaves it to who is attached to `agent.approvals`; a throw denies. */
  readonly onApproval?: OnApproval | undefined;
  /** How long a request waits. Default `'5m'`. */
  readonly timeout?: Duration | undefined;
  /**
   * What the end of that time means. `approve` is refused, and denies, for destructive calls and for any the model asked for with third-party text before it. `throw` ends the run
   * with `TimeoutError`. Default `deny`.
   */
  readonly timeoutAction?: "deny" | "approve" | "throw" | undefined;
}
/** Made by {@link approvals}. */
interface ApprovalPolicy {
  readonly policy: "none" | "all" | readonly string[];
  readonly onApproval?: OnApproval | undefined;
  readonly timeoutMs: number;
  readonly timeoutAction: "deny" | "approve" | "throw";
  /** Throws `AgentError` when the policy names none of an agent's tools. */
  readonly check: (scopes: ScopeRegistry) => void;
}
/**
 * The agent's `approval`. Throws `AgentError` naming the option that is wrong.
 *
 * @example
 * createAgent({ model, approval: approvals({ policy: ['send_mail'], timeout: '2m' }) })
 */
declare function approvals(options?: ApprovalOptions): ApprovalPolicy;
/** One call of the running iteration, as the page may show it. Ended calls are in the history. */
interface CallActivity {
  readonly callId: string;
  readonly tool: string;
  /** The assistant message that asks for it. */
  readonly messageId: string;
  readonly status: "input-streaming" | "pending" | "awaiting-approval" | "running";
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
  /** As it would stand in the history now, without a `finishReason`; undefined until there is anything in it. */
  readonly message?: AssistantMessage | undefined;
}
/** What a page shows of what the agent is doing. */
interface ActivityState {
  /** `settling`: the page is catching up with a tool. `waiting`: for a retry, or for a person. */
  readonly status: "idle" | "running" | "settling" | "waiting";
  /** While it waits: to call the model again, for the network to be back, or for what a person was asked. */
  readonly waitingFor?: "retry" | "network" | "person" | undefined;
  /** While it waits for a retry: when the model is called again, in milliseconds since 1970. */
  readonly retryAt?: number | undefined;
  readonly runId?: string | undefined;
  /** Why the last run did not complete; gone when the next starts. */
  readonly error?: Error | undefined;
  /** Why the last run was cancelled; gone when the next starts. */
  readonly cancelled?: CancelReason | undefined;
  /** Present while a model writes. */
  readonly draft?: MessageDraft | undefined;
  /** The calls that are not answered yet, by id. One Map, whose entries are replaced. */
  readonly calls: ReadonlyMap<string, CallActivity>;
}
/** What the agent is doing right now: a zustand store that follows the events of the open session's runs. */
declare class Activity extends Store<ActivityState> {
  constructor();
  /** For what runs the agent: takes in a change. */
  change(change: Partial<ActivityState>): void;
  /** A run begins: what the one before came to is forgotten. */
  begin(runId: string): void;
  /** The run has ended, with an error or a cancel where it did not complete. */
  end(how?: Pick<ActivityState, "error" | "cancelled">): void;
}
/** An artifact, and the call it comes from. */
interface SessionArtifact extends Artifact {
  readonly runId: string;
  readonly callId: string;
  readonly tool: string;
}
/** What a page shows of artifacts. */
interface ArtifactsState {
  /** In the order in which they were first given. */
  readonly artifacts: readonly SessionArtifact[];
}
/** What the tools of the open session gave the page: a zustand store. */
declare class Artifacts extends Store<ArtifactsState> {
  constructor();
  /** Leaves those of another session out of sight. */
  reset(): void;
  /** Adds an artifact, in the place of the one of its id and run where there is one. */
  add(artifact: SessionArtifact): void;
}
/** A question a tool waits for the answer to. */
interface Ask {
  readonly id: string;
  readonly runId: string;
  readonly callId: string;
  readonly tool: string;
  readonly message?: string | undefined;
  /** What the answer has to be. Absent: text. */
  readonly schema?: JSONSchema7 | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly askedAt: number;
}
/** Who waits for an answer. */
interface AskOwner {
  /** Takes the answer, or says what is wrong with it. */
  answer(value: unknown): Promise<readonly ValidationIssue[]>;
  decline(reason: string | undefined): void;
  /** Nobody is there any more who could answer. */
  leave(): void;
}
/** What a page shows of questions. */
interface AsksState {
  /** In the order in which they were asked. */
  readonly pending: readonly Ask[];
}
/** What tools ask the person: a zustand store. While nobody is attached tools cannot ask. */
declare class Asks extends AttendedStore<Ask, AskOwner, AsksState> {
  constructor();
  /** Resolves with what is wrong with an answer; empty when the tool has it. The question stays until an answer is right. */
  answer(id: string, value: unknown): Promise<readonly ValidationIssue[]>;
  /** Ends the wait: the tool's `ctx.ask` rejects `AskDeclinedError`. */
  decline(id: string, reason?: string): void;
}
/** A message that waits for the running chat to end. */
interface QueuedChat {
  /** The id of its run. */
  readonly runId: string;
  /** Empty where nothing new is said: `retry` and `regenerate`. */
  readonly input: ChatInput;
  /** Takes it out, as the person's wish: it never starts. */
  readonly cancel: () => void;
}
/** What a page shows of the chats that wait. */
interface QueueState {
  /** In the order in which they will run. */
  readonly waiting: readonly QueuedChat[];
}
/** The chats that wait for their turn: a zustand store. */
declare class Queue extends Store<QueueState> {
  constructor();
  /** Adds a chat and returns what takes it out again. */
  add(chat: QueuedChat): () => void;
  /** Cancels the chat of this run id. Returns false where none such waits any more. */
  cancel(runId: string): boolean;
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
/** How far a run is, or how it ended. `stopped`: a hook ended it as complete. `failed`: a limit, a budget, an error or a hook that threw. */
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
  readonly error?: Error | undefined;
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
    error: Error;
  }) => unknown;
  /** Of no run, as the next: a throw ends what runs then, and is reported in the console where nothing does. */
  onScopeRegister: (at: {
    scope: Scope;
  }) => unknown;
  onScopeUnregister: (at: {
    scope: Scope;
  }) => unknown;
}
type MaybePromise$1<T> = T | Promise<T>;
/** The name of a hook, as in `preRequest`. */
type HookName = keyof Hooks;
/** The hooks of an agent. */
declare class HookRegistry {
  #private;
  /** Adds a hook and returns what removes it. */
  add<Name extends HookName>(name: Name, hook: Hooks[Name]): () => void;
  /** The hooks of one name, in order. The list is replaced on change, so one that is being walked skips nobody. */
  of<Name extends HookName>(name: Name): readonly Hooks[Name][];
  /** Awaits each hook of one name and asks for nothing back. */
  notify<Name extends Observing>(name: Name, at: Parameters<Hooks[Name]>[0]): Promise<void>;
}
type Observing = "onRunStart" | "onMessage" | "onRunDone" | "onRunCancelled" | "onRunError" | "onScopeRegister" | "onScopeUnregister";
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
/** What keeps secrets from the model; made by `redaction`. */
interface Redaction {
  /** JSON text, or where it was cut any text, without the secrets in it. */
  readonly text: (json: string) => string;
}
/** What to offer next; made by `followups`. */
interface Followups {
  readonly suggest: (messages: readonly Message[], at: ExtraContext) => Promise<readonly string[]>;
}
/** One model call, as the ledger keeps it: failed ones, repairs and those of optional features too. Frozen. */
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
  /** How often the model was asked: once, and once more for each retry. */
  readonly attempts: number;
  /** The `code` of the `ModelError`, where it failed. */
  readonly error?: string | undefined;
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
/** Who asked for a call: the model, the page (`runTool`), or code (`runAgent`). */
type AuditSource = "model" | "ui" | "runAgent";
/** One tool call, as the audit keeps it: run or refused, or later taken back. Frozen. Hashes are SHA-256, 64 hex digits, over UTF-8. */
interface AuditRow {
  /** When the call was answered, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly startedAt: number;
  /** From `startedAt` to `at`: waiting for a person is part of it. */
  readonly durationMs: number;
  readonly runId: string;
  readonly rootRunId: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly callId: string;
  readonly tool: string;
  /** The scope the tool was registered in; absent for names that no tool has, and in `runAgent`. */
  readonly scope?: string | undefined;
  readonly effect?: Effect | undefined;
  readonly source: AuditSource;
  /**
   * The run whose call was taken back, where that is what the row tells of: `runId`, `userId` and the times are then of the undo, `status` is what it came to, and the
   * arguments are in the call's own row, found by `callId`.
   */
  readonly undoneRunId?: string | undefined;
  /** Whether third-party text was in what the model had read when it asked. */
  readonly isTainted: boolean;
  readonly status: ToolStatus;
  /** Of the arguments as they were asked for, as JSON with sorted keys. Absent of an undo. */
  readonly argumentsHash?: string | undefined;
  /** What `redact` left of them; absent without `redact`. */
  readonly arguments?: JsonValue | undefined;
  /**
   * Of the arguments that took their place: changed by the person who approved or by a hook, or filled in with defaults for the person to see. Absent where the call
   * went on as it was asked for.
   */
  readonly changedArgumentsHash?: string | undefined;
  readonly changedArguments?: JsonValue | undefined;
  /** What was decided about the call; absent where nobody had to be asked. */
  readonly decision?: ApprovalOutcome["decision"] | undefined;
  /** Who or what decided. */
  readonly decidedBy?: ApprovalOutcome["by"] | undefined;
  /** Why it was denied. */
  readonly reason?: string | undefined;
  /** Of the answer: the `content` of the ToolMessage, which is what the model was told. Absent where a result cannot be written as JSON. */
  readonly resultHash?: string | undefined;
}
/** Which rows are meant; what is left out does not matter. */
interface AuditFilter {
  readonly runId?: string | undefined;
  readonly rootRunId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly tool?: string | undefined;
  readonly status?: ToolStatus | undefined;
  /** The earliest `at`. */
  readonly from?: number | undefined;
  /** The first `at` that is too late. */
  readonly to?: number | undefined;
}
/** `jsonl`: a JSON object a line. `csv`: RFC 4180 with a header; cells that a spreadsheet would take for a formula begin with `'`. */
type AuditFormat = "jsonl" | "csv";
/** What is kept of arguments: what a function returns for a copy of them, or what a `redaction` leaves. */
type AuditRedact = Redaction | ((args: unknown, at: {
  readonly tool: string;
}) => JsonValue | undefined);
/** Where a row for every tool call goes. One that fails is warned of once, and fails no run. */
interface Audit {
  /** Without it no arguments are kept, only their hashes. One that throws keeps none. */
  readonly redact?: AuditRedact | undefined;
  append(row: AuditRow): unknown;
  /** In the order in which they were appended. */
  query(filter?: AuditFilter): readonly AuditRow[] | Promise<readonly AuditRow[]>;
  export(format: AuditFormat, filter?: AuditFilter): string | Promise<string>;
}
/** Where a call stands. */
interface CallPlace {
  readonly callId: string;
  readonly tool: string;
  readonly iteration: number;
  readonly sessionId: string;
  /** Its run, and the runs that one is part of, the innermost first. */
  readonly runIds: readonly string[];
}
/** A call that registered how to take it back. */
interface UndoableCall extends CallPlace {
  /** Has it taken back by `undo` too, before what was registered until now. */
  add(undo: Undo): void;
  /** The call has ended: it can be undone from now on. */
  finish(): void;
}
/** How far the undo of one call is. */
interface CallUndo extends UndoneCall {
  readonly runId: string;
  readonly status: "possible" | "undoing" | "undone" | "failed";
  /** What its undo threw. */
  readonly error?: Error | undefined;
}
/** What a page shows of what can be taken back. */
interface UndosState {
  /**
   * The calls that have ended and registered an undo, by id, in the order in which they ended. One Map, whose entries are replaced; of two calls with
   * one id, of different runs, the newer.
   */
  readonly calls: ReadonlyMap<string, CallUndo>;
}
/** What can be taken back: a zustand store. It knows the last 200 calls that registered an undo. */
declare class Undos extends Store<UndosState> {
  #private;
  constructor();
  /** Whether `undo` with this id, of a call or of a run, would take anything back now. */
  canUndo(id: string): boolean;
  /** For what keeps the undos: shows its calls. */
  follow(state: UndosState, canUndo: (id: string) => boolean): void;
  /** For what keeps the undos: an entry was replaced. */
  changed(): void;
}
/** One registered undo. */
interface Step {
  readonly call: UndoableCall;
  readonly undo: Undo;
}
/** The undos that calls registered: of the last 200 calls that did, and for `left` the last 50 runs. */
declare class UndoBook {
  #private;
  constructor(undos: Undos);
  /** Keeps a run's calls in mind, to tell which cannot be undone. */
  watch(runIds: readonly string[], records: readonly CallRecord[]): void;
  /** Takes in a call that runs. */
  open(place: CallPlace): UndoableCall;
  /** What would take back a call, or all of a run's that have ended, the last registered first. */
  stepsOf(id: string): Step[];
  /** Takes an undo out, so that it runs once; false when it is gone. */
  claim(step: Step): boolean;
  /** Tells how far the undo of a call is. */
  show(call: UndoableCall, status: CallUndo["status"], error?: Error): void;
  /** The calls of an id that nothing takes back now. */
  leftOf(id: string): {
    callId: string;
    tool: string;
    reason: "no_undo" | "running";
  }[];
  /** Waits in line: undos run one after another, as whoever asked for them did. `leave` lets the next one in. */
  enter(): {
    readonly ready: Promise<unknown>;
    readonly leave: () => void;
  };
}
/** A call that is about to run. */
interface StartingCall {
  readonly call: AssistantToolCall;
  readonly effect: string;
  readonly idempotencyKey: string;
}
/** What a run with a storage writes down as it goes. */
interface Journal {
  /** Resolves when the messages are durable, or the run has been told that they are not. Never rejects. */
  append(messages: readonly Message[]): Promise<void>;
  /** Resolves when the call may run: that it is about to is durable. Rejects with `StorageError`. */
  started(call: StartingCall): Promise<void>;
  /** Writes that the run has ended. Never rejects. */
  end(): Promise<void>;
  /** Whether a person has to agree before the call runs again. */
  mustAsk(callId: string): boolean;
}
/**
 * Which running calls belong to which registered tool, so that a tool that goes takes its calls
 * with it.
 */
declare class CallOwners {
  #private;
  /** Has `end` called if the tool's place in the registry ends before the returned function is called. */
  tie(owner: RegisteredTool, end: () => void): () => void;
  /** Ends the running calls of a tool. */
  end(owner: RegisteredTool): void;
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
  /** Calls `observer`, which must not throw, with every event from here on. */
  listen(observer: (event: AgentEvent) => void): void;
  /** The time of an event: never goes back, whatever the clock does. */
  now(): number;
}
/** The part that a delta belongs to: known by its identity. */
type DeltaPart = {
  readonly type: "text" | "reasoning";
} | {
  readonly type: "tool-call";
  readonly id: string;
  readonly name: string;
};
/** The pieces of a run's messages, as its log has them. Those of one part are joined for late observers. */
declare class Deltas {
  #private;
  constructor(log: EventLog);
  add(part: DeltaPart, message: {
    iteration: number;
    messageId: string;
  }, delta: string): void;
}
/** Makes ids: each call returns one that no other call, tab or process returns. */
type CreateId = () => string;
/** How far one run may go. A limit that is left out never trips, `iterations` aside; nor does `Infinity`. */
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
interface ModelRetry {
  readonly maxRetries: number;
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
  readonly isRetryable: (error: ModelError) => boolean;
}
/** What the engine asks of the page it runs in; made by `pageLifecycle` of `@ambit/browser`. */
interface Lifecycle {
  /** False when there surely is no network. */
  isOnline(): boolean;
  /** Calls back when the network is there again, until the returned function is called. */
  onOnline(listener: () => void): () => void;
  /** Calls back when the page has stood still so long that its connections must be dead, until the returned function is called. */
  onWake(listener: () => void): () => void;
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
/** Where messages are also written as they come; each write is awaited before the next step. */
interface Conversation {
  append(message: Message, at: {
    sessionId: string;
    runId: string;
  }): unknown;
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
  /** Made by `approvals`. Default: a person is asked before destructive calls, and where tools and taint ask for it. */
  readonly approval?: ApprovalPolicy | undefined;
  /** Made by `redaction`. */
  readonly redaction?: Redaction | undefined;
  /** Made by `repair`. */
  readonly repair?: Repair | undefined;
  /** Made by `trim`, `summarize` or `hybrid`. */
  readonly compaction?: Compaction | undefined;
  /** Made by `truncate` or `condense`. */
  readonly toolResultLimit?: ToolResultLimit | undefined;
  /** Where tools with `sandbox` run; made by `sandbox` of `@ambit/browser`. */
  readonly sandbox?: SandboxRunner | undefined;
  /** What is known of the network and of the page's pauses; made by `pageLifecycle` of `@ambit/browser`. */
  readonly lifecycle?: Lifecycle | undefined;
  /** Where results of tools with `cache` are kept; made by `toolCache`. */
  readonly toolCache?: ToolCache | undefined;
  /** Made by `followups`. */
  readonly followups?: Followups | undefined;
  /** Gets a row for every model call. */
  readonly ledger?: Ledger | undefined;
  /** Gets a row for every tool call, refused ones too. */
  readonly audit?: Audit | undefined;
  /** Cancels the run when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly onBusy?: OnBusy | undefined;
}
/** The environment a run stands in. */
interface Ports {
  readonly clock: Clock;
  readonly createId: CreateId;
  /** 0 to 1, for jitter. */
  readonly random: () => number;
  /** Where tools ask the person; absent where nobody could be asked. */
  readonly asks?: Asks | undefined;
  /** Where calls wait for a person; absent where nobody could be asked. */
  readonly approvals?: Approvals | undefined;
}
/** Options that have a default, or must be given. */
type Filled<Name extends keyof RunOptions> = Readonly<{ [Each in Name]-?: NonNullable<RunOptions[Each]>; }>;
/** The options of any run, with every default in place. */
interface RunConfig extends Pick<RunOptions, "userId" | "tenantId" | "toolCache" | "approval" | "sandbox" | "audit">, Filled<"limits" | "budgets" | "toolArgValidation" | "metadata"> {
  readonly dependencies: Dependencies;
}
/** What the loop has of that kind. */
type LoopFilled = "model" | "rates" | "toolMode" | "toolParallelism" | "toolConcurrency" | "toolErrorMode" | "toolResultMaxBytes" | "includeToolTrace" | "settle" | "includeRaw" | "guardrails";
/** Options that are read into something else, or are not the loop's to see. */
type Read = "retry" | "output" | "reasoning" | "signal" | "onBusy";
/** The options of a run of the loop: checked, and with every default in place. Those without one are as they were given. */
interface LoopConfig extends RunConfig, Omit<RunOptions, LoopFilled | Read | keyof RunConfig>, Filled<LoopFilled> {
  readonly limits: Limits & {
    readonly iterations: number;
  };
  readonly tools: readonly (string | Tool)[] | undefined;
  readonly retry: ModelRetry;
  /** The form an answer is to have. */
  readonly output?: Parameters$1 | undefined;
  /** As the model is asked for it. */
  readonly reasoning: ModelRequest["reasoning"];
}
/** What can be seen of a run, and done with it, from outside. */
interface RunView {
  readonly id: string;
  readonly status: RunStatus;
  /** Everything observed so far, deltas aside. */
  readonly events: readonly AgentEvent[];
  /** What it is and has come to so far; undefined until it has begun. */
  readonly report: RunReport | undefined;
  /** All that was observed, then what is, to the terminal event. */
  observe(): AsyncIterableIterator<AgentEvent>;
  cancel(reason?: CancelReason): void;
}
/** What a run was given while what runs it was still on its way. */
interface EarlyRun {
  readonly id: string;
  /** It was cancelled already. */
  readonly reason?: CancelReason | undefined;
}
/** What a run is asked for with. */
interface RunHeadOptions {
  readonly agentId: string;
  readonly ports: Ports;
  /** The run it stands in. */
  readonly parent?: Pick<RunHead, "rootId" | "cancellation"> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Of the attempt at a call that it stands in: what ends that ends it. */
  readonly within?: AbortSignal | undefined;
  readonly early?: EarlyRun | undefined;
  /** Gets every event; must not throw. */
  readonly dispatch: (event: AgentEvent) => void;
}
/** What a run has from the moment it is asked for: identity, log, cancellation. All else comes with the loop. */
declare class RunHead implements RunView {
  readonly id: string;
  readonly rootId: string;
  readonly agentId: string;
  readonly log: EventLog;
  readonly cancellation: Cancellation;
  readonly startedAt: number;
  status: RunStatus;
  /** The run itself, once there is one. */
  core: {
    readonly report: RunReport;
    fail(error: unknown): void;
  } | undefined;
  constructor({ agentId, ports, parent, signal, within, early, dispatch }: RunHeadOptions);
  get events(): readonly AgentEvent[];
  get report(): RunReport | undefined;
  observe(): AsyncIterableIterator<AgentEvent>;
  /** Tells that it starts. */
  start(input?: ChatInput): void;
  /** Ends it with an error, whatever its body goes on to do. */
  fail(error: unknown): void;
  cancel(reason?: CancelReason): void;
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
  /** Every message that is here, whatever path it is on. */
  get all(): Message[];
  /**
   * Puts messages in the place of those that are here, as a storage gives them: the oldest may follow messages that are not here, and the path begins
   * where one is missing.
   */
  restore(messages: readonly Message[], head: string | null): void;
  get head(): string | null;
  /** The path from the first message to `head`. */
  get messages(): readonly Message[];
  has(id: string): boolean;
  get(id: string): Message | undefined;
  /** Adds a message after `head`, freezes it, and makes it the head. Throws `AgentError` when its id is taken. */
  append<M extends Message>(draft: Draft<M>): M;
  /** The ids of the messages that follow the same message as `id` does, itself among them, oldest first. The same array until another one joins them. */
  branches(id: string): readonly string[];
  /** Makes the newest path through `id` the one that is seen; null goes back to before the first message. */
  select(id: string | null): void;
  /** Makes `id` itself the head: what follows it is kept, and off the path. */
  moveTo(id: string | null): void;
}
/** What a page shows of what was used. */
interface UsageState {
  /** Of every run in the open session, and of the runs inside those. */
  readonly session: UsageTotal;
  /** Of the chat that runs or, where none does, of the last one, and of the runs inside it. */
  readonly run: UsageTotal;
}
/** What the open session has used: a zustand store that changes with every model call that ends. */
declare class UsageMeter extends Store<UsageState> {
  #private;
  constructor();
  /** Counts another session, which has used this much. */
  reset(session?: UsageTotal): void;
  /** Counts from now on what belongs to a new chat. */
  startRun(runId: string): void;
  /** Counts one model call of a run whose root has this id: `plus` adds it to a total. */
  add(rootRunId: string, plus: (total: UsageTotal) => UsageTotal): void;
}
/** One conversation: its history, and the state its tools share. */
interface Session {
  readonly id: string;
  readonly history: History;
  state: State;
  /** What the application has to say to the model before its next request. */
  notes?: Draft<UserMessage>[] | undefined;
  /** Counts what its model calls used; none where nobody asks. */
  readonly usage?: UsageMeter | undefined;
  /** Takes what its tools give the page. */
  readonly artifacts?: Artifacts | undefined;
}
/** The budgets a run is under: its own limits, those installed on it, and those of the run it stands in. */
declare class Spending {
  #private;
  constructor(limits: Limits, installed: readonly Budget[], parent?: Spending);
  /** Whether a budget counts this. */
  counts(key: string): boolean;
  /** Takes all of the charges or, throwing `BudgetExceededError`, none. A key without a budget never trips. */
  charge(charges: Readonly<Record<string, number>>): void;
  /** Takes what a model call turned out to have used. */
  recordModelCall(used: {
    tokens: number;
    costUsd: number;
  }): void;
  /** Takes what the run had used before its page was loaded again. */
  restore(used: Readonly<Record<string, number>>): void;
  /** Throws `BudgetExceededError` when the last model call used more than there was. */
  requireWithin(): void;
  /** Throws `BudgetExceededError` when a model call could not even send `expected`, or nothing is left. */
  admitModelCall(expected: {
    tokens: number;
    costUsd: number;
  }): void;
}
/** The tools one run may use: all that are registered, or those it was narrowed to. */
declare class Toolbox {
  #private;
  readonly registry: ScopeRegistry;
  /** `narrow` holds names of registered tools, and tools of the run's own. */
  constructor(registry: ScopeRegistry, narrow?: readonly (string | Tool)[]);
  /** The tool a call of this name reaches; undefined for a name the run may not use. */
  find(name: string): RegisteredTool | undefined;
  /** Whether a tool is on now. */
  isOn(registered: RegisteredTool): Availability;
  /** The usable tools, each as it is now. */
  list(): {
    tool: RegisteredTool["tool"];
    availability: Availability;
  }[];
}
/** Counts the time a run takes and stands still while it waits for a person. */
declare class WallTimer {
  #private;
  /** Starts at once; `onEnd` is called when `limitMs` are used up. */
  constructor(clock: Clock, limitMs: number, onEnd: () => void);
  /** Stands still until every returned function has been called. */
  pause(): () => void;
  stop(): void;
}
/** What a run is started with. */
interface RunCoreOptions<Config extends RunConfig> {
  readonly head: RunHead;
  readonly parent?: RunCore | undefined;
  readonly config: Config;
  readonly ports: Ports;
  readonly session: Session;
  readonly toolbox: Toolbox;
  readonly hooks: HookRegistry;
  readonly owners: CallOwners;
  /** Keeps how its calls are taken back. Default: the parent's. */
  readonly undos?: UndoBook | undefined;
}
/** What everything that works for one run shares: identity, log, cancellation, spending, and what came of it so far. */
declare class RunCore<Config extends RunConfig = RunConfig> {
  #private;
  readonly id: string;
  readonly rootId: string;
  readonly agentId: string;
  readonly parent: RunCore | undefined;
  readonly config: Config;
  readonly ports: Ports;
  readonly session: Session;
  readonly toolbox: Toolbox;
  readonly hooks: HookRegistry;
  readonly owners: CallOwners;
  readonly undos: UndoBook | undefined;
  readonly log: EventLog;
  readonly deltas: Deltas;
  readonly cancellation: Cancellation;
  readonly spending: Spending;
  readonly startedAt: number;
  /** The answered calls, in order. */
  readonly records: CallRecord[];
  readonly messages: Message[];
  readonly iterations: IterationReport[];
  readonly children: RunCore[];
  readonly artifacts: Map<string, Artifact>;
  /** What ends the run whatever its body does; the first one stays. */
  fatal: {
    readonly error: unknown;
  } | undefined;
  usage: Usage;
  /** The third-party text in what the model was last sent, in words; undefined when there is none. */
  taint: string | undefined;
  costUsd: number | undefined;
  /** Messages the next `iteration_started` is to tell of. */
  added: Message[];
  /** What tools were charged, by budget key, budgets or not. */
  readonly charged: Record<string, number>;
  /** The latest text of the model. */
  content: string;
  endedAt: number | undefined;
  /** The provider's chunks of the last response, when asked for. */
  raw: readonly unknown[] | undefined;
  /** The provider's id of the last response. */
  responseId: string | undefined;
  /** Present while a run of a stored session goes on. */
  journal: Journal | undefined;
  /** Where it goes on, when it was cut short before: the iteration, and a message whose calls are not all answered. */
  resumed: {
    readonly iteration: number;
    readonly pending: AssistantMessage | undefined;
  } | undefined;
  /** Present while a run with a `wallMs` limit goes on. */
  wall: WallTimer | undefined;
  constructor(options: RunCoreOptions<Config>);
  get status(): RunStatus;
  set status(status: RunStatus);
  /** Who the run is, for hooks and tools. */
  get context(): HookContext;
  cancel(reason?: CancelReason): void;
  /** Ends the run with `error`, whatever its body goes on to do, unless it is ending already. */
  fail(error: unknown): void;
  /** Throws what ends the run, if anything does. */
  throwIfEnding(): void;
  /** A warning event, once per `key`. */
  warn(code: string, message: string, key?: string): void;
  /** Counts what one model call used. */
  addUsage(usage: Usage, costUsd: number | undefined): void;
  /** Puts onto an error what the run knows, out of sight of loggers that print every property. */
  attachEvidence(error: unknown): void;
  get trace(): TraceEntry[];
  get report(): RunReport;
}
/** A run of the loop. */
type LoopRun = RunCore<LoopConfig>;
/** How a run comes into a stored session. */
interface Entrance {
  /** Waits for another page that runs the session, instead of being refused. */
  readonly isWaiting: boolean;
  /** Goes on with the run that was cut short, instead of closing it. */
  readonly isResuming: boolean;
  /** A chat, whose progress is kept. */
  readonly isTurn: boolean;
}
/**
 * Makes this page the one that runs the session, brings its history up to date, and gives the run its journal. What it resolves with ends that. Rejects `AgentBusyError` when another
 * page runs the session and it is not to be waited for.
 */
type EnterSession = (run: LoopRun, how: Entrance) => Promise<() => Promise<void>>;
/** What is known of a stored session without reading its messages. */
interface SessionInfo {
  readonly id: string;
  readonly title?: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How many messages it has, those off the open path among them. */
  readonly messages: number;
  /** Of all runs of the session that were stored. */
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** A run of it has not ended: it goes on in some page, or was cut short. */
  readonly isRunning: boolean;
}
/** How far a run that has not ended is. */
interface RunCheckpoint {
  readonly runId: string;
  /** How many model calls have been answered. */
  readonly iterations: number;
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** What its tools were charged, by budget key. */
  readonly charged: Readonly<Record<string, number>>;
}
/** One session as it is stored, its messages aside. */
interface SessionRow {
  readonly id: string;
  readonly title?: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Counts who has run the session; a write under an older epoch is refused. */
  readonly epoch: number;
  /** The number the next message gets, from 0. */
  readonly next: number;
  /** The last message of the open path. */
  readonly head: string | null;
  /** What its tools share. */
  readonly state: JsonObject;
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** There while a run has not ended. */
  readonly run?: RunCheckpoint | undefined;
}
/** One message and its number in the session. */
interface MessageRow {
  readonly seq: number;
  readonly message: Message;
}
/** That a call is about to run: stored before its handler starts. */
interface Intent {
  readonly call: AssistantToolCall;
  /** The tool's `effect`. */
  readonly effect: string;
  /** What the handler gets as `ctx.idempotencyKey`. */
  readonly key: string;
  readonly runId: string;
  readonly startedAt: number;
  /** 1 for the first time; a call that is run again after a crash has 2. */
  readonly attempt: number;
  /** `ui` when the page, not a model, asked for the call. */
  readonly source?: "ui" | undefined;
}
/** What may be changed of a session; `run: null` tells that its run has ended. */
interface SessionChange {
  readonly title?: string | undefined;
  readonly head?: string | null | undefined;
  readonly state?: JsonObject | undefined;
  readonly usage?: Usage | undefined;
  readonly costUsd?: number | undefined;
  readonly run?: RunCheckpoint | null | undefined;
}
/** What one transaction stores, all of it or nothing. */
interface SessionWrite {
  readonly at: number;
  /** Get the next numbers, in this order. Answers close the intents of their calls. */
  readonly messages?: readonly Message[] | undefined;
  readonly intent?: Intent | undefined;
  readonly session?: SessionChange | undefined;
  /** Survives a crash of the operating system too, where the storage can. Default false. */
  readonly isStrict?: boolean | undefined;
}
/** The right to run a session, which one page at a time has. */
interface SessionClaim {
  /** The session as it was when the claim was granted. */
  readonly row: SessionRow;
  /** Aborts when another page has taken over, or this one is being put away. */
  readonly lost: AbortSignal;
  /**
   * Stores everything or rejects with `StorageError`: `lost` when the session was taken over, `duplicate` when the intent was stored before. Resolves, once it is
   * durable, with the session as it then is.
   */
  write(write: SessionWrite): Promise<SessionRow>;
  /** Whether the session is still this page's to run, by what is stored. */
  holds(): Promise<boolean>;
  /** Lets the next page run it. Never rejects. */
  release(): Promise<void>;
}
/** Which messages to read: those numbered from `from`, or the newest `last` before number `before`. */
type MessageRange = {
  readonly from: number;
} | {
  readonly last: number;
  readonly before?: number | undefined;
};
/** What pages say to each other about a session. */
type SessionNote = {
  readonly type: "advanced";
  readonly next: number;
  readonly isRunning: boolean;
} | {
  readonly type: "approvals";
  readonly pending: readonly ApprovalRequest[];
} | {
  readonly type: "activity";
  readonly activity: PageActivity;
} | {
  readonly type: "gone";
} | {
  readonly type: "command";
  readonly command: SessionCommand;
};
/** What a page does with a session, as the others show it. */
interface PageActivity extends Pick<ActivityState, "status" | "waitingFor" | "retryAt"> {
  /** Of the message that was stored last; the arguments are in that. */
  readonly calls: readonly Omit<CallActivity, "input">[];
}
/** What a page asks of the one that runs the session: to stop, to tell what it waits for, or to take a person's answer. */
type SessionCommand = {
  readonly type: "stop";
} | {
  readonly type: "report";
} | {
  readonly type: "answer";
  /** Of the request. */
  readonly id: string;
  readonly decision: ApprovalDecision;
};
/** Where sessions are kept; made by `memoryStorage`, or by `indexedDbStorage` of `@ambit/browser`. */
interface AgentStorage {
  /** Newest first. */
  list(): Promise<readonly SessionInfo[]>;
  /** Undefined when there is none of that id. */
  read(id: string): Promise<SessionRow | undefined>;
  /** In order. What cannot be read is left out. */
  readMessages(id: string, range: MessageRange): Promise<readonly MessageRow[]>;
  /** Of calls that were started and have no answer. One that cannot be read is told with the id of its call and an empty `name`: it was started all the same. */
  readIntents(id: string): Promise<readonly Intent[]>;
  /**
   * Resolves when this page may run the session, which is made when there is none. With `isWaiting: false` it resolves with undefined at once when another page runs it. Rejects
   * with the signal's reason, or `StorageError`.
   */
  claim(id: string, options: {
    readonly at: number;
    readonly isWaiting?: boolean | undefined;
    readonly signal?: AbortSignal | undefined;
  }): Promise<SessionClaim | undefined>;
  /** Changes what no run has a say in. */
  update(id: string, change: Pick<SessionChange, "title" | "head">): Promise<void>;
  delete(id: string): Promise<void>;
  /** Hears what other pages say about a session, and that it was deleted, until the returned function is called. */
  watch(id: string, listener: (note: SessionNote) => void): () => void;
  /** Says something about a session to the other pages. */
  send(id: string, note: SessionNote): void;
  /** Hears of what went wrong, also of what did before. Until the returned function is called. */
  onDegraded(listener: (what: StorageDegradation) => void): () => void;
}
/** A session as JSON data. */
interface SessionExport {
  readonly format: "ambit-session";
  readonly version: 1;
  readonly title?: string | undefined;
  readonly createdAt: number;
  /** The last message of the open path. */
  readonly head: string | null;
  readonly state: JsonObject;
  readonly usage: Usage;
  readonly costUsd?: number | undefined;
  /** In the order in which they were stored: each after the one it follows. */
  readonly messages: readonly Message[];
}
/**
 * One `chat`, `execute` or `runAgent` under way: await it for its result, iterate it for its events. Ignoring it is fine: it runs all the same,
 * and a rejection nobody awaits is no unhandled one.
 */
declare class Run<T> implements PromiseLike<T>, AsyncIterable<AgentEvent>, AsyncDisposable {
  #private;
  /** What the run comes to. */
  readonly result: Promise<T>;
  constructor(view: RunView, result: Promise<T>);
  get id(): string;
  get status(): RunStatus;
  /** Everything observed so far, deltas aside; `seq` without a gap. */
  get events(): readonly AgentEvent[];
  /** What the run is and has come to so far, with the runs inside it; undefined until it has begun, as when it waits for its turn. */
  get report(): RunReport | undefined;
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
/** What sessions ask of their agent. */
interface SessionHost {
  readonly options: {
    readonly storage?: AgentStorage | undefined;
    /** Which session to begin with: the one that was used last, a new one, or one by its id. Default `latest`. */
    readonly session?: "latest" | "new" | (string & {}) | undefined;
    /** Goes on by itself with a run that was cut short. */
    readonly autoResume?: boolean | undefined;
  };
  readonly agent: {
    readonly scopes: ScopeRegistry;
    readonly approvals: Approvals;
    readonly activity: Activity;
    /** Goes on with a run that was cut short. */
    resume(): Run<RunResult>;
  };
  readonly ports: Ports;
  /** Holds the open session. */
  readonly open: {
    session: Session;
  };
  readonly runs: {
    /** Whether a chat runs or waits. */
    readonly isBusy: boolean;
    /** Cancels the session's runs, and resolves when they have ended. */
    end(): Promise<void>;
    cancelAll(reason: CancelReason): void;
  };
}
/** What a page shows of the open session. */
interface SessionsState {
  /** The id of the open session. */
  readonly current: string;
  /** Whether it is still being read. */
  readonly isOpening: boolean;
  /** Which page its run goes on in, if one does. */
  readonly running: "here" | "elsewhere" | undefined;
  /** Its last run was cut short and can be resumed. */
  readonly isInterrupted: boolean;
  /** There are older messages than those in `history`. */
  readonly hasOlder: boolean;
  /** What last went wrong with the storage. */
  readonly degraded?: StorageDegradation | undefined;
}
/**
 * The sessions of an agent: a zustand store of what is known of the open one, and what can be done with all of them. Without a `storage` there is one at a time, in memory:
 * `create` begins anew, and everything else about other sessions rejects with `AgentError`.
 */
declare class Sessions extends Store<SessionsState> {
  #private;
  /** Enters a run into the open session; undefined without a storage. */
  readonly enter: EnterSession | undefined;
  /** Resolves when the session to begin with has been read; undefined once it has been. */
  opening: Promise<unknown> | undefined;
  constructor(host: SessionHost);
  /** The id of the open session. */
  get current(): string;
  /** The stored sessions, the one used last first. */
  list(): Promise<readonly SessionInfo[]>;
  /** Cancels what runs, and reads another session in its place. Rejects `AgentError` when there is none of that id. */
  open(id: string): Promise<void>;
  /** Cancels what runs, and begins a new session. It is stored with its first message. Resolves with its id. */
  create(): Promise<string>;
  /** Gives a session a title. Default: the beginning of what was said first. */
  rename(id: string, title: string): Promise<void>;
  /** Deletes a session for good. In place of the open one a new one begins. */
  delete(id: string): Promise<void>;
  /** All of a session as JSON data, to be kept elsewhere. Rejects `AgentError` when there is none of that id. */
  export(id: string): Promise<SessionExport>;
  /** Stores an exported session under a new id, with which it resolves. Rejects `AgentError` for what is none. */
  import(exported: unknown): Promise<string>;
  /** Reads up to 500 messages before the oldest in `history`. A request is always made with all of them. */
  loadOlder(): Promise<void>;
  /** Lets go of the storage when the agent is no longer shown: it hears no other page any more, and resumes nothing by itself. */
  close(): void;
  /** Asks the page that runs the session to stop, when that is another one. */
  stopElsewhere(): void;
}
/** Called with every event of its type. Synchronous; what it throws is reported and changes nothing. */
type EventHandler<T extends EventType = EventType> = (event: EventOf<T>) => void;
/** Handlers by event type; `*` gets every event. */
type EventHandlerMap = { readonly [T in EventType]?: EventHandler<T> | undefined; } & {
  readonly "*"?: ((event: AgentEvent) => void) | undefined;
};
/** What an agent is made of. */
interface AgentOptions extends RunOptions {
  readonly model: LanguageModelV4;
  /** Default: a name made from the model and the tools. */
  readonly name?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  /** Tools of no scope of their own; they form one named `agent`. */
  readonly tools?: readonly Tool[] | undefined;
  readonly on?: EventHandlerMap | undefined;
  /** Where sessions are kept; made by `indexedDbStorage` of `@ambit/browser`, or by `memoryStorage`. Default: nowhere. */
  readonly storage?: AgentStorage | undefined;
  /** With a storage, the session to begin with: the one that was used `latest`, a `new` one, or the one of this id. Default `latest`. */
  readonly session?: "latest" | "new" | (string & {}) | undefined;
  /** With a storage, goes on by itself with a run that was cut short, in this page or in another that is gone. Default: when `resume` is called. */
  readonly autoResume?: boolean | undefined;
  /** Time and timers. Default: the environment's. */
  readonly clock?: Clock | undefined;
  /** Default: random ids. */
  readonly createId?: CreateId | undefined;
  /** 0 to 1, for jitter. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}
/** What one call may set. */
interface CallOptions<Data = unknown> extends RunOptions<Data> {
  /** What the run can do, in the place of all that the agent has: the page’s tools and contexts are no part of it. */
  readonly scopes?: readonly Scope[] | undefined;
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
/** Where in its history a chat begins, when not at the end. */
interface Branch {
  readonly kind: "regenerate" | "edit";
  /** Default, for `regenerate` alone: the last message of the person. */
  readonly id?: string | undefined;
}
/** What a history asks of its agent. */
interface HistoryChats {
  /** Whether a chat writes the history now. */
  isBusy(): boolean;
  /** Starts a chat from another place of it. */
  chat(input: ChatInput | undefined, options: CallOptions, branch: Branch): Run<RunResult>;
}
/**
 * The open session's history. People can go back in it: what they leave stays, as another branch. While a chat writes it, its head is that
 * chat's: `select`, `moveTo` and `load` throw `AgentBusyError`.
 */
declare class AgentHistory extends History {
  #private;
  constructor(chats: HistoryChats);
  /**
   * Has the model answer once more, beside the answer that is there. `id` is the assistant message to write again, the tool's answer whose call
   * to make again, or the user message to answer again; default: the last that the person said. While a chat runs `onBusy` decides, and
   * `steer` waits as `queue` does. Rejects as `chat` does, and with `AgentError` where there is nothing to answer.
   */
  regenerate(id?: string, options?: CallOptions): Run<RunResult>;
  /**
   * Says something else in the place of a user message, and runs from there. While a chat runs `onBusy` decides, and `steer` waits as
   * `queue` does. Rejects as `chat` does, and with `AgentError` where `id` is nothing that a person said.
   */
  edit(id: string, content: ChatInput, options?: CallOptions): Run<RunResult>;
  override load(messages: readonly Message[]): void;
  override moveTo(id: string | null): void;
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
  /** As the options have it. Undefined leaves it to who asks: `chat` rejects a second one, `useAgent().send` queues it. */
  readonly onBusy: OnBusy | undefined;
  /** What the agent can do now. */
  readonly scopes: ScopeRegistry;
  /** The open session's messages. */
  readonly history: AgentHistory;
  /** What the agent is doing right now. */
  readonly activity: Activity;
  /** What tools ask the person. */
  readonly asks: Asks;
  /** The calls that wait for a person's approval, and what was remembered. */
  readonly approvals: Approvals;
  /** The chats that wait for their turn. */
  readonly queue: Queue;
  /** What can be taken back. */
  readonly undos: Undos;
  /** What the open session has used. */
  readonly usage: UsageMeter;
  /** What tools gave the page. */
  readonly artifacts: Artifacts;
  /** The stored sessions, and what is known of the open one. */
  readonly sessions: Sessions;
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
  /**
   * Takes back what one call did, or all of a run's calls that have ended: runs what they gave `ctx.onUndo`, the last registered first, each at most once,
   * also while a run goes on. One that throws stops no other, and is told in the result. The model is told with its next request. Undos run one after
   * another; a cancel leaves those that have not begun to be undone later. Resolves with nothing undone where there is nothing; an id is known for as
   * long as `undos` says.
   */
  undo(id: string): Run<UndoResult>;
  /**
   * Goes on with a run that was cut short by a reload, a crash or a closed page, at the iteration where it stopped and with what it had used. Calls that finished stay; those that never
   * started are run; of those in between, their tools' `reconcile` and `onResume` decide. Needs a `storage`. Rejects `AgentError` when there is nothing to resume.
   */
  resume(options?: CallOptions): Run<RunResult>;
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
  /** Cancels every run of this agent, queued ones too. As a person's wish (`kind: 'user'`) it also stops another page that runs the open session. */
  cancelAll(reason?: CancelReason): void;
}
/** Makes an agent. Throws `AgentError`, naming the option, for an option that is wrong. */
declare const createAgent: (options: AgentOptions) => Agent;
/**
 * Ends one call by the context its handler was given, as when the part of the page that it works on goes: its signal aborts, the model is told
 * that it was cancelled, and the run goes on. Where the context is that of `runAgent`'s body, the run is cancelled.
 */
declare function cancelCall(context: ToolContext, reason: CancelReason): void;
/** The person did not want to answer what a tool's `ctx.ask` asked. */
declare class AskDeclinedError extends AgentError {
  readonly tool: string;
  /** What the person said to it. */
  readonly reason?: string | undefined;
  override get name(): string;
  constructor(tool: string, reason?: string);
}
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
/** The session has a running chat, and what was asked for cannot wait: `onBusy` is `reject`, or the history would be moved under it. */
declare class AgentBusyError extends AgentError {
  override get name(): string;
}
type HeadersInit = NonNullable<RequestInit["headers"]>;
/** How to reach a proxy. */
interface ProxyConnection {
  /** Where the proxy is mounted: absolute, or relative to the page, such as `/api/agent`. */
  baseURL: string;
  /** Sent with every request; asked anew each time, so that a fresh token can be given. */
  headers?: (() => HeadersInit | Promise<HeadersInit>) | undefined;
  /** Whether cookies go along. Default: fetch's own, `same-origin`. */
  credentials?: RequestInit["credentials"] | undefined;
  /**
   * Called and awaited when a request finds that the person is signed out of the app: it was answered
   * with 401, or led on to an HTML page, as to a login. True when they are signed in again: the request
   * is then sent once more, with `headers` asked anew, and a run goes on where it stood. False, or a
   * throw, leaves the refusal as it is. Several requests may ask at once. The signal aborts with the
   * call, which then waits no longer. Default: the refusal stands.
   */
  onAuthExpired?: ((signal?: AbortSignal) => boolean | Promise<boolean>) | undefined;
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
/** What events alone tell of a run: its history, and as much of its result as they hold. */
interface Replayed extends Omit<RunFields, "status"> {
  /** The messages the run added. */
  readonly history: History;
  readonly status: RunStatus;
  /** What ended a run that did not complete: of a cancelled one a `CancellationError`. */
  readonly error?: Error | undefined;
}
type RunFields = Pick<RunResult, "content" | "finishReason" | "status" | "usage" | "messages" | "createdAt" | "durationMs" | "error"> & Required<Pick<RunResult, "trace">>;
/** Rebuilds a run's history and result from its events, without a model or a network. */
declare function replay(events: Iterable<AgentEvent>): Replayed;
/**
 * A run and the runs inside it as an indented tree, a line each: name, status, duration, tokens, charges. Takes a `Run`, at any time, its result, or a report; of a run that
 * has not begun there is nothing to show, and the text is empty.
 *
 * @example
 * console.log(renderTree(run))
 */
declare function renderTree(run: {
  readonly report: RunReport | undefined;
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
  /** Gets a row for every call. Default: the parent's. */
  readonly audit?: Audit | undefined;
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
/** An audit in memory. */
interface MemoryAudit extends Audit {
  query(filter?: AuditFilter): readonly AuditRow[];
  export(format: AuditFormat, filter?: AuditFilter): string;
}
/**
 * An audit that ends with the page. Past `maxRows` (default 10,000) the oldest rows go. Arguments are kept only as `redact` leaves them, and not at all
 * without it.
 */
declare function memoryAudit({ redact, maxRows }?: {
  redact?: AuditRedact | undefined;
  maxRows?: number | undefined;
}): MemoryAudit;
/** Whether a row is meant by a filter; for audits of your own. */
declare function matchesAudit(row: AuditRow, { from, to, ...equal }: AuditFilter): boolean;
/** Rows as text; for audits of your own. */
declare function formatAudit(rows: readonly AuditRow[], format: AuditFormat): string;
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
/** What counts as a secret. */
interface RedactionOptions {
  /** Names of members whose values are secrets, beside the usual ones (`password`, `apiKey`, `cookie`, …). Case, `_` and `-` make no difference. */
  readonly fields?: readonly string[] | undefined;
  /** What in a text is a secret, beside the usual key shapes. */
  readonly patterns?: readonly RegExp[] | undefined;
  /** Leaves the usual fields and key shapes out. Default true. */
  readonly defaults?: boolean | undefined;
}
/** A value that the page and the handlers see, and the model does not. */
declare class Redacted<T> {
  #private;
  constructor(value: T);
  /** The value itself. */
  reveal(): T;
  toJSON(): string;
  toString(): string;
}
/**
 * Marks a value in a scope's `context` or a tool's result as a secret: the model, the history and what is stored get `[redacted]`, and code that has the object
 * gets the value with `reveal()`. Needs no option of the agent.
 */
declare const redact$1: <T>(value: T) => Redacted<T>;
/**
 * The agent's `redaction`: takes secrets out of contexts and tool results, errors included, before the model, the history or a storage has them; events keep the
 * tool's own value. By the names of members and by the shapes of keys, which find most and not all: what is secret for certain is best marked with `redact()`, or not returned.
 *
 * @example
 * createAgent({ model, redaction: redaction({ fields: ['salary'], patterns: [/EMP-\d{6}/] }) })
 */
declare function redaction(options?: RedactionOptions): Redaction;
/**
 * Asks the model again when its answer does not fit `output`: at most `maxAttempts` times (default 1), each a counted iteration. An answer that
 * does not fit then rejects with `OutputSchemaError`.
 */
declare function repair({ maxAttempts }?: {
  maxAttempts?: number | undefined;
}): Repair;
/** What this needs of a store: zustand's, with or without middleware, or any of this shape. */
interface StoreLike<State> {
  getState(): State;
  setState: {
    (change: Partial<State>, replace?: false): void;
    (state: State, replace: true): void;
  };
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}
/** One thing the agent may do to a store: a tool whose name is its key. */
interface StoreAction<State, Args, Result = unknown> extends Omit<ToolOptions<Args, Result>, "name" | "parameters" | "handler" | "enabled"> {
  /** As a tool's. Default: no parameters. */
  parameters?: StandardSchema<unknown, Args> | undefined;
  /** Does it, with the store's state as it is then. What it returns is the result. */
  run: (args: Args, state: State, ctx: ToolContext) => Result | PromiseLike<Result>;
  /** Whether it is possible in a state. Looked at again whenever the store changes. Default: always. */
  enabled?: ((state: State) => boolean | Unavailable) | undefined;
  /** False where the store is not all that it changes: nothing is taken back then but what `run` gives `ctx.onUndo`. Default true. */
  undo?: boolean | undefined;
}
/** What a scope of a store is made of. */
interface StoreScopeOptions<State, Actions> extends Omit<ScopeOptions, "tools" | "context" | "enabled"> {
  /** A zustand store, with whatever middleware, or anything of that shape whose state is replaced and not changed in place. */
  readonly store: StoreLike<State>;
  /** What of the state the model sees, read again for every request. Default: nothing. */
  readonly context?: ((state: State) => unknown) | undefined;
  readonly enabled?: ((state: State) => boolean | Unavailable) | undefined;
  /** The tools, by name. */
  readonly actions: { readonly [Name in keyof Actions]: StoreAction<State, Actions[Name]>; };
}
/**
 * A scope of a store: its actions as tools, part of its state as context.
 *
 * What an action changes can be undone: each top-level key that it changed goes back to what it was, unless somebody changed that since, which
 * `agent.undo` then reports. While an action waits for something, other changes of the store count as its own, unless they are of another
 * action of a scope of this store, or two such actions wait at once: then what changes in between stays.
 *
 * Throws `AgentError` for what `new Scope` and `new Tool` throw for.
 */
declare function storeScope<State, Actions>(options: StoreScopeOptions<State, Actions>): Scope;
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
/**
 * Why a storage did not do what it was asked: `lost` (another page runs the session now), `duplicate` (the call was started before),
 * `quota` (no space is left), `not_json` (a value cannot be stored), `unavailable` (anything else).
 */
type StorageErrorCode = "lost" | "duplicate" | "quota" | "not_json" | "unavailable";
/** A storage failed. Nothing of what it was asked to write is stored. */
declare class StorageError extends AgentError {
  readonly code: StorageErrorCode;
  override get name(): string;
  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions);
}
/** Sessions in memory: for tests, for rendering on a server, and where a browser lets nothing be kept. They end with the page. */
declare function memoryStorage(): AgentStorage;
/** A session nothing has been said in. */
declare const newSession: (id: string, at: number) => SessionRow;
/** What a list of sessions shows of one. */
declare const toSessionInfo: ({ id, title, createdAt, updatedAt, next, usage, costUsd, run }: SessionRow) => SessionInfo;
/** The session after a write. */
declare function changeSession(row: SessionRow, { at, messages, session }: SessionWrite): SessionRow;
export { Activity, type ActivityState, Agent, AgentBusyError, AgentError, type AgentEvent, AgentHistory, type AgentOptions, type AgentScope, type AgentStorage, type AnyTool, type ApprovalCause, type ApprovalDecision, type ApprovalOptions, type ApprovalOutcome, type ApprovalOwner, type ApprovalPolicy, type ApprovalRequest, Approvals, type ApprovalsState, type ApproveOptions, type Artifact, Artifacts, type ArtifactsState, type Ask, AskDeclinedError, type AskOwner, type AskPerson, Asks, type AsksState, type AssistantMessage, type AssistantToolCall, type Audit, type AuditFilter, type AuditFormat, type AuditRedact, type AuditRow, type AuditSource, type Availability, Budget, BudgetExceededError, type BudgetExcess, type CallActivity, type CallOptions, type CallSubject, type CallUndo, type CancelKind, type CancelReason, CancellationError, type ChatInput, type Clock, type CodeToolOptions, type Compaction, type CompactionOptions, type ContentInput, type ContentPart, type Conversation, type DegradeReason, type DeltaEvent, type Dependencies, DisabledToolError, type Duration, type Effect, type Enabled, type EventBase, type EventHandler, type EventHandlerMap, type EventOf, type EventType, type ExecuteOptions, type ExtraContext, type FinishReason, type Followups, type Guardrail, GuardrailError, History, type HistoryState, type HookContext, type HookName, type Hooks, type Intent, type IterationReport, type JsonObject, type JsonValue, type Ledger, type LedgerRow, type Lifecycle, type Limits, type ListedModel, type MediaPart, type MemoryAudit, type Message, type MessageDraft, type MessagePart, type MessageRange, type MessageRow, type Metadata, ModelError, type ModelErrorOptions, type ModelRequest, type ModelResponse, type ModelRetryOptions, type OnApproval, type OnBusy, type OnResume, OutputSchemaError, type PageActivity, type ProviderMetadata, type ProxyConnection, type ProxyModelOptions, type Question, Queue, type QueueState, type QueuedChat, type Rate, type Rates, type ReasoningOptions, Redacted, type Redaction, type RedactionOptions, type Register, type RegisteredTool, type RememberedApproval, type Repair, type Replayed, type ResourceOperation, type Retry, Run, type RunAgentOptions, type RunAgentResult, type RunCheckpoint, type RunEvidence, type RunOptions, type RunReport, type RunResult, type RunStatus, type SandboxRequest, type SandboxRunner, type SchemaConverter, Scope, type ScopeOptions, ScopeRegistry, type ScopesState, SerializationError, type SessionArtifact, type SessionChange, type SessionClaim, type SessionCommand, type SessionExport, type SessionInfo, type SessionNote, type SessionRow, type SessionWrite, Sessions, type SessionsState, type Settlement, type Settler, type StandardSchema, type State, type StorageDegradation, StorageError, type StorageErrorCode, type StoreAction, type StoreLike, type StoreScopeOptions, type SummaryOptions, type Taint, TimeoutError, Tool, type ToolCache, type ToolContext, ToolDeniedError, ToolHandlerError, type ToolMessage, type ToolOptions, type ToolResultLimit, type ToolResultLimitOptions, type ToolSandboxOptions, type ToolStatus, type ToolTrustOptions, ToolValidationError, type TraceEntry, type Unavailable, type Undo, type UndoContext, type UndoResult, type UndoneCall, Undos, type UndosState, type UnknownCall, UnknownToolError, type Usage, UsageMeter, type UsageState, type UsageTotal, type UserContent, type UserMessage, type ValidationIssue, approvals, cancelCall, changeSession, condense, createAgent, createBudget, createProxyModel, followups, formatAudit, hybrid, input, jsonSchema, listProxyModels, matchesAudit, memoryAudit, memoryLedger, memoryStorage, newSession, output, parseDuration, parseToolContent, redact$1 as redact, redaction, registerSchemaConverter, renderTree, repair, replay, resourceTools, runAgent, storeScope, summarize, systemClock, toSessionInfo, toolCache, trim, truncate, unavailable };

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
declare const decodeParts: (body: ReadableStream<Uint8Array>, signal?: AbortSignal) => ReadableStream<WirePart>;
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
