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

// @ambit/bridges/webmcp

import { Agent, AnyTool, Effect, Scope } from "@ambit/core";
/** The limits of one caller from outside. */
interface OutsideLimits {
  /** The most calls in any minute. Further calls are refused. Default 30. */
  readonly callsPerMinute?: number | undefined;
  /** The most characters of a result. A longer one is cut, and says so. Default 1,500. */
  readonly maxResultChars?: number | undefined;
}
/** The options of {@link exposeTools}. */
interface ExposeOptions extends OutsideLimits {
  /** Returns false for tools to leave out. Tools without `expose` are left out in any case. */
  readonly tools?: ((tool: AnyTool, scope: Scope) => boolean) | undefined;
  /** The origins of frames that may see and call the tools. Default: none. */
  readonly exposedTo?: readonly string[] | undefined;
}
/**
 * Offers the agent's tools that are on to the browser's own agent, by WebMCP. A tool is registered
 * and removed as it goes on and off. Calls run under the rules for callers from outside.
 *
 * Returns a function that removes all tools. Does nothing where the browser has no WebMCP.
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

import { AnyTool, Effect, Scope } from "@ambit/core";
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
 * no WebMCP.
 */
declare function useWebMcp(options?: WebMcpOptions): void;
export { type WebMcpOptions, useWebMcp };
