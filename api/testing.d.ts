// @ambit/testing

import "ambit/eager";
import { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4Message, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { Agent, AgentOptions, Clock } from "ambit/internal";
/** The behaviour of a stream apart from its values. */
interface StreamBehaviour<T> {
  /** Waits before a value is sent. An error of this function breaks the stream. */
  readonly before?: ((value: T, index: number) => void | PromiseLike<void>) | undefined;
  /** The error with which the stream breaks after its last value, in place of an end. */
  readonly breakWith?: unknown;
  /** True for a stream that stays open after its last value. */
  readonly hang?: boolean | undefined;
  /** The signal that breaks the stream with its reason, as with a fetch. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, when the stream has ended, has broken, or was cancelled by its reader. */
  readonly onEnd?: (() => void) | undefined;
}
/** Creates a stream of values, one for each read, with the faults in `behaviour`. */
declare function toStream<T>(values: Iterable<T>, behaviour?: StreamBehaviour<T>): ReadableStream<T>;
/**
 * The way to cut the deltas of a stream. A number: at most so many UTF-16 units in each delta. A
 * function: returns the pieces of one text, which must join to the text.
 */
type Cut = number | ((text: string) => readonly string[]);
/**
 * Cuts the deltas of a stream in another way. Empty pieces are kept, because providers send them
 * too.
 */
declare function cutParts(parts: readonly LanguageModelV4StreamPart[], cut: Cut): LanguageModelV4StreamPart[];
/** Joins neighbouring deltas of the same part into one: the coarsest cut of the same stream. */
declare function joinParts(parts: readonly LanguageModelV4StreamPart[]): LanguageModelV4StreamPart[];
/**
 * Cuts bytes into chunks that end at the given places. A network may cut anywhere: in the middle of
 * a line, of a CRLF, of a code point. Text becomes UTF-8. Places may come in any order. Places
 * outside the bytes and duplicates are ignored, so that no chunk is empty.
 */
declare function cutBytes(bytes: string | Uint8Array, at: Iterable<number>): Uint8Array<ArrayBuffer>[];
/** Returns bytes as the body of a response, cut at the given places. Each read gives one chunk. */
declare const toByteStream: (bytes: string | Uint8Array, at?: Iterable<number>, behaviour?: StreamBehaviour<Uint8Array<ArrayBuffer>>) => ReadableStream<Uint8Array<ArrayBuffer>>;
/**
 * Returns the text of server-sent events, one for each value, as JSON. {@link cutBytes} can cut the
 * text.
 */
declare const toSseText: (values: readonly unknown[]) => string;
/** One request of a driven model, and the stream that answers the request. */
interface DrivenCall {
  readonly request: LanguageModelV4CallOptions;
  /**
   * The state of the call. `waiting` until the stream is opened or refused. `over` when the stream
   * has ended or broken, or was cancelled or aborted.
   */
  readonly state: "waiting" | "open" | "over";
  /** Answers the request with a stream that is still empty. */
  open(): void;
  /** Answers the request with an error in place of a stream. */
  refuse(error: unknown): void;
  /** Sends the next parts. Opens the stream first if needed. */
  push(...parts: readonly LanguageModelV4StreamPart[]): void;
  /** Ends the stream. */
  close(): void;
  /** Breaks the stream. */
  fail(error: unknown): void;
}
/** A model whose calls a test drives step by step. */
interface DrivenModel extends LanguageModelV4 {
  /** All requests so far. */
  readonly calls: readonly DrivenCall[];
  /** The calls that are not over. */
  readonly live: readonly DrivenCall[];
}
/**
 * Creates a model for tests that go step by step: nothing happens in a call until the test does it.
 * Methods of a call that is over do nothing.
 */
declare function drivenModel(modelId?: string): DrivenModel;
/** A clock that stands still until a test moves it. */
interface FakeClock extends Clock {
  /** The number of timers that wait. */
  readonly pending: number;
  /** The milliseconds until the next timer fires; undefined if none waits. */
  readonly nextInMs: number | undefined;
  /**
   * Lets time pass, and fires the timers that fall due: in their order, each at its own time. Lets
   * promises settle before, in between and afterwards.
   */
  advance(ms: number): Promise<void>;
  /**
   * Fires timers in their order until none waits. Rejects after 10,000 timers, because they set new
   * ones without end.
   */
  runAll(): Promise<void>;
  /**
   * Sets the time that `now` returns, forwards or back, as a user sets the clock of a machine.
   * Timers stay where they are.
   */
  setNow(ms: number): void;
}
/**
 * Creates a fake clock. `now`: milliseconds since the Unix epoch to start from. Default 1,000,000.
 */
declare function createFakeClock(now?: number): FakeClock;
/**
 * Lets everything run that needs neither time nor a network. Resolves when all promises that can
 * settle have settled, and all that follow from them. Takes one turn of the event loop and sets no
 * timer.
 */
declare function flush(): Promise<void>;
/**
 * Returns the faults for which a strict provider would refuse a prompt, in words; empty if there is
 * none. The rules are the ordering rules of the wires of OpenAI and Anthropic.
 */
declare function promptFaults(prompt: readonly LanguageModelV4Message[]): string[];
/** One tool call of a scripted model. */
interface ScriptedCall {
  readonly name: string;
  /**
   * The arguments, which are written as JSON. A string is sent as it is, so that a script can have
   * broken arguments. Default `{}`.
   */
  readonly arguments?: unknown;
  /** The id of the call. Default `call_<n>`, counted over the whole script. */
  readonly id?: string | undefined;
}
/**
 * The token counts of one reply: in short, or as a provider reports them. `none` reports nothing.
 */
type ScriptedUsage = {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number | undefined;
} | LanguageModelV4Usage | "none";
/** One answer of a scripted model. Fields that are left out have no part in the stream. */
interface ScriptedReply {
  /** Parts that come before all others: metadata, sources, parts of an unknown kind. */
  readonly parts?: readonly LanguageModelV4StreamPart[] | undefined;
  readonly reasoning?: string | undefined;
  readonly text?: string | undefined;
  readonly calls?: readonly ScriptedCall[] | undefined;
  /** The token counts. Default: 10 tokens of prompt and 5 of completion. */
  readonly usage?: ScriptedUsage | undefined;
  /**
   * The reason in the finish part. Default `tool-calls` if there are calls, else `stop`; no finish
   * part if the stream hangs or breaks. null ends the stream without a finish part.
   */
  readonly finishReason?: LanguageModelV4FinishReason["unified"] | null | undefined;
  readonly responseId?: string | undefined;
  /** An error that is sent as an `error` part before the finish part. */
  readonly error?: unknown;
  /** The error with which `doStream` rejects: the request is refused. */
  readonly refuse?: unknown;
  /** The error with which the stream breaks after its last part. */
  readonly breakWith?: unknown;
  /** True for a stream that stays open after its content until the request is aborted. */
  readonly hang?: boolean | undefined;
  /** A promise that the first part waits for. */
  readonly gate?: PromiseLike<unknown> | undefined;
}
/**
 * An entry of a script: text, one call, a reply, or the raw parts of a stream. Or a function of the
 * request that returns one of these.
 */
type Reply = string | ScriptedCall | ScriptedReply | readonly LanguageModelV4StreamPart[] | ((request: LanguageModelV4CallOptions) => Reply | Promise<Reply>);
/** Creates a reply with text. */
declare const text: (content: string, rest?: ScriptedReply) => ScriptedReply;
/** Creates one call: a reply with it alone, or one of several for {@link calls}. */
declare const call: (name: string, args?: unknown, id?: string) => ScriptedCall;
/** Creates a reply with these calls, in this order. */
declare const calls: (...asked: readonly ScriptedCall[]) => ScriptedReply;
/** The options of a scripted model: its name, and how its replies are cut, delayed or broken. */
interface ScriptedModelOptions {
  /** The id of the model. Default `scripted`. */
  readonly modelId?: string | undefined;
  /** The provider of the model. Default `test`. */
  readonly provider?: string | undefined;
  /** The way to cut the deltas of every reply. Default: no cut, one delta for each text. */
  readonly cut?: Cut | undefined;
  /** Waits before every part of every reply. An error of this function breaks the stream. */
  readonly before?: ((part: LanguageModelV4StreamPart, index: number) => void | PromiseLike<void>) | undefined;
  /**
   * True for a model that ignores its abort signal, as a provider with a bug does. Default false.
   */
  readonly ignoreAbort?: boolean | undefined;
  /** The reply to every request after the script's last. Default: an error that says so. */
  readonly otherwise?: Reply | undefined;
}
/** A model that plays a script and records its requests. */
interface ScriptedModel extends LanguageModelV4 {
  /** All requests so far, each as it was when it came. */
  readonly requests: readonly LanguageModelV4CallOptions[];
  /** The number of streams that have not ended, and were not cancelled or aborted. */
  readonly open: number;
  /** The number of replies that are left in the script. */
  readonly remaining: number;
  /** Resolves with request `count` (1 for the first), at once if the request has already come. */
  requested(count: number): Promise<LanguageModelV4CallOptions>;
}
/**
 * Creates a model that plays `replies` in order, one for each request, whatever the request says. A
 * request after the last reply is refused with a `ModelError` of code `script_ended`, which is not
 * retried.
 */
declare function scriptedModel(replies: Iterable<Reply>, options?: ScriptedModelOptions): ScriptedModel;
/**
 * Converts a reply to stream parts, in the order of providers: metadata, reasoning, text, calls,
 * error, finish. Every text is one delta. `createCallId` is called for each call without an id.
 */
declare function toParts(reply: ScriptedReply, createCallId: () => string): LanguageModelV4StreamPart[];
/** The options of {@link testAgent}: those of an agent, and what a test replaces. */
interface TestAgentOptions extends Partial<AgentOptions> {
  /** The replies of the model, as `scriptedModel` takes them. Default: none. */
  readonly script?: readonly Reply[] | undefined;
  /** The source of time and timers, such as `createFakeClock()`. Default: the environment's. */
  readonly clock?: Clock | undefined;
  /** The source of ids. Each call returns another one. Default: random ids. */
  readonly createId?: (() => string) | undefined;
  /** The source of numbers from 0 to 1, for the pauses between retries. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}
/** An agent for a test, with the requests that its scripted model got. */
type TestAgent = Agent & {
  readonly requests: readonly LanguageModelV4CallOptions[];
};
/**
 * Creates an agent with a scripted model, and with a clock and ids of the test. With `model`, that
 * model is asked in place of a script, and `requests` is empty.
 *
 * @example
 * const agent = testAgent({ script: [call('add', { by: 2 }), 'Done.'], tools: [add] })
 */
declare function testAgent(options: TestAgentOptions): TestAgent;
export { type Cut, type DrivenCall, type DrivenModel, type FakeClock, type Reply, type ScriptedCall, type ScriptedModel, type ScriptedModelOptions, type ScriptedReply, type ScriptedUsage, type StreamBehaviour, type TestAgent, type TestAgentOptions, call, calls, createFakeClock, cutBytes, cutParts, drivenModel, flush, joinParts, promptFaults, scriptedModel, testAgent, text, toByteStream, toParts, toSseText, toStream };

// @ambit/testing/dom

export {}

// @ambit/testing/playwright

import { Page, test } from "@playwright/test";
/** The texts of the widget by which its parts are found. */
interface WidgetWords {
  /** The button that opens a closed widget. Default `Open assistant`. */
  readonly open: string | RegExp;
  /** The field for a message. Default `Message`. */
  readonly message: string | RegExp;
  /** The name of a card that asks for approval. Default: any. */
  readonly card: string | RegExp;
  /** The button that allows a call. Default `Allow once`. */
  readonly allow: string | RegExp;
  /** The button that refuses a call. Default `Deny`. */
  readonly deny: string | RegExp;
  /** The button that opens a long card to its end. Default `Show the rest`. */
  readonly rest: string | RegExp;
  /** The note of a press that did not count. Default `Not counted`. */
  readonly missed: string | RegExp;
  /** The button that shows the steps of an answer. Default: has the word `step` or `steps`. */
  readonly steps: string | RegExp;
}
/** The agent of the page that a story of Playwright looks at, used as a user uses the widget. */
declare class AgentOnPage {
  #private;
  constructor(page: Page, words: WidgetWords);
  /** Sends a message. Opens the widget first if it is closed. */
  say(text: string): Promise<void>;
  /**
   * Waits until the agent has called a tool with at least these arguments. Looks at `agent` of the
   * page's `globalThis` if there is one; `name` is then the name that the model uses. If not, looks
   * at the steps that the widget shows, for the tool's title and the text of the arguments.
   */
  expectCall(name: string, args?: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Allows the call that waits, once the button can be pressed: all of the card must have been in
   * view. Presses again if a press did not count. With a title: the call whose card has that text.
   */
  allow(title?: string): Promise<void>;
  /** Refuses the call that waits. With a title: the call whose card has that text. */
  deny(title?: string): Promise<void>;
}
/** The fixtures that `agentTest` adds to those of Playwright. */
interface AgentFixtures {
  /** The agent of `page`. */
  readonly agent: AgentOnPage;
  /** The texts of the widget that are not the English ones. Set them with `agentTest.use`. */
  readonly agentWords: Partial<WidgetWords>;
}
/**
 * The `test` of Playwright with `agent`: it sends messages, allows and refuses calls as a user
 * does, and waits for calls.
 *
 * @example
 * agentTest('refunds an order', async ({ page, agent }) => {
 *   await page.goto('/orders')
 *   await agent.say('Refund order 7')
 *   await agent.expectCall('refund_order', { id: 7 })
 *   await agent.allow()
 *   await expect(page.getByText('Refunded')).toBeVisible()
 * })
 */
declare const agentTest: ReturnType<typeof test.extend<AgentFixtures>>;
export { type AgentFixtures, type AgentOnPage, type WidgetWords, agentTest };

// @ambit/testing/react

import { Agent, AgentOptions, PendingApproval } from "ambit/internal";
import { ComponentType, ReactNode } from "react";
import { AgentProviderProps } from "ambit/internal/react";
import { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
/** The answer to requests for approval: true allows all, a function decides for each. */
type Approve = true | ((request: PendingApproval) => boolean | Promise<boolean>);
/**
 * Puts an element into a page, inside a wrapper: the `render` of a testing library, or of this
 * package.
 */
type Render<Rendered> = (ui: ReactNode, options: {
  readonly wrapper: ComponentType<{
    children: ReactNode;
  }>;
}) => Rendered | Promise<Rendered>;
/** The rendered element, without a `render` in the options. */
interface Page {
  /** The element in `document.body` that holds the rendered element. */
  readonly container: HTMLElement;
  /**
   * Shows another element in the same wrapper. The element is committed, with its effects, when
   * `rerender` returns.
   */
  readonly rerender: (ui: ReactNode) => void;
  /** Removes the element and the container. */
  readonly unmount: () => void;
}
/** The options of an agent, and the replies of its model. */
interface RenderWithAgentOptions<Rendered> extends Omit<AgentOptions, "model"> {
  /** The replies of the model, one for each request. Default: none, so that a request fails. */
  readonly replies?: Iterable<Reply> | undefined;
  /** The model itself, in place of `replies`: for `otherwise`, cuts and faults. */
  readonly model?: ScriptedModel | undefined;
  /** The same as in `AgentProvider`. */
  readonly until?: AgentProviderProps["until"];
  /**
   * The answer to requests for approval: true allows every call, a function decides for each one.
   * Default: nobody answers, unless a component of the page does.
   */
  readonly approve?: Approve | undefined;
  /**
   * The `render` to use, such as that of `vitest-browser-react`. Default: that of
   * `@testing-library/react`, which removes the element after the test. Where that is not
   * installed, a simple one.
   */
  readonly render?: Render<Rendered> | undefined;
}
/** The result of `render`, with the agent of the element and its model. */
type RenderedWithAgent<Rendered = Page> = Rendered & {
  readonly agent: Agent;
  readonly model: ScriptedModel;
  /**
   * Counts what the test does next as an act of the user, and returns what it returns. A page does
   * not hear the events of a test, which are not trusted. What they change would seem to be changed
   * by the calls before.
   */
  readonly asUser: <T>(act: () => T) => T;
};
/**
 * Renders an element below an `AgentProvider` whose agent has a scripted model. The scopes and
 * tools of the element are registered when the promise resolves.
 *
 * Rejects with `AgentError` in the cases in which `createAgent` throws, and if there is no
 * `document`.
 *
 * @example
 * const replies = [calls(call('filter_orders', { status: 'open' })), 'Done.']
 * const { agent, model } = await renderWithAgent(<Orders />, { replies })
 * await agent.chat('Show the open ones')
 */
declare function renderWithAgent<Rendered = Page>(ui: ReactNode, { replies, model, until, approve, render, ...options }?: RenderWithAgentOptions<Rendered>): Promise<RenderedWithAgent<Rendered>>;
export { type Approve, type Page, type Render, type RenderWithAgentOptions, type RenderedWithAgent, renderWithAgent };

// @ambit/testing/replay

import { Agent, Run } from "ambit/internal";
import { RecordOptions, RecordedRun, Recording } from "@ambit/devtools/record";
/**
 * The things that are compared; each level has those before it. `calls`: the calls, their outcomes,
 * approvals, questions, undo. `tools`: the tools of each request, on or off, and their arguments.
 * `results`: the results of calls. `prompt`: the descriptions of tools and the whole prompt.
 */
type PlayLevel = "calls" | "tools" | "results" | "prompt";
/** The options of a play. */
interface PlayOptions {
  /** Default `tools`. */
  readonly level?: PlayLevel | undefined;
  /**
   * The paths in results to leave out, such as `list_orders.rows.*.updatedAt`: a tool's name, then
   * keys. `*` stands for any key.
   */
  readonly ignore?: readonly string[] | undefined;
  /**
   * The fake clock of the agent. It is moved on where nobody answered an approval in time, and
   * where a request is tried again. Without it, such a call is denied.
   */
  readonly clock?: {
    now(): number;
    advance(ms: number): Promise<unknown>;
  } | undefined;
  /**
   * The removal of secrets, as it was given to `record`. Default: that of the agent. Without it,
   * `text` would have the secrets that the recording does not.
   */
  readonly redaction?: RecordOptions["redaction"];
  /**
   * The longest wait for the agent, in milliseconds of real time in which it does nothing. After
   * it, the run is cancelled and is part of the drift. Tools that come late have a second of it, or
   * less. Default 3000, which is below the usual limit of a test.
   */
  readonly waitMs?: number | undefined;
  /**
   * Runs before each run of the user: for what they did on the page itself, such as a click on a
   * link. `index` is 0 for the first.
   */
  readonly beforeRun?: ((run: RecordedRun, index: number) => unknown) | undefined;
}
/** The outcome of a play. */
interface Played {
  /** True if nothing came out otherwise. */
  readonly ok: boolean;
  /** The differences in words, in the order of the runs. */
  readonly drift: readonly string[];
  /** The recording of the play itself. */
  readonly recording: Recording;
  /** The text of the recording file, with what came out now. The same recording without a drift. */
  readonly text: string;
}
/**
 * Plays a recording against an agent: does what the user did, and compares what came out. The
 * agent's model plays `repliesOf` of the same recording. Plays messages, edits, steering, the
 * queue, approvals, answers to questions, undo, cancels, and calls by the page.
 *
 * Never rejects because of the agent: what fails is part of the drift. Throws an `Error` if the
 * recording cannot be read, or for a wrong `level`.
 *
 * @example
 * const { agent } = await renderWithAgent(<App />, { replies: repliesOf(recording) })
 * expect((await play(recording, agent)).drift).toEqual([])
 */
declare function play(recording: unknown, agent: Agent, options?: PlayOptions): Promise<Played>;
/** The part of Vitest's `expect` that keeps a file as a snapshot. */
type SnapshotExpect = (text: string) => {
  toMatchFileSnapshot(file: string): Promise<unknown>;
};
/**
 * Fails a test of Vitest with the words of the drift. In Vitest's update mode (`vitest -u`) it
 * writes `file` anew in place of that. `file` is relative to the test.
 */
declare function expectNoDrift(expect: SnapshotExpect, { drift, text }: Pick<Played, "drift" | "text">, file: string): Promise<void>;
/**
 * Returns the replies of a recording for a scripted model: one for each request, faults included.
 * While {@link play} plays the same object, each run gets its own replies, whatever the runs before
 * it did. A request that the recording does not have fails, and says which request it was.
 *
 * Throws an `Error` if the recording cannot be read.
 *
 * @example
 * const { agent } = await renderWithAgent(<App />, { replies: repliesOf(recording) })
 */
declare function repliesOf(recording: unknown): Reply[];
/** The outcome of one scorer. */
interface ScorerResult {
  readonly name: string;
  readonly pass: boolean;
  /** The words of what was found. */
  readonly reason: string;
}
/** A function that judges what an agent did. It works with any runner. */
type Scorer = (recording: Recording) => ScorerResult | Promise<ScorerResult>;
/**
 * Passes if a tool was called and ended well: `times` times, or at least once. With `args`, only
 * calls with these arguments count; they may have more.
 */
declare const usedTool: (tool: string, options?: {
  readonly times?: number;
  readonly args?: object;
}) => Scorer;
/** Passes if no call was denied. */
declare const noDenied: () => Scorer;
/** Passes if each run asked the model at most `most` times. */
declare const maxIterations: (most: number) => Scorer;
/** Passes if at least this share of the prompt tokens came from the cache, 0 to 1. */
declare const cachedAtLeast: (share: number) => Scorer;
/** Passes if the last answer that the user got has a text, or fits a pattern. */
declare const said: (wanted: string | RegExp) => Scorer;
/**
 * Passes if a model answers a question about the conversation with yes. Rejects with the error of
 * the model. Give a model that is not the one under test.
 */
declare const judge: (model: LanguageModelV4, question: string) => Scorer;
/** The options of a score. */
interface ScoreOptions {
  /** The number of repetitions, from 1. More than one needs a function. Default 1. */
  readonly times?: number | undefined;
}
/** The judgement of all repetitions. */
interface Score {
  /** True if every scorer passed in every repetition. */
  readonly pass: boolean;
  /** The share of the repetitions in which every scorer passed, 0 to 1. */
  readonly passRate: number;
  /** The share of the repetitions that each scorer passed, and its words for each repetition. */
  readonly scorers: readonly {
    readonly name: string;
    readonly passRate: number;
    readonly reasons: readonly string[];
  }[];
  /** The outcomes of each repetition. */
  readonly results: readonly (readonly ScorerResult[])[];
}
type Subject = Recording | Run<unknown>;
/**
 * Judges a recording, a run, or what a function makes anew for each repetition. A run is awaited,
 * and may fail: the scorers see what it did. With a real model, `times` gives the share that
 * passes.
 *
 * Rejects with the error of a scorer, or of the function. Rejects with an `Error` for a wrong
 * `times`, and if a recording cannot be read. Rejects too for a run with runs inside it: its events
 * do not have their calls.
 *
 * @example
 * const refund = () => createApp().chat('Refund a1')
 * const { passRate } = await score(refund, [usedTool('refund')], { times: 5 })
 */
declare function score(subject: Subject | (() => Subject | Promise<Recording>), scorers: readonly Scorer[], options?: ScoreOptions): Promise<Score>;
/** The fixtures of aimock, a server that stands in for model providers. */
interface AimockFixtures {
  readonly fixtures: readonly {
    readonly match: {
      readonly userMessage?: string;
      readonly toolCallId?: string;
      readonly turnIndex?: number;
      readonly sequenceIndex?: number;
    };
    readonly response: {
      readonly content?: string;
      readonly toolCalls?: readonly {
        readonly name: string;
        readonly arguments: string;
        readonly id: string;
      }[];
    };
  }[];
}
/**
 * Converts the replies of a recording to a fixture file of aimock, for tests with a real provider's
 * wire. A reply is found by the number of the model's messages before it. Where two replies have
 * the same number, such as in two sessions, the last message of the user tells them apart; then
 * their order. Reasoning, faults and replies that were cut are left out.
 *
 * Throws an `Error` if the recording cannot be read.
 */
declare function toAimock(recording: unknown): AimockFixtures;
export { type AimockFixtures, type PlayLevel, type PlayOptions, type Played, type Score, type ScoreOptions, type Scorer, type ScorerResult, type SnapshotExpect, cachedAtLeast, expectNoDrift, judge, maxIterations, noDenied, play, repliesOf, said, score, toAimock, usedTool };

// @ambit/testing/storage

import { AgentStorage } from "ambit/internal";
/**
 * An ability that a storage may lack:
 *
 * - `pages`: objects that were made with the same `store` have the same data. Without it, one
 *   object is all pages, as with `memoryStorage`
 * - `notes`: `send` reaches the watchers of other pages
 * - `leases`: claims have `leaseMs` and `renew`
 * - `push`: `lost` aborts without a question of the page, when another page has the session
 * - `blobs`: `putBlob` and `getBlob`
 * - `search`: `list` has `before`, `limit` and `query`
 * - `signals`: readings end with their `signal`
 */
type StorageAbility = "pages" | "notes" | "leases" | "push" | "blobs" | "search" | "signals";
/** The page for which a storage is created. */
interface StorageOfPage {
  /**
   * The name of the data, new in each case. The second page of a case is created with the same
   * name. A server can take it for the id of a user.
   */
  readonly store: string;
  /** Calls a function when the case is over, as to close a connection or to delete the data. */
  readonly onClose: (close: () => void | Promise<void>) => void;
}
/** One case of {@link storageConformance}: a test of one rule. */
interface ConformanceCase {
  /** The rule, as a sentence without a subject: `refuses writes of an earlier claim`. */
  readonly name: string;
  /**
   * Tests the rule. Rejects with an `Error` that says which rule is broken, what was seen, and what
   * to do.
   */
  readonly run: () => Promise<void>;
}
/** The options of {@link storageConformance}. */
interface ConformanceOptions {
  /**
   * The abilities that the storage does not have. Their cases are left out. A storage that has one
   * of them all the same fails a case. Default: none, so that every ability is tested.
   */
  readonly without?: readonly StorageAbility[] | undefined;
  /**
   * Lets time pass for the storage, in milliseconds, as with a server whose clock the test moves.
   * Default: waits. Leases of more than 10 seconds then fail their cases.
   */
  readonly wait?: ((ms: number) => void | Promise<void>) | undefined;
  /** The most time that a case may take, in milliseconds. Default 20,000. */
  readonly timeoutMs?: number | undefined;
  /** The seed of the case with random operations, a whole number. Default 1. */
  readonly seed?: number | undefined;
  /** The number of random operations. Default 60. */
  readonly steps?: number | undefined;
}
/**
 * Returns the cases that hold a storage against the contract of `AgentStorage`, for any test
 * runner. `createStorage` is called for each page of a case. Pages with the same `store` must have
 * the same data, and a `store` that is new must be empty.
 */
declare function storageConformance(createStorage: (page: StorageOfPage) => AgentStorage | Promise<AgentStorage>, options?: ConformanceOptions): ConformanceCase[];
export { type ConformanceCase, type ConformanceOptions, type StorageAbility, type StorageOfPage, storageConformance };
