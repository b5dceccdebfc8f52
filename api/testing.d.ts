// @ambit/testing

import { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4Message, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { Clock } from "@ambit/core";
/** How a stream behaves beside the values it holds. */
interface StreamBehaviour<T> {
  /** Waits before a value goes out; what it throws breaks the stream. */
  readonly before?: ((value: T, index: number) => void | PromiseLike<void>) | undefined;
  /** Breaks the stream after its last value, in place of ending it. */
  readonly breakWith?: unknown;
  /** After the last value the stream stays open. */
  readonly hang?: boolean | undefined;
  /** Breaks the stream with the signal's reason, as a fetch does. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, when the stream has ended, broken or been cancelled by its reader. */
  readonly onEnd?: (() => void) | undefined;
}
/** A stream of values, one for each read, with whatever faults it is told to have. */
declare function toStream<T>(values: Iterable<T>, behaviour?: StreamBehaviour<T>): ReadableStream<T>;
/**
 * Bytes in chunks that end at the given places, as a network may cut them: in the middle of a line, of a CRLF, of a code point. Text becomes
 * UTF-8. Places may come in any order; those outside the bytes, and doubles, are left out, so that no chunk is empty.
 */
declare function cutBytes(bytes: string | Uint8Array, at: Iterable<number>): Uint8Array<ArrayBuffer>[];
/** Bytes as the body of a response: a chunk a read, cut at the given places. */
declare const toByteStream: (bytes: string | Uint8Array, at?: Iterable<number>, behaviour?: StreamBehaviour<Uint8Array<ArrayBuffer>>) => ReadableStream<Uint8Array<ArrayBuffer>>;
/** Server-sent events, one for each value, as JSON: the transcript that {@link cutBytes} cuts. */
declare const toSseText: (values: readonly unknown[]) => string;
/**
 * How the deltas of a stream are cut: at most so many UTF-16 units each, or by a function that gives the pieces of one text. Pieces must
 * join to the text.
 */
type Cut = number | ((text: string) => readonly string[]);
/** The same stream with its deltas cut in another way. Empty pieces are kept: providers send them too. */
declare function cutParts(parts: readonly LanguageModelV4StreamPart[], cut: Cut): LanguageModelV4StreamPart[];
/** Neighbouring deltas of one part joined into one: the coarsest cut of the same stream. */
declare function joinParts(parts: readonly LanguageModelV4StreamPart[]): LanguageModelV4StreamPart[];
/** One request of a driven model, and the stream that answers it. */
interface DrivenCall {
  readonly request: LanguageModelV4CallOptions;
  /** `waiting` until the stream is opened or refused; `over` when it has ended, broken, or was cancelled or aborted. */
  readonly state: "waiting" | "open" | "over";
  /** Answers the request with a stream that is empty so far. */
  open(): void;
  /** Answers the request with an error in place of a stream. */
  refuse(error: unknown): void;
  /** The next part; opens the stream first where that is needed. */
  push(...parts: readonly LanguageModelV4StreamPart[]): void;
  /** Ends the stream. */
  close(): void;
  /** Breaks the stream. */
  fail(error: unknown): void;
}
/** A model that does what it is told, call by call, when it is told. */
interface DrivenModel extends LanguageModelV4 {
  /** Every request so far. */
  readonly calls: readonly DrivenCall[];
  /** The calls that are not over. */
  readonly live: readonly DrivenCall[];
}
/** A model for tests that go step by step: nothing happens in a call until the test does it. Doing something to a call that is over does nothing. */
declare function drivenModel(modelId?: string): DrivenModel;
/** A clock that stands still until it is told to go on. */
interface FakeClock extends Clock {
  /** How many timers wait. */
  readonly pending: number;
  /** In how many milliseconds the next timer fires; undefined when none waits. */
  readonly nextInMs: number | undefined;
  /**
   * Lets time pass: fires the timers that fall due, in their order, each at its own time, and lets promises settle before, in between and
   * afterwards.
   */
  advance(ms: number): Promise<void>;
  /** Fires timers in their order until none waits. Throws after 10,000, which is no end. */
  runAll(): Promise<void>;
  /** Sets what `now` tells, back too, as the clock of a machine is set. Timers stay where they are. */
  setNow(ms: number): void;
}
/** `now`: milliseconds since the Unix epoch to start from. Default 1,000,000. */
declare function createFakeClock(now?: number): FakeClock;
/**
 * Lets everything run that needs neither time nor a network: resolves once the promises that can settle, and the ones that follow from them,
 * have settled. Takes one turn of the event loop and sets no timer.
 */
declare function flush(): Promise<void>;
/**
 * What a strict provider would refuse a prompt for: the ordering rules of OpenAI's and Anthropic's wires, in words. No fault, no entry.
 */
declare function promptFaults(prompt: readonly LanguageModelV4Message[]): string[];
/** One tool call that a scripted model asks for. */
interface ScriptedCall {
  readonly name: string;
  /** Written as JSON; a string goes out as it is, so that broken arguments can be scripted. Default `{}`. */
  readonly arguments?: unknown;
  /** Default `call_<n>`, counted over the whole script. */
  readonly id?: string | undefined;
}
/** Token counts of one reply: in short, or as a provider reports them. `none` reports nothing. */
type ScriptedUsage = {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number | undefined;
} | LanguageModelV4Usage | "none";
/** One answer of a scripted model. Everything left out is left out of the stream. */
interface ScriptedReply {
  /** Parts that come before everything else: metadata, sources, parts of no known kind. */
  readonly parts?: readonly LanguageModelV4StreamPart[] | undefined;
  readonly reasoning?: string | undefined;
  readonly text?: string | undefined;
  readonly calls?: readonly ScriptedCall[] | undefined;
  /** Default: 10 tokens of prompt and 5 of completion. */
  readonly usage?: ScriptedUsage | undefined;
  /**
   * Default `tool-calls` when there are calls, else `stop`; none when the stream hangs or breaks. null ends the stream without a finish
   * part.
   */
  readonly finishReason?: LanguageModelV4FinishReason["unified"] | null | undefined;
  readonly responseId?: string | undefined;
  /** Goes out as an `error` part before the finish part. */
  readonly error?: unknown;
  /** The request is refused with this: `doStream` rejects. */
  readonly refuse?: unknown;
  /** The stream breaks with this after its last part. */
  readonly breakWith?: unknown;
  /** After its content the stream neither goes on nor ends, until the request is aborted. */
  readonly hang?: boolean | undefined;
  /** The first part waits for this. */
  readonly gate?: PromiseLike<unknown> | undefined;
}
/** What a script holds: text, a reply, the raw parts of a stream, or a function of the request that gives one of these. */
type Reply = string | ScriptedReply | readonly LanguageModelV4StreamPart[] | ((request: LanguageModelV4CallOptions) => Reply | Promise<Reply>);
/** A reply that says something. */
declare const text: (content: string, rest?: ScriptedReply) => ScriptedReply;
/** One call, for {@link calls}. */
declare const call: (name: string, args?: unknown, id?: string) => ScriptedCall;
/** A reply that asks for calls, in this order. */
declare const calls: (...asked: readonly ScriptedCall[]) => ScriptedReply;
/** How a scripted model presents itself, and how its replies are cut, held up or broken. */
interface ScriptedModelOptions {
  /** Default `scripted`. */
  readonly modelId?: string | undefined;
  /** Default `test`. */
  readonly provider?: string | undefined;
  /** How the deltas of every reply are cut. Default: as the reply has them, one delta a text. */
  readonly cut?: Cut | undefined;
  /** Waits before every part of every reply; what it throws breaks the stream. */
  readonly before?: ((part: LanguageModelV4StreamPart, index: number) => void | PromiseLike<void>) | undefined;
  /** Makes the model deaf to its abort signal, as a provider with a bug is. Default false. */
  readonly ignoreAbort?: boolean | undefined;
  /** The reply to every request after the script's last. Default: an error that says so. */
  readonly otherwise?: Reply | undefined;
}
/** A model that plays a script and remembers what it was asked. */
interface ScriptedModel extends LanguageModelV4 {
  /** Every request so far, each as it was when it came. */
  readonly requests: readonly LanguageModelV4CallOptions[];
  /** How many streams have neither ended nor been cancelled or aborted. */
  readonly open: number;
  /** How many replies of the script are left. */
  readonly remaining: number;
  /** Resolves with request `count` (1 for the first), at once when it has come already. */
  requested(count: number): Promise<LanguageModelV4CallOptions>;
}
/**
 * A model that gives `replies` in their order, whatever it is asked, one for each request. A request after the last is refused with a `ModelError`
 * of code `script_ended`, which is not retried.
 */
declare function scriptedModel(replies: Iterable<Reply>, options?: ScriptedModelOptions): ScriptedModel;
/**
 * The stream parts of one reply, in the order in which providers send them: metadata, reasoning, text, calls, error, finish. Every text is one
 * delta. `createCallId` is asked for each call that names no id.
 */
declare function toParts(reply: ScriptedReply, createCallId: () => string): LanguageModelV4StreamPart[];
export { type Cut, type DrivenCall, type DrivenModel, type FakeClock, type Reply, type ScriptedCall, type ScriptedModel, type ScriptedModelOptions, type ScriptedReply, type ScriptedUsage, type StreamBehaviour, call, calls, createFakeClock, cutBytes, cutParts, drivenModel, flush, joinParts, promptFaults, scriptedModel, text, toByteStream, toParts, toSseText, toStream };

// @ambit/testing/react

import { Agent, AgentOptions } from "@ambit/core";
import { AgentProviderProps } from "@ambit/react";
import { ComponentType, ReactNode } from "react";
import { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
/** One tool call that a scripted model asks for. */
interface ScriptedCall {
  readonly name: string;
  /** Written as JSON; a string goes out as it is, so that broken arguments can be scripted. Default `{}`. */
  readonly arguments?: unknown;
  /** Default `call_<n>`, counted over the whole script. */
  readonly id?: string | undefined;
}
/** Token counts of one reply: in short, or as a provider reports them. `none` reports nothing. */
type ScriptedUsage = {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number | undefined;
} | LanguageModelV4Usage | "none";
/** One answer of a scripted model. Everything left out is left out of the stream. */
interface ScriptedReply {
  /** Parts that come before everything else: metadata, sources, parts of no known kind. */
  readonly parts?: readonly LanguageModelV4StreamPart[] | undefined;
  readonly reasoning?: string | undefined;
  readonly text?: string | undefined;
  readonly calls?: readonly ScriptedCall[] | undefined;
  /** Default: 10 tokens of prompt and 5 of completion. */
  readonly usage?: ScriptedUsage | undefined;
  /**
   * Default `tool-calls` when there are calls, else `stop`; none when the stream hangs or breaks. null ends the stream without a finish
   * part.
   */
  readonly finishReason?: LanguageModelV4FinishReason["unified"] | null | undefined;
  readonly responseId?: string | undefined;
  /** Goes out as an `error` part before the finish part. */
  readonly error?: unknown;
  /** The request is refused with this: `doStream` rejects. */
  readonly refuse?: unknown;
  /** The stream breaks with this after its last part. */
  readonly breakWith?: unknown;
  /** After its content the stream neither goes on nor ends, until the request is aborted. */
  readonly hang?: boolean | undefined;
  /** The first part waits for this. */
  readonly gate?: PromiseLike<unknown> | undefined;
}
/** What a script holds: text, a reply, the raw parts of a stream, or a function of the request that gives one of these. */
type Reply = string | ScriptedReply | readonly LanguageModelV4StreamPart[] | ((request: LanguageModelV4CallOptions) => Reply | Promise<Reply>);
/** A model that plays a script and remembers what it was asked. */
interface ScriptedModel extends LanguageModelV4 {
  /** Every request so far, each as it was when it came. */
  readonly requests: readonly LanguageModelV4CallOptions[];
  /** How many streams have neither ended nor been cancelled or aborted. */
  readonly open: number;
  /** How many replies of the script are left. */
  readonly remaining: number;
  /** Resolves with request `count` (1 for the first), at once when it has come already. */
  requested(count: number): Promise<LanguageModelV4CallOptions>;
}
/** Puts an element into a page, inside of a wrapper: `render` of a testing library, or this package's own. */
type Render<Rendered> = (ui: ReactNode, options: {
  readonly wrapper: ComponentType<{
    children: ReactNode;
  }>;
}) => Rendered | Promise<Rendered>;
/** What was rendered by this package's own `render`. */
interface Page {
  /** Stands in `document.body`. */
  readonly container: HTMLElement;
  /** Shows another element in the same wrapper. It is committed, with its effects, when this returns. */
  readonly rerender: (ui: ReactNode) => void;
  /** Takes the element and the container away. */
  readonly unmount: () => void;
}
/** An agent's options, and what its model says. */
interface RenderWithAgentOptions<Rendered> extends Omit<AgentOptions, "model"> {
  /** What the model says, a reply for each request. Default: nothing, so that a request fails. */
  readonly replies?: Iterable<Reply> | undefined;
  /** The model itself, in place of `replies`: for `otherwise`, cuts and faults. */
  readonly model?: ScriptedModel | undefined;
  /** As `AgentProvider` takes it. */
  readonly until?: AgentProviderProps["until"];
  /** Renders in place of this package: that of `vitest-browser-react` or `@testing-library/react`. */
  readonly render?: Render<Rendered> | undefined;
}
/** What `render` returned, and the agent that the element was given. */
type RenderedWithAgent<Rendered> = Rendered & {
  readonly agent: Agent;
  readonly model: ScriptedModel;
};
/**
 * Renders an element below an `AgentProvider` whose agent has a scripted model. What the element registered is there when this resolves.
 *
 * Throws `AgentError` for what `createAgent` throws for.
 *
 * @example
 * const { agent, model } = await renderWithAgent(<Orders />, { replies: [calls(call('filter_orders', { status: 'open' })), 'Done.'] })
 * await agent.chat('Show the open ones')
 */
declare function renderWithAgent<Rendered = Page>(ui: ReactNode, { replies, model, until, render, ...options }?: RenderWithAgentOptions<Rendered>): Promise<RenderedWithAgent<Rendered>>;
export { type Page, type Render, type RenderWithAgentOptions, type RenderedWithAgent, renderWithAgent };
