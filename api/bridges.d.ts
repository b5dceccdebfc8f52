// @ambit/bridges/ag-ui

import { LanguageModelV4 } from "@ai-sdk/provider";
import { AnyTool, Run } from "@ambit/core";
/**
 * An event of the AG-UI protocol, as it is sent: a JSON object with a type in capitals. The type
 * decides which other fields there are.
 */
interface AguiEvent {
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  readonly [field: string]: unknown;
}
/** The run of a remote agent. */
interface RemoteRun {
  readonly threadId: string;
  readonly runId: string;
  /** Aborts with the call. Absent if the caller gave none. */
  readonly signal?: AbortSignal | undefined;
}
/** The options of {@link createAguiModel}. */
interface AguiModelOptions {
  /** The address of the remote agent, absolute or relative to the page. */
  url: string;
  /** The name of the remote agent, as the model's id. Default: `agent`. */
  agentId?: string | undefined;
  /** The headers of each request, or a function that returns them, such as a fresh token. */
  headers?: HeadersInit | ((run: RemoteRun) => HeadersInit | Promise<HeadersInit>) | undefined;
  /** The rule for sending cookies. Default: the default of fetch, `same-origin`. */
  credentials?: RequestCredentials | undefined;
  /** The function that sends requests. Default: the global `fetch` at the time of the call. */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * The id of the thread, or a function that returns it. Default: the id of the session. Without
   * an agent of Ambit, one random id for each model.
   */
  threadId?: string | (() => string) | undefined;
  /**
   * Returns the state that a run starts from. Default: the last state of the thread that the remote
   * agent sent, of the last 100 threads.
   */
  state?: (() => unknown) | undefined;
  /**
   * Gets each new state of the remote agent: after a snapshot, and after a delta. The value is
   * third-party data, and a new one each time.
   */
  onState?: ((state: unknown, run: RemoteRun) => void) | undefined;
  /** Gets every event as it came: for steps, activities and custom events. */
  onEvent?: ((event: AguiEvent, run: RemoteRun) => void) | undefined;
  /** Returns the value that the remote agent gets as `forwardedProps`. Default: `{}`. */
  forwardedProps?: (() => unknown) | undefined;
  /** The name of the tool for interrupts, that of {@link askPersonTool}. Default: `ask_person`. */
  interruptTool?: string | undefined;
  /** The text of an answer without a message, a call or a result. Default: `Done.`. */
  emptyText?: string | undefined;
}
/** A remote agent as a model. */
interface AguiModel extends LanguageModelV4 {
  /** The number of events that were not understood, by type. Such events change nothing. */
  readonly ignored: ReadonlyMap<string, number>;
  /** Fetches the client's code before the first call. Never rejects. */
  preload(): Promise<void>;
}
/**
 * Creates a model that is a remote AG-UI agent, such as one of LangGraph, Mastra, CrewAI or
 * Pydantic AI. The tools of Ambit's agent are its frontend tools: they run in the page, with all
 * their rules. The contexts of the page are its `context`.
 *
 * The calls that the remote agent makes on its server are parts of its message. They count as text
 * of third parties, so they taint the run. An interrupt asks the person, through
 * {@link askPersonTool}.
 *
 * Every failure is a `ModelError`. A stream that ends before its run does has an `error` part with
 * the code `stream_cut`, which may be retried. An error that the remote agent reports is never
 * retried, because its own calls may have had effects. When the call's signal aborts, the request
 * is aborted.
 *
 * @example
 * const model = createAguiModel({ url: '/api/langgraph' })
 */
declare function createAguiModel(options: AguiModelOptions): AguiModel;
/**
 * Creates the tool through which a remote AG-UI agent asks the person. When the remote agent
 * interrupts its run, the model calls this tool, and the next request takes the answer back.
 *
 * The question is shown as those of `ctx.ask` are: as a form if the interrupt has a
 * `responseSchema`, else as a text. A person who declines, and an interrupt that has expired, give
 * the remote agent a cancelled interrupt. The remote agent does not see this tool.
 *
 * @param name The name of the tool; that of the model's `interruptTool`. Default: `ask_person`.
 */
declare const askPersonTool: (name?: string) => AnyTool;
/** The options of {@link toAguiEvents}. */
interface ToAguiOptions {
  /** The id of the thread. Default: the `sessionId` of the call, then the id of the root run. */
  threadId?: string | undefined;
}
/**
 * Yields the events of a run as events of the AG-UI protocol 1.0, from the first one to the one
 * that ends the run. Never throws. It stops nothing if the reading ends before.
 *
 * Text, reasoning and the arguments of calls stream. An approval and a question do not end the run:
 * they are `CUSTOM` events, such as `ambit.approval_requested`, because Ambit's run waits in place.
 * A cancelled run ends with the outcome `cancelled`, a failed one with `RUN_ERROR`.
 */
declare function toAguiEvents(run: Run<unknown>, options?: ToAguiOptions): AsyncGenerator<AguiEvent, void>;
export { type AguiEvent, type AguiModel, type AguiModelOptions, type RemoteRun, type ToAguiOptions, askPersonTool, createAguiModel, toAguiEvents };

// @ambit/bridges/ai-sdk

import { UIMessage } from "ai";
/**
 * Tells a chat of the AI SDK to send again as soon as one approval is answered. For
 * `sendAutomaticallyWhen`: the calls of an agent are decided one after another, so the chat must
 * not wait until all are.
 */
declare function whenDecided({ messages }: {
  messages: readonly UIMessage[];
}): boolean;
export { whenDecided };

// @ambit/bridges/otel

import { Agent, CallIdentity } from "@ambit/core";
import { Tracer } from "@opentelemetry/api";
/**
 * The version of OpenTelemetry's conventions for generative AI that the names below are of. Their
 * status is still Development, so names may change.
 */
declare const genAiVersion = "semantic-conventions-genai 0.1.0";
/** The names of attributes, by the conventions of OpenTelemetry for generative AI. */
declare const genAi: {
  readonly operation: "gen_ai.operation.name";
  readonly provider: "gen_ai.provider.name";
  readonly agent: "gen_ai.agent.name";
  readonly conversation: "gen_ai.conversation.id";
  readonly requestModel: "gen_ai.request.model";
  readonly responseModel: "gen_ai.response.model";
  readonly finishReasons: "gen_ai.response.finish_reasons";
  readonly inputTokens: "gen_ai.usage.input_tokens";
  readonly outputTokens: "gen_ai.usage.output_tokens";
  readonly cacheReadTokens: "gen_ai.usage.cache_read.input_tokens";
  readonly cacheWriteTokens: "gen_ai.usage.cache_creation.input_tokens";
  readonly reasoningTokens: "gen_ai.usage.reasoning.output_tokens";
  readonly inputMessages: "gen_ai.input.messages";
  readonly outputMessages: "gen_ai.output.messages";
  readonly tool: "gen_ai.tool.name";
  readonly toolType: "gen_ai.tool.type";
  readonly call: "gen_ai.tool.call.id";
  readonly callArguments: "gen_ai.tool.call.arguments";
  readonly callResult: "gen_ai.tool.call.result";
  readonly errorType: "error.type";
};
/** The options of {@link traceAgent}. */
interface TraceAgentOptions {
  /** The tracer, of any SDK of OpenTelemetry. */
  tracer: Tracer;
  /**
   * True to put messages, arguments, results and the words of errors into the spans. They hold what
   * people and pages say. Default: false.
   */
  content?: boolean | undefined;
}
/**
 * Traces the runs of an agent as spans of OpenTelemetry, by its conventions for generative AI. Each
 * run is a span `invoke_agent`, with a span `chat` for each model call and `execute_tool` for each
 * tool call. A run that gets a call's `ctx` as `parent` is below that call. So is a run of another
 * agent with the same tracer.
 *
 * Waits for approvals and answers are spans `ambit.approval` and `ambit.ask`; an undo is a span
 * `ambit.undo`. Times are those of the events. A run that is going on is traced from its beginning.
 * A tracer or exporter that throws changes nothing.
 *
 * The code that makes the spans is a chunk of its own, which this function begins to load. Events
 * wait for it.
 *
 * @returns A function that ends the tracing, and the open spans.
 * @example
 * const stop = traceAgent(agent, { tracer: trace.getTracer('my-app') })
 */
declare function traceAgent(agent: Agent, options: TraceAgentOptions): () => void;
/**
 * Returns the header `traceparent` of the model call that is being made, so that the server goes on
 * with its trace. Returns no header for a call that is not traced. Never rejects.
 *
 * @example
 * const model = createProxyModel({ baseURL: '/api/agent', modelId, headers: traceHeaders })
 */
declare function traceHeaders({ runId }: CallIdentity): Promise<Record<string, string>>;
/** The fields of a proxy's log entry that a span is made of. */
interface TracedEntry {
  readonly modelId?: string | undefined;
  readonly status: number;
  readonly code?: string | undefined;
  readonly durationMs: number;
  readonly firstByteMs?: number | undefined;
  readonly traceparent?: string | undefined;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}
/**
 * Returns a `log` for `createProxy` that makes one span of each model call. With a `traceparent` in
 * the request, the span is below that of the page's call. It is made when the call is over, with
 * the time of its beginning. It has no content, because a log entry has none. Requests without a
 * model make no span.
 *
 * @example
 * createProxy({ authorize, models, log: traceProxy({ tracer: trace.getTracer('proxy') }) })
 */
declare function traceProxy(options: {
  tracer: Tracer;
}): (entry: TracedEntry) => void;
export { type TraceAgentOptions, type TracedEntry, genAi, genAiVersion, traceAgent, traceHeaders, traceProxy };
