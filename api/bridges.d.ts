// @ambit/bridges/ag-ui

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
export type { AguiEvent };

// @ambit/bridges/ai-sdk

import { Agent, CallOptions, Effect, Message, MessageInput, Scope, ScopeOptions, SessionArtifact } from "@ambit/core";
import { ChatTransport, ToolSet, UIMessage } from "ai";
/** The options of the parts of messages. */
interface PartOptions {
  /**
   * The form of the parts of calls: `dynamic-tool`, or with `named` `tool-<name>`, for a chat that
   * tells tools apart by `part.type`. Default `dynamic`.
   */
  readonly toolParts?: "dynamic" | "named" | undefined;
  /** Returns a tool's name for people. Default: in a transport, that of the registered tool. */
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
  /** Returns the options of a run. The default for `onBusy` is that of the agent, else `queue`. */
  readonly callOptions?: ((sent: SentRequest) => CallOptions) | undefined;
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
  /** The number of parts that were left out of the person's messages, by type. */
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
 * Makes a scope of tools that were written for the AI SDK. `needsApproval` asks the person at the
 * page. Of an `execute` that yields several results, the last one counts; the others are `custom`
 * events named `preliminary`. `execute` gets no messages. A `toModelOutput` that returns a promise
 * is not used: the model gets the result as JSON.
 *
 * Throws `AgentError` for a tool without `execute`, and for a schema that cannot be read at once.
 */
declare function aiSdkTools(toolSet: ToolSet, { effects, ...scope }: AiSdkToolsOptions): Scope;
/** The options of `fromUIMessages`. */
interface FromUIMessagesOptions {
  /** Gets the number of parts that were left out, by type. Default: they are not counted. */
  readonly ignored?: Map<string, number> | undefined;
}
/**
 * Converts the messages of a chat of the AI SDK for a history: `agent.history.load(…)`, or the
 * option `history` of `execute`. Each step of an answer becomes a message of the model with its
 * calls, followed by their answers. A call without an answer is answered as `interrupted`.
 *
 * Messages of the system, and parts of types that a history does not have, are left out.
 */
declare function fromUIMessages(messages: readonly UIMessage[], { ignored }?: FromUIMessagesOptions): MessageInput[];
/**
 * Returns the registered tools of an agent for `streamText`, `generateText` or a `ToolLoopAgent` of
 * the AI SDK. Each call runs under the agent's rules, apart from its session. A call that does not
 * succeed throws, and the model gets the words.
 *
 * `needsApproval` is true where a person must be asked. The AI SDK then asks, and the agent does
 * not ask again. A function `requiresApproval` gets the arguments alone. The tools are those of
 * this moment; a tool that goes off later answers with an error.
 */
declare function toToolSet(agent: Agent): ToolSet;
/** The options of `toUIMessages`. */
interface ToUIMessagesOptions extends PartOptions {
  /** The artifacts to show, each after its call. Default: none. */
  readonly artifacts?: readonly SessionArtifact[] | undefined;
}
/**
 * Converts a history for a chat of the AI SDK, for example as the initial `messages` of `useChat`.
 * A model's answer, with its calls and all later answers of the same turn, is one message, as a
 * transport streams it. Messages of the application to the model are left out. A call without an
 * answer is `input-available`.
 */
declare function toUIMessages(history: {
  readonly messages: readonly Message[];
} | readonly Message[], options?: ToUIMessagesOptions): UIMessage[];
/**
 * Tells a chat of the AI SDK to send again as soon as one approval is answered. For
 * `sendAutomaticallyWhen`: the calls of an agent are decided one after another, so the chat must
 * not wait until all are.
 */
declare function whenDecided({ messages }: {
  messages: readonly UIMessage[];
}): boolean;
export { type AgentTransport, type AgentTransportOptions, type AiSdkToolsOptions, type FromUIMessagesOptions, type HistoryDifference, type PartOptions, type SentRequest, type ToUIMessagesOptions, aiSdkTools, createAgentTransport, fromUIMessages, toToolSet, toUIMessages, whenDecided };

// @ambit/bridges/otel

/** The names of attributes, by the conventions of OpenTelemetry for generative AI. */
declare const genAi: {
  readonly operation: "gen_ai.operation.name";
  readonly agent: "gen_ai.agent.name";
  readonly conversation: "gen_ai.conversation.id";
  readonly requestModel: "gen_ai.request.model";
  readonly inputTokens: "gen_ai.usage.input_tokens";
  readonly outputTokens: "gen_ai.usage.output_tokens";
  readonly tool: "gen_ai.tool.name";
  readonly call: "gen_ai.tool.call.id";
};
export { genAi };
