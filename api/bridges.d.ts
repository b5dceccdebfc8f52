// @ambit/bridges/ag-ui

import { LanguageModelV4 } from "@ai-sdk/provider";
import { Agent, AnyTool, Run } from "ambit/internal";
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
type HeadersInit = NonNullable<RequestInit["headers"]>;
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
  credentials?: RequestInit["credentials"] | undefined;
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
  /** The name of the tool for interrupts, that of {@link askUserTool}. Default: `ask_user`. */
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
 * of third parties, so they taint the run. An interrupt asks the user, through
 * {@link askUserTool}.
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
 * Creates the tool through which a remote AG-UI agent asks the user. When the remote agent
 * interrupts its run, the model calls this tool, and the next request takes the answer back.
 *
 * The question is shown as those of `ctx.ask` are: as a form if the interrupt has a
 * `responseSchema`, else as a text. A user who declines, and an interrupt that has expired, give
 * the remote agent a cancelled interrupt. The remote agent does not see this tool.
 *
 * @param name The name of the tool; that of the model's `interruptTool`. Default: `ask_user`.
 */
declare const askUserTool: (name?: string) => AnyTool;
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
 * they are `CUSTOM` events, such as `ambit.pending_added`, because Ambit's run waits in place.
 * A cancelled run ends with the outcome `cancelled`, a failed one with `RUN_ERROR`. Results, errors
 * and `CUSTOM` events are without what the agent's redaction removes.
 *
 * A run inside a call, such as one of `agentTool`, is a subagent: its texts, reasoning and calls
 * have its `subagentRunId`. It has no `CUSTOM` events.
 */
declare function toAguiEvents(run: Run<unknown>, options?: ToAguiOptions): AsyncGenerator<AguiEvent, void>;
/** The options of {@link createAguiFetch}. */
interface AguiFetchOptions {
  /**
   * True if the page wrote the context, the state and the results of the front end's tools itself.
   * Default false: they count as third-party text, so that calls which send or destroy ask.
   */
  readonly trusted?: boolean | undefined;
}
/**
 * Creates a `fetch` that an agent of this page answers as a remote AG-UI agent would. The request
 * is a `RunAgentInput`, and the answer is the stream of the run's events. So a front end of AG-UI,
 * such as CopilotKit, runs on the agent without a server.
 *
 * Each request is a run apart from the agent's session, from the messages of the input. Tools of
 * the front end are offered beside the agent's, whose names come first. A call of one ends the run;
 * the front end runs it and sends its result with the next request. Calls of the agent's own tools
 * keep all rules of the page: an approval waits in `agent.pending`. Aborting the request cancels
 * the run. A body that is not a `RunAgentInput`, or is nested deeper than 100
 * levels, is answered with the status 400. A tool that no
 * model could be given is left out, which `agent.scopes.leftOut` says during the run.
 *
 * @example
 * const remote = new HttpAgent({ url: 'https://page.invalid', fetch: createAguiFetch(agent) })
 */
declare function createAguiFetch(agent: Agent, options?: AguiFetchOptions): (url: unknown, init?: RequestInit) => Promise<Response>;
export { type AguiEvent, type AguiFetchOptions, type AguiModel, type AguiModelOptions, type RemoteRun, type ToAguiOptions, askUserTool, createAguiFetch, createAguiModel, toAguiEvents };

// @ambit/bridges/ai-sdk

import { Agent, CallOptions, Effect, Message, MessageInput, ResumeOptions, Scope, ScopeOptions, SessionArtifact, WithOptions } from "ambit/internal";
import { ChatTransport, ToolSet, UIMessage } from "ai";
import { LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider";
/** The options of the parts of messages. */
interface PartOptions {
  /**
   * The form of the parts of calls: `dynamic-tool`, or with `named` `tool-<name>`, for a chat that
   * tells tools apart by `part.type`. Default `dynamic`.
   */
  readonly toolParts?: "dynamic" | "named" | undefined;
  /** Returns a tool's name for people. Default: with an agent, that of the registered tool. */
  readonly titleOf?: ((tool: string) => string | undefined) | undefined;
}
/** The request of a chat, without its messages. */
interface SentRequest {
  readonly chatId: string;
  /** The `body` that was given to `sendMessage`, `regenerate` or `addToolApprovalResponse`. */
  readonly body?: object | undefined;
  readonly metadata?: unknown;
}
/** The messages of a chat that the agent's history does not have. */
interface HistoryDifference {
  readonly chatId: string;
  /** The messages, oldest first. */
  readonly unknown: readonly UIMessage[];
}
/** The options of `createAgentTransport`. */
interface AgentTransportOptions extends PartOptions {
  /**
   * Returns the options of a run: those of a call, and in `with` those of `agent.with`. The default
   * for `onBusy` is that of the agent. Without one, a new message waits for the run that goes on
   * (`queue`). An edited message, or an answer that is written again, takes its place
   * (`interrupt`). With `again: true`, an answer is written again also if its calls took effect.
   */
  readonly callOptions?: ((sent: SentRequest) => CallOptions & Pick<ResumeOptions, "again"> & {
    readonly with?: WithOptions | undefined;
  }) | undefined;
  /**
   * The effect of a chat's `stop`, which an unmounted `useChat` calls too. `cancel`: it cancels the
   * run. `leave`: the run goes on, and `resumeStream` shows it again. Default `cancel`.
   */
  readonly onStop?: "cancel" | "leave" | undefined;
  /**
   * Gets the messages of a chat that the history does not have, which no model sees. Default: a
   * warning on the console, once for each chat.
   */
  readonly onDifference?: ((difference: HistoryDifference) => void) | undefined;
}
/** A transport for `useChat` and `Chat` of the AI SDK, over an agent of this page. */
interface AgentTransport<Message extends UIMessage = UIMessage> extends ChatTransport<Message> {
  /** The number of parts that were left out of the user's messages, by type. */
  readonly ignored: ReadonlyMap<string, number>;
}
/**
 * Creates a transport with which a chat of the AI SDK runs on an agent, in this page. A page may
 * create one at each render: the transports of an agent share what they know.
 *
 * The agent's history is the truth. A chat continues after the message before the new one in its
 * list; what the history has behind that stays as another branch. While the agent waits for an
 * approval, the stream ends, so give the chat `sendAutomaticallyWhen: whenDecided`.
 */
declare function createAgentTransport<Message extends UIMessage = UIMessage>(agent: Agent, options?: AgentTransportOptions): AgentTransport<Message>;
/** The options of `aiSdkTools`: those of the scope, without its tools. */
interface AiSdkToolsOptions extends Omit<ScopeOptions, "tools"> {
  /** The effects of tools by name. Default: `write`, as for every tool. */
  readonly effects?: Readonly<Record<string, Effect>> | undefined;
}
/**
 * Makes a scope of tools that were written for the AI SDK. `needsApproval` asks the user at the
 * page. Of an `execute` that yields several results, the last one counts; the others are `custom`
 * events named `preliminary`. `execute` gets no messages. If `toModelOutput` throws, the model is
 * told only that the call succeeded.
 *
 * Throws `AgentError` for a tool without `execute`, and for a schema that cannot be read at once.
 * Also for an effect of a tool that is not in the set.
 */
declare function aiSdkTools(toolSet: ToolSet, { effects, ...scope }: AiSdkToolsOptions): Scope;
/** The options of `fromUIMessages`. */
interface FromUIMessagesOptions {
  /** Gets the number of parts that were left out, by type. Default: they are not counted. */
  readonly ignored?: Map<string, number> | undefined;
  /**
   * True to take messages without a record for what the user, the model and the tools said. Give
   * true only if nobody else could have written them. Default: they are third-party text.
   */
  readonly trusted?: boolean | undefined;
}
/**
 * Converts the messages of a chat of the AI SDK for a history: `agent.history.load(…)`, or the
 * option `history` of `execute`. Each step of an answer becomes a message of the model with its
 * calls, followed by their answers. A call without an answer is answered as `interrupted`.
 *
 * Messages that `toUIMessages` or a transport made have a record in `metadata.ambit`. With it, the
 * next request is what it would have been: taint, what `result.toModel` made and messages of the
 * application included. A message without a record is third-party text, as after `sessions.import`,
 * unless `trusted` is true. So is one whose steps are not those of its record.
 *
 * Messages of the system, and parts of types that a history does not have, are left out.
 */
declare function fromUIMessages(messages: readonly UIMessage[], options?: FromUIMessagesOptions): MessageInput[];
/**
 * Returns the registered tools of an agent for `streamText`, `generateText` or a `ToolLoopAgent` of
 * the AI SDK. Each call runs under the agent's rules, apart from its history, and the model gets
 * what the agent's own model would get. A call that does not succeed throws, and the model gets the
 * words.
 *
 * The agent asks the user, by its `approval` and with remembered answers, if it has an approver:
 * `approval.decide`, or one that is attached to `agent.pending`. Without one, `needsApproval` is
 * true where a user must be asked, and the AI SDK asks. A function `approval` of a tool then gets
 * the arguments alone. Third-party text that the model has read taints a call. It is the results
 * before the call, but for those of the agent's own trusted tools, and an untrusted scope that is
 * on.
 *
 * The tools are those that are on at this moment; a tool that goes off later answers with an error.
 */
declare function toToolSet(agent: Agent): ToolSet;
/** The options of `toUIMessages`. */
interface ToUIMessagesOptions extends PartOptions {
  /** The artifacts to show, each after its call. Default: those of the agent, else none. */
  readonly artifacts?: readonly SessionArtifact[] | undefined;
}
/** The parts of an agent that a chat shows. */
type Shown = Pick<Agent, "history" | "scopes" | "sessions" | "pending" | "calls">;
/**
 * Converts messages for a chat of the AI SDK, such as the initial `messages` of `useChat`. Those of
 * an agent have the titles of its tools, and ask about the calls that wait for an approval. A
 * history, or a list of messages, has neither.
 *
 * A model's answer, with its calls and all later answers of the same turn, is one message, as a
 * transport streams it. Messages of the application to the model are left out. A call without an
 * answer is `input-available`. Outputs are the results as the page has them, with what
 * `result.toModel` leaves out. For a model, `convertToModelMessages(messages, { tools:
 * toToolSet(agent) })` gives what it may have of the calls in the agent's history.
 */
declare function toUIMessages(from: Shown | {
  readonly messages: readonly Message[];
} | readonly Message[], given?: ToUIMessagesOptions): UIMessage[];
/**
 * Tells a chat of the AI SDK to send again as soon as one approval is answered. For
 * `sendAutomaticallyWhen`: the calls of an agent are decided one after another, so the chat must
 * not wait until all are.
 */
declare function whenDecided({ messages }: {
  messages: readonly UIMessage[];
}): boolean;
/**
 * Makes a model of the specification v3, that of the AI SDK 6, into one that an agent takes. Such
 * are the models over the Prompt API of browsers, as `@browser-ai/core`.
 *
 * The prompt's files are given in the older form, and the model's files in the newer one. All else
 * is the same in both. A file that is only known to a provider by a reference has no older form,
 * and is left out. An option that is newer than the model, such as `reasoning`, changes nothing.
 *
 * @example
 * createAgent({ model: fromV3(browserAI('text')) })
 */
declare function fromV3(model: LanguageModelV3): LanguageModelV4;
export { type AgentTransport, type AgentTransportOptions, type AiSdkToolsOptions, type FromUIMessagesOptions, type HistoryDifference, type PartOptions, type SentRequest, type ToUIMessagesOptions, aiSdkTools, createAgentTransport, fromUIMessages, fromV3, toToolSet, toUIMessages, whenDecided };

// @ambit/bridges/mcp

import { Agent, AgentError, Effect, Unavailable } from "ambit/internal";
/** The hints of a tool. They are the words of the server, not to be trusted. */
interface McpToolAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}
/** A tool as the server describes it. All texts are words of the server, not to be trusted. */
interface McpToolDefinition {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?: McpToolAnnotations | undefined;
  /** True for one that runs only as a task, on a server of before 2026. */
  readonly isTask?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}
/** The words of a server about itself. */
interface McpServerInfo {
  readonly name: string;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
  /** The server's advice for the use of its tools, at most 2,000 characters. */
  readonly instructions?: string | undefined;
  /** The revision of the protocol, such as `2026-07-28`. */
  readonly protocolVersion: string;
}
/** One part of a result or a prompt, as the server sent it. */
interface McpContent {
  readonly type: string;
  readonly text?: string | undefined;
  /** The bytes of an image or a sound, as base64 text. */
  readonly data?: string | undefined;
  readonly mimeType?: string | undefined;
  /** The address of a `resource_link`. */
  readonly uri?: string | undefined;
  readonly name?: string | undefined;
  readonly resource?: McpResourceContent | undefined;
}
/** A content of a resource: text, or bytes as base64 text. */
interface McpResourceContent {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string | undefined;
  readonly blob?: string | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}
/** The result of a call, as the server sent it. */
interface McpToolResult {
  readonly content: readonly McpContent[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}
/**
 * The state of a connection.
 *
 * - `connecting`: the server has not answered yet, or is asked again
 * - `ready`: the tools are on
 * - `signin`: the server wants the user to sign in; call `signIn`
 * - `failed`: the server does not answer as it should; it is tried again later
 * - `closed`: `close` was called
 */
type McpStatus = "connecting" | "ready" | "signin" | "failed" | "closed";
/** A tool of a server, as the agent has it. */
interface McpTool {
  /** The name in the agent, with the prefix of the connection: `tickets_search`. */
  readonly name: string;
  /** The tool as the server describes it, with its own name and its `_meta`. */
  readonly definition: McpToolDefinition;
  /** The audience that the server names. No model gets a tool without `model`. */
  readonly visibility: readonly ("model" | "app")[];
}
/** An entry for `mentions` of a Composer. Its texts are words of the server. */
interface McpMention {
  readonly label: string;
  readonly description?: string | undefined;
  /** The address of the resource, which the tool that reads resources understands. */
  readonly text: string;
}
/** An entry for `commands` of a Composer. Its texts are words of the server. */
interface McpCommand {
  /** The prompt's name with the prefix of the connection. */
  readonly name: string;
  readonly description?: string | undefined;
  /** Asks the user for the arguments, gets the prompt and sends it. Never throws. */
  readonly run: () => void;
}
/** The state of a connection. A new object for each change. */
interface McpState {
  readonly status: McpStatus;
  /**
   * The reason for which the tools are off, for the user. While they are on: the rights that the
   * server wants for a call that it refused, which `signIn` asks for; else absent.
   */
  readonly reason?: string | undefined;
  /** The server's words of itself. Absent until it has answered once. */
  readonly server?: McpServerInfo | undefined;
  /** The tools that the agent has, in a stable order. They stay while the connection is off. */
  readonly tools: readonly McpTool[];
  /** The resources for the `mentions` of a Composer. Empty without `resources: 'mentions'`. */
  readonly mentions: readonly McpMention[];
  /** The prompts for the `commands` of a Composer. Empty without `prompts: 'commands'`. */
  readonly commands: readonly McpCommand[];
}
/** The options of one call that the page, or an app of the server, makes. */
interface McpCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The caller. `mcp-app`: an app of the server, which is a caller from outside. Default `ui`. */
  readonly source?: "ui" | "mcp-app" | undefined;
}
/** A connection with an MCP server, as a zustand store. */
interface McpConnection {
  /** The name of the connection, which prefixes its tools. */
  readonly name: string;
  /** Returns the current state. The same object until something changes. */
  readonly getState: () => McpState;
  /**
   * Calls `listener` with the state after each change, until the returned function is called. What
   * a listener throws is logged on the console, and changes nothing.
   */
  readonly subscribe: (listener: (state: McpState) => void) => () => void;
  /** Calls `signIn` of `auth`, and connects again. Call it from a press. Never rejects. */
  readonly signIn: () => Promise<void>;
  /** Connects again now. Does nothing for one that is connecting, ready or closed. */
  readonly retry: () => void;
  /**
   * Removes the tools, and ends the connection for good. Running calls end as cancelled. May be
   * called more than once.
   */
  readonly close: () => void;
  /**
   * Calls a tool by its name at the server, through the agent's rules: approval, limits and audit.
   * A tool whose `visibility` has no `model` can be called too.
   *
   * Resolves with the result as the server sent it, also with `isError`. Rejects if the call did
   * not run: it was denied or cancelled, no such tool is there, or the server did not answer.
   */
  readonly callTool: (name: string, args?: Record<string, unknown>, options?: McpCallOptions) => Promise<McpToolResult>;
  /**
   * Reads a resource. Resolves with its contents as the server sent them, at most
   * `maxResultBytes`. Rejects with an `McpError`. No one is asked.
   */
  readonly readResource: (uri: string, signal?: AbortSignal) => Promise<readonly McpResourceContent[]>;
  /**
   * Returns the result of a call of the agent, as the server sent it. The connection keeps those of
   * the last 50 calls.
   */
  readonly resultOf: (callId: string) => McpToolResult | undefined;
}
/** The headers of a request, also where no library of the DOM names their type. */
type HeaderValues = NonNullable<RequestInit["headers"]>;
/** The sign-in of a user at an MCP server. An OAuth client implements it. */
interface McpAuth {
  /**
   * Returns the headers of each request, such as `authorization`. Called for each request.
   *
   * @param url The address of the server, so that no other one gets its token.
   */
  headers(url: string): HeaderValues | PromiseLike<HeaderValues>;
  /**
   * Hears that the server refused a request for want of rights. Resolves with true if the request
   * is worth one more try, for example with a refreshed token. With false, the connection waits for
   * `signIn`. Must show nothing to the user.
   */
  onUnauthorized(refusal: McpRefusal): boolean | PromiseLike<boolean>;
  /**
   * Signs the user in. Called only from a press of the user, so it may open a window. Rejects
   * if the user gave up, or if it failed; the message becomes the reason of the connection.
   */
  signIn(refusal: McpRefusal | undefined, signal: AbortSignal): Promise<void>;
}
/** A refusal of a server that wants to know who asks. */
interface McpRefusal {
  /** The address of the server. */
  readonly url: string;
  /** 401, or 403 for a token without enough rights. */
  readonly status: number;
  /** The header of the answer, if the page may read it. Words of the server. */
  readonly wwwAuthenticate?: string | undefined;
}
/** A connected client of one of the official packages. */
interface McpClient {
  request(request: {
    method: string;
    params?: never;
  }, schema: never, options?: never): Promise<unknown>;
  getServerVersion(): object | undefined;
  getServerCapabilities(): object | undefined;
  getInstructions(): string | undefined;
  /** Hears of what no other handler hears. */
  fallbackNotificationHandler?: ((notification: never) => Promise<void>) | undefined;
  /** The transport, which gives every message to `onmessage`. */
  readonly transport?: object | undefined;
}
/** The options of {@link connectMcp}. One of `url` and `client` is needed. */
interface McpOptions {
  /** The name of the connection, 1 to 32 letters, digits, `_` or `-`. It prefixes all tools. */
  readonly name: string;
  /** The name for people. Default: the name, with a capital letter. */
  readonly label?: string | undefined;
  /**
   * The address of the server: a route of the proxy, such as `/api/agent/mcp/tickets`, or a server
   * that lets this page call it by CORS.
   */
  readonly url?: string | undefined;
  /**
   * A connected client of `@modelcontextprotocol/client` or `@modelcontextprotocol/sdk`, in place
   * of `url`. It keeps its own handlers, such as those of elicitation, and `close` leaves it open.
   */
  readonly client?: McpClient | undefined;
  /** Returns headers for each request, such as a token of your proxy. Default: none. */
  readonly headers?: (() => HeaderValues | PromiseLike<HeaderValues>) | undefined;
  /** The sign-in of the user at the server. Default: none. */
  readonly auth?: McpAuth | undefined;
  /** The function that sends requests. Default: the global `fetch` at the time of the request. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * True to believe what the server says of its tools: hints may make a call less strict, and its
   * words taint no request. Results stay untrusted. It gets the active baggage of a traced call.
   * Give true only for a server of your own. Default false.
   */
  readonly trusted?: boolean | undefined;
  /**
   * Returns false for tools to leave out. Asked each time that the list is read. Default: all are
   * taken, at most 1,000 of the list. If there are more, `agent.scopes.leftOut` says so.
   */
  readonly tools?: ((tool: McpToolDefinition) => boolean) | undefined;
  /**
   * Returns the effect of a tool, over its hints, and ends the question at each call. Asked at each
   * use. Default, and for undefined: what the hints say. `destructiveHint: true` is `destructive`.
   * Else the tool is `egress`; with `openWorldHint: false` it is `write`, or `destructive` if no
   * hint says that it destroys nothing. One without such a hint, or with `destructiveHint: true`,
   * is asked about at each call. With `trusted`, `readOnlyHint: true` is `read`.
   */
  readonly effect?: ((tool: McpToolDefinition) => Effect | undefined) | undefined;
  /**
   * The condition under which a tool is on, as `enabled` of a tool of the page. Evaluated for each
   * request and at each call; `agent.scopes.refresh()` tells of a change. Default: always on.
   */
  readonly enabled?: ((tool: McpToolDefinition) => boolean | Unavailable) | undefined;
  /**
   * The way in which the model reaches the server's resources. `mentions`: a user mentions one,
   * and a tool reads it. `tools`: a tool lists them, too. Default false.
   */
  readonly resources?: "tools" | "mentions" | false | undefined;
  /** The way in which a user uses the server's prompts. Default false. */
  readonly prompts?: "commands" | false | undefined;
  /** True if the page shows apps of the server, which it is then told. Default false. */
  readonly apps?: boolean | undefined;
  /** The most characters of a result. A longer one is cut, and says so. Default 20,000. */
  readonly maxResultChars?: number | undefined;
  /**
   * The longest silence of the server during an answer, in milliseconds, and the longest wait for
   * `headers` and `auth`. Default 60,000.
   */
  readonly timeoutMs?: number | undefined;
}
/**
 * Connects an agent with an MCP server. The server's tools become tools of the agent, in a scope of
 * their own, which is on while the connection is ready. Speaks MCP of 2026-07-28, and of
 * 2025-11-25, 2025-06-18 and 2025-03-26.
 *
 * A server that fails is tried again, after 1 s at first and after 60 s at most. All words of the
 * server are third-party text, and so are its results. What the server does never throws: the state
 * has the reason.
 *
 * The code that speaks with servers is a chunk of its own, which this function begins to load.
 *
 * Throws `AgentError` for a bad or taken name, for an option that does not exist, and unless one of
 * `url` and `client` is given.
 *
 * @example
 * const tickets = connectMcp(agent, { name: 'tickets', url: '/api/agent/mcp/tickets' })
 */
declare function connectMcp(agent: Agent, options: McpOptions): McpConnection;
/**
 * The kind of a failure.
 *
 * - `unreachable`: no answer came: the network, CORS or a wrong address; or the proxy got none
 * - `http_error`: a status of failure without an error of the protocol, or a refusal of the proxy
 * - `signin`: the server wants to know who asks
 * - `timeout`: the server was silent for too long, or `headers` or `auth` of the page took as long
 * - `too_large`: a message of an answer is over 8 MB
 * - `stream_cut`: a stream ended before its answer was whole
 * - `invalid_answer`: the answer is not of the protocol, such as a page of HTML
 * - `refused`: the server answered with an error of the protocol
 */
type McpErrorKind = "unreachable" | "http_error" | "signin" | "timeout" | "too_large" | "stream_cut" | "invalid_answer" | "refused";
/** The details of an {@link McpError}. */
interface McpErrorDetails {
  readonly status?: number | undefined;
  readonly rpcCode?: number | undefined;
  readonly data?: unknown;
  readonly refusal?: McpRefusal | undefined;
  readonly cause?: unknown;
}
/**
 * The error of a request to an MCP server. With the kind `refused`, the message ends with words of
 * the server, at most 500 characters.
 */
declare class McpError extends AgentError<"mcp"> {
  readonly kind: McpErrorKind;
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;
  /** The number of the error in the protocol, if it is one. */
  readonly rpcCode: number | undefined;
  /** The details that the server gave. */
  readonly data: unknown;
  /** The refusal behind the kind `signin`. */
  readonly refusal: McpRefusal | undefined;
  override get name(): string;
  constructor(kind: McpErrorKind, message: string, details?: McpErrorDetails);
}
export { type McpAuth, type McpCallOptions, type McpClient, type McpCommand, type McpConnection, type McpContent, McpError, type McpErrorDetails, type McpErrorKind, type McpMention, type McpOptions, type McpRefusal, type McpResourceContent, type McpServerInfo, type McpState, type McpStatus, type McpTool, type McpToolAnnotations, type McpToolDefinition, type McpToolResult, connectMcp };

// @ambit/bridges/mcp-apps

import { Agent } from "ambit/internal";
import { ReactElement } from "react";
/** The origins that an app may use, in the words of its server, not to be trusted. */
interface McpAppOrigins {
  /** The origins that the app may fetch from and open sockets to. */
  readonly connectDomains?: unknown;
  /** The origins of scripts, styles, pictures, fonts and media. */
  readonly resourceDomains?: unknown;
  /** The origins of frames inside the app. */
  readonly frameDomains?: unknown;
  /** The origins that the app's addresses may be relative to. */
  readonly baseUriDomains?: unknown;
}
/** The requests of an app to the page. The app is told which functions are absent. */
interface McpAppHandlers {
  /** Calls a tool of the app's server. The message of an error that it throws goes to the app. */
  readonly callTool: (name: string, args: Record<string, unknown>, signal: AbortSignal) => Promise<McpToolResult>;
  /** Reads a resource of the app's server. */
  readonly readResource?: ((uri: string, signal: AbortSignal) => Promise<readonly McpResourceContent[]>) | undefined;
  /**
   * Takes a message that the app wrote for the conversation, at most 4,096 bytes. It must not send
   * it without the user. Returns false if it does not take it.
   */
  readonly onMessage?: ((text: string) => boolean | PromiseLike<boolean>) | undefined;
  /** Takes what the app tells the model, at most 4,096 bytes. It replaces what came before. */
  readonly onContext?: ((text: string) => void) | undefined;
  /** Asks the user about an https address, and opens it. Returns false if it did not. */
  readonly onOpenLink?: ((url: string) => boolean | PromiseLike<boolean>) | undefined;
}
/** The options of `mountMcpApp`. */
interface McpAppOptions extends McpAppHandlers {
  /** The page of the app, as its server sent it. */
  readonly html: string;
  /** The origins that the server declares in `_meta.ui.csp`. Default: none. */
  readonly origins?: McpAppOrigins | undefined;
  /** The tool whose call the app shows. */
  readonly tool: McpToolDefinition;
  /** The name of the frame for people who do not see it. */
  readonly title: string;
  /**
   * The address of a page that serves `mcpAppSandbox`, for pages whose policy forbids inline
   * scripts. Default: a frame without an origin, which needs no set-up.
   */
  readonly sandboxUrl?: string | undefined;
  /** The look of the page. Default: that of the system. */
  readonly theme?: "light" | "dark" | undefined;
  /** The greatest height, in CSS pixels. Default 600. */
  readonly maxHeightPx?: number | undefined;
  /** Called if the sandbox has not started after 10 s, such as under a policy that forbids it. */
  readonly onFail?: (() => void) | undefined;
}
/** An app on the page. What is sent before the app is ready waits for it. */
interface MountedMcpApp {
  /** Sends the arguments of the call. */
  readonly sendInput: (args: object) => void;
  /** Sends the result of the call. */
  readonly sendResult: (result: McpToolResult) => void;
  /** Tells that the call came to no result. */
  readonly sendCancelled: (reason?: string) => void;
  /** Removes the app, at the latest after 500 ms. Its calls are cancelled. Never rejects. */
  readonly unmount: () => Promise<void>;
}
/** Returns what an app may ask of its own server, under the agent's rules. */
declare function appCalls(connection: Pick<McpConnection, "getState" | "callTool" | "readResource">): Pick<McpAppHandlers, "callTool" | "readResource">;
/** The text that one app told the model. */
interface Told {
  readonly app: string;
  readonly text: string;
}
/**
 * Tells the model what an app shows, with the next message and no longer. It counts as text of a
 * third party. An empty text takes it back.
 */
declare function tellModel(agent: Agent, callId: string, told: Told): void;
declare const englishApp: {
  /** The name of the frame, from the names of the server and the tool. */
  title: (server: string, tool: string) => string;
  /** The line over the app, from the server's name. */
  from: (server: string) => string;
  loading: string;
  /** Shown with the result as text, if the app cannot be shown. */
  notShown: string;
  /** The question before a link is opened, from its host. */
  openLink: (host: string) => string;
  /** The question before a message of the app is sent. */
  sendMessage: string;
  open: string;
  send: string;
  no: string;
};
/** The texts around an app. */
type McpAppStrings = Readonly<typeof englishApp>;
/** The options of how apps are shown. */
interface McpAppView {
  /** The name of the server for people. Default: the name of the connection. */
  readonly label?: string | undefined;
  /**
   * The address of a page that serves `mcpAppSandbox`, for pages whose policy forbids inline
   * scripts. Default: a frame without an origin, which needs no set-up.
   */
  readonly sandboxUrl?: string | undefined;
  /** The look of the page. Default: that of the system. */
  readonly theme?: "light" | "dark" | undefined;
  /** The greatest height of an app, in CSS pixels. Default 600. */
  readonly maxHeightPx?: number | undefined;
  /**
   * Puts a message of an app into your composer, for the user to send or not. Default: the
   * message is shown below the app with the question if it may be sent.
   */
  readonly compose?: ((text: string) => void) | undefined;
  readonly strings?: Partial<McpAppStrings> | undefined;
}
/** The props of `McpApp`. */
interface McpAppProps extends McpAppView {
  readonly connection: McpConnection;
  /** The id of the call that the app shows. */
  readonly callId: string;
}
/**
 * Shows one call by the app of its MCP server, in a border with the server's name. The app appears
 * once the call runs. If it cannot be shown, the result is shown as text.
 *
 * A stored conversation shows the app again, from the stored result. What the app tells the model
 * is third-party text. It opens no link and sends no message without the user.
 */
declare function McpApp({ connection, callId, ...view }: McpAppProps): ReactElement | null;
/** The props of `McpApps`. */
interface McpAppsProps extends McpAppView {
  readonly connection: McpConnection;
}
/**
 * Shows the calls of an MCP server's tools by their apps, in place of cards, wherever the
 * conversation is shown. Renders nothing itself. Mount it below the `AgentProvider`.
 */
declare function McpApps(props: McpAppsProps): null;
/**
 * Shows the app of an MCP server in an element. Its frame reaches neither the page nor any origin
 * that the server has not declared. Speaks MCP Apps 2026-01-26.
 */
declare function mountMcpApp(container: HTMLElement, options: McpAppOptions): MountedMcpApp;
/**
 * The page to serve at `sandboxUrl`, as HTML. Its server must send no policy that forbids inline
 * scripts. Serve it from an origin that has nothing else, or with the header
 * `Content-Security-Policy: sandbox allow-scripts`.
 */
declare const mcpAppSandbox: string;
export { McpApp, type McpAppHandlers, type McpAppOptions, type McpAppOrigins, type McpAppProps, type McpAppStrings, type McpAppView, McpApps, type McpAppsProps, type MountedMcpApp, appCalls, mcpAppSandbox, mountMcpApp, tellModel };

// @ambit/bridges/mcp-oauth

/**
 * Ends a sign-in, on the page to which the sign-in service sends people back. Gives the answer to
 * the page of the same origin that waits for it, and closes the window once that has it. Takes the
 * answer out of the address. Does nothing on a page without an answer.
 */
declare function finishMcpSignIn(): void;
/**
 * A place for refresh tokens that outlive the page. A script that runs in the page can read it, so
 * keep tokens only where no foreign script runs.
 */
interface McpTokenStorage {
  /** Returns the text that was kept. Undefined if there is none. */
  get: (key: string) => Promise<string | undefined>;
  set: (key: string, text: string) => Promise<void>;
  delete: (key: string) => Promise<void>;
}
/** Creates a storage in IndexedDB, for the option `storage` of `mcpOAuth`. */
declare function indexedDbTokens(name?: string): McpTokenStorage;
/**
 * The options of {@link mcpOAuth}. Give at most one of `clientId` and `clientMetadataUrl`. Without
 * one, and where the service takes no such documents, the page registers itself for each sign-in.
 */
interface McpOAuthOptions {
  /** The id of a client that is registered with the sign-in service, without a secret. */
  readonly clientId?: string | undefined;
  /** The https URL of a document about the client, for a service that takes such documents. */
  readonly clientMetadataUrl?: string | undefined;
  /**
   * The URL of a page of this origin that calls `finishMcpSignIn`. The sign-in service sends people
   * back to it.
   */
  readonly redirectUrl: string;
  /** The rights to ask for. Default: those that the server names. */
  readonly scopes?: readonly string[] | undefined;
  /**
   * The place for the refresh token, so that the user stays signed in after a reload. Default:
   * none, so that all tokens are gone with the page.
   */
  readonly storage?: McpTokenStorage | undefined;
}
/** The sign-in of a user at an MCP server that the page calls directly. */
interface McpOAuth extends McpAuth {
  /** Signs the user out of all servers, and ends the tokens at the sign-in service. */
  signOut: () => Promise<void>;
}
/**
 * Creates the `auth` of a connection that calls its server directly. The user signs in in a
 * window, and the tokens are in the page. The server, its metadata and the token endpoint must
 * allow the page by CORS. Prefer `oauth` at the proxy: there no token is in the page.
 *
 * @throws TypeError for two clients, and for a page for the way back that is of another origin.
 *
 * @example
 * const auth = mcpOAuth({ clientId: 'my-app', redirectUrl: '/signed-in' })
 * connectMcp(agent, { name: 'tickets', url: 'https://mcp.example.com', auth })
 */
declare function mcpOAuth(options: McpOAuthOptions): McpOAuth;
/** The options of {@link proxySignIn}. */
interface ProxySignInOptions {
  /**
   * Returns the headers of each request to the proxy, such as the token of the user's session.
   * Default: none, for a session in a cookie.
   */
  readonly headers?: (() => HeaderValues | PromiseLike<HeaderValues>) | undefined;
  /** True to send cookies to a proxy of another origin. Default: false. */
  readonly withCookies?: boolean | undefined;
}
/** The sign-in of a user at an MCP server behind a proxy. */
interface ProxySignIn extends McpAuth {
  /**
   * Signs the user out. The proxy forgets the tokens, and ends them at the sign-in service.
   *
   * @param url The URL of the MCP server at the proxy, as `connectMcp` has it.
   * @throws OAuthError `refused` if the proxy does not do it.
   */
  signOut: (url: string) => Promise<void>;
}
/**
 * Creates the `auth` of a connection whose server has `oauth` at the proxy (`mcpServers`). The
 * user signs in in a window. The tokens stay on the proxy, and never reach the page.
 *
 * @example
 * connectMcp(agent, { name: 'tickets', url: '/api/agent/mcp/tickets', auth: proxySignIn() })
 */
declare function proxySignIn(options?: ProxySignInOptions): ProxySignIn;
export { type McpOAuth, type McpOAuthOptions, type McpTokenStorage, type ProxySignIn, type ProxySignInOptions, finishMcpSignIn, indexedDbTokens, mcpOAuth, proxySignIn };

// @ambit/bridges/mcp-react

import { Effect, Unavailable } from "ambit/internal";
/** A connection with its current state. */
interface McpView extends McpState {
  readonly connection: McpConnection;
}
/**
 * Connects the agent of the nearest `AgentProvider` with an MCP server, while the component is
 * mounted. Renders again when the state changes. Functions among the options are the latest ones;
 * another value of any other option connects anew. Do not call `close` of its connection.
 *
 * Throws `AgentError` as `connectMcp` does. With a taken name, or an option that does not exist,
 * the agent goes on without the server instead, and the state says so.
 */
declare function useMcp(options: McpOptions): McpView;
export { type McpView, useMcp };

// @ambit/bridges/mcp-server

import { Agent, AnyTool, Scope } from "ambit/internal";
/** The limits of one caller from outside. */
interface OutsideLimits {
  /** The most calls in any minute. Further calls are refused, and do not count. Default 30. */
  readonly callsPerMinute?: number | undefined;
  /** The most characters of a result. A longer one is cut, and says so. Default 1,500. */
  readonly maxResultChars?: number | undefined;
}
/** Returns false for tools that a caller from outside is not offered. */
type IsOffered = (tool: AnyTool, scope: Scope) => boolean;
/** A text of the page that clients may read, besides the contexts of scopes. */
interface PageResource {
  /** The address, such as `shop://orders/today`. Unique among the resources. */
  readonly uri: string;
  /** The name for people. */
  readonly name: string;
  /** A description for the client's model. */
  readonly description?: string | undefined;
  /** The type of the text. Default `text/plain`. */
  readonly mimeType?: string | undefined;
  /** Returns the text. An error that it throws is not told to the client. */
  readonly read: () => string | PromiseLike<string>;
}
/** The options about what clients may read. */
interface PageResourceOptions {
  /**
   * False, or a function that returns false, to leave out the contexts of scopes. Those that the
   * `visible.outside` of their scope hides are left out in any case. Default true.
   */
  readonly contexts?: boolean | ((scope: Scope) => boolean) | undefined;
  /** Returns the page's own resources, as they are now. Default: none. */
  readonly resources?: (() => readonly PageResource[]) | undefined;
  /** The most characters of a resource. A longer one is cut, and says so. Default 20,000. */
  readonly maxResourceChars?: number | undefined;
}
/** The client, by its own words. */
interface McpClientInfo {
  readonly name: string;
  readonly version?: string | undefined;
}
/** The options of `exposeOverMcp`. */
interface ExposeOverMcpOptions extends OutsideLimits, PageResourceOptions {
  /** The name of the page for the client. Default: the name of the agent. */
  readonly name?: string | undefined;
  /** The purpose of the page, for the client's model. Default: none. */
  readonly instructions?: string | undefined;
  /**
   * Returns false for tools to leave out. Those that `visible.outside` hides are left out in any
   * case.
   */
  readonly tools?: IsOffered | undefined;
  /**
   * Asks the user if a client may work the page, by the words of the client about itself. Called
   * once, before the first list or call, which waits for it. Anything but `true` is a no, and so is
   * a rejection. Default: yes, because your code has opened the transport.
   */
  readonly allow?: ((client: McpClientInfo) => boolean | PromiseLike<boolean>) | undefined;
}
/** A port of a `MessageChannel`, also where no library of the DOM names its type. */
type Port = InstanceType<typeof MessageChannel>["port1"];
/** A MessagePort, or a WebSocket, that the application has opened. */
type McpTransport = Port | WebSocket;
/**
 * Offers the agent's tools that are on, and the contexts of its scopes, to one MCP client at the
 * other end of a transport. Speaks MCP of 2026-07-28, and of 2025-11-25, 2025-06-18 and 2025-03-26.
 * Calls run under the rules for callers from outside, with the source `mcp`.
 *
 * Returns a function that ends the calls and closes the transport. If the other side closes it, the
 * calls end too.
 *
 * @throws AgentError for another transport, and for a limit that is not a number above 0.
 */
declare function exposeOverMcp(agent: Agent, transport: McpTransport, options?: ExposeOverMcpOptions): () => void;
export { type ExposeOverMcpOptions, type IsOffered, type McpClientInfo, type McpTransport, type OutsideLimits, type PageResource, type PageResourceOptions, exposeOverMcp };

// @ambit/bridges/otel

import { Agent, CallIdentity } from "ambit/internal";
import { Meter, Tracer } from "@opentelemetry/api";
/**
 * The names of attributes, by version 0.1.0 of OpenTelemetry's conventions for generative AI. Their
 * status is still Development, so names may change.
 */
declare const genAi: {
  readonly operation: "gen_ai.operation.name";
  readonly provider: "gen_ai.provider.name";
  readonly agent: "gen_ai.agent.name";
  readonly conversation: "gen_ai.conversation.id";
  readonly requestModel: "gen_ai.request.model";
  readonly responseId: "gen_ai.response.id";
  readonly responseModel: "gen_ai.response.model";
  readonly finishReasons: "gen_ai.response.finish_reasons";
  readonly inputTokens: "gen_ai.usage.input_tokens";
  readonly outputTokens: "gen_ai.usage.output_tokens";
  readonly cacheReadTokens: "gen_ai.usage.cache_read.input_tokens";
  readonly cacheWriteTokens: "gen_ai.usage.cache_creation.input_tokens";
  readonly reasoningTokens: "gen_ai.usage.reasoning.output_tokens";
  readonly tokenType: "gen_ai.token.type";
  readonly systemInstructions: "gen_ai.system_instructions";
  readonly toolDefinitions: "gen_ai.tool.definitions";
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
   * A meter, for the histograms `gen_ai.client.operation.duration` and `gen_ai.client.token.usage`
   * of model calls. Tokens count if the provider reported all of them. Default: none.
   */
  meter?: Meter | undefined;
  /**
   * True to put messages, arguments, results and the words of errors into the spans. They hold what
   * people and pages say. What a `local` scope keeps on the device is in none. Default: false.
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
 * A tracer or exporter that throws changes nothing. A tool's handler runs in the context of its
 * span, if the SDK has a context manager: so spans of the application are below it.
 *
 * The requests to an MCP server carry the trace of their call in `_meta`. A call from outside by
 * MCP is below the span of its caller.
 *
 * The code that makes the spans is a chunk of its own, which this function begins to load. Events
 * wait for it. Calls and `traceHeaders` wait for it until 1 s after this function was called: what
 * a handler traces without it is not below its span.
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
export { type TraceAgentOptions, type TracedEntry, genAi, traceAgent, traceHeaders, traceProxy };

// @ambit/bridges/webmcp

import { Agent, AnyTool, Effect, Scope } from "ambit/internal";
/** The options of {@link exposeTools}. */
interface ExposeOptions extends OutsideLimits {
  /**
   * Returns false for tools to leave out. Those that `visible.outside` hides are left out in any
   * case.
   */
  readonly tools?: ((tool: AnyTool, scope: Scope) => boolean) | undefined;
  /** The origins of frames that may see and call the tools. Default: none. */
  readonly exposedTo?: readonly string[] | undefined;
}
/**
 * Offers the agent's tools that are on to the browser's own agent, by WebMCP. A tool is registered
 * and removed as it goes on and off. Calls run under the rules for callers from outside, and reach
 * only the tool that was offered.
 *
 * Returns a function that removes all tools. Does nothing where the browser has no WebMCP. Throws
 * `AgentError` for a limit that is not a number above 0.
 */
declare function exposeTools(agent: Agent, options?: ExposeOptions): () => void;
/** The hints of a tool. They are the words of whoever registered the tool. */
interface ToolAnnotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly untrustedContentHint?: boolean | undefined;
  readonly consequentialHint?: boolean | undefined;
}
/** A tool of another script, a form or a frame. All texts are theirs, not to be trusted. */
interface PageTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly origin: string;
  readonly annotations: ToolAnnotations;
}
/** The options of {@link webmcpScope}. */
interface WebMcpScopeOptions {
  /** The name of the scope. Default `page-tools`. */
  readonly name?: string | undefined;
  /** The name for people. Default `Tools of other parts of the page`. */
  readonly label?: string | undefined;
  /** The origins of frames whose tools are taken, besides this page's own. Default: none. */
  readonly fromOrigins?: readonly string[] | undefined;
  /** Returns false for tools to leave out. */
  readonly tools?: ((tool: PageTool) => boolean) | undefined;
  /**
   * Returns the effect of a tool, such as `read` for one whose origin you trust. Default, and for
   * undefined: `destructive` for one that says so, else `write`, and `egress` for another origin.
   */
  readonly effect?: ((tool: PageTool) => Effect | undefined) | undefined;
}
/**
 * Gives the agent the tools that other scripts, forms and frames of the page have registered by
 * WebMCP, as one untrusted scope. It follows their changes. Tools that `exposeTools` has registered
 * are not among them.
 *
 * While there are such tools, every request counts as tainted, because their descriptions are words
 * of others. Returns a function that removes the scope. Does nothing where the browser has no
 * WebMCP. Throws `AgentError` if the name of the scope is taken.
 */
declare function webmcpScope(agent: Agent, options?: WebMcpScopeOptions): () => void;
export { type ExposeOptions, type OutsideLimits, type PageTool, type ToolAnnotations, type WebMcpScopeOptions, exposeTools, webmcpScope };

// @ambit/bridges/webmcp-react

import { AnyTool, Effect, Scope } from "ambit/internal";
/** The options of {@link useWebMcp}. */
interface WebMcpOptions {
  /** Offers the agent's tools to the browser's agent. False offers none. Default true. */
  readonly expose?: boolean | ExposeOptions | undefined;
  /** Gives the agent the tools of other parts of the page. Default false. */
  readonly scope?: boolean | WebMcpScopeOptions | undefined;
}
/**
 * Connects the agent of the nearest `AgentProvider` with the browser's WebMCP, while the component
 * is mounted. Functions among the options are the latest ones. Does nothing where the browser has
 * no WebMCP. With an option that does not exist, it is left out, and the page goes on.
 */
declare function useWebMcp(options?: WebMcpOptions): void;
export { type WebMcpOptions, useWebMcp };
