import type {
  McpResourceContent,
  McpServerInfo,
  McpToolDefinition,
  McpToolResult,
} from './mcp-definitions.ts'

/**
 * The state of a connection.
 *
 * - `connecting`: the server has not answered yet, or is asked again
 * - `ready`: the tools are on
 * - `signin`: the server wants the user to sign in; call `signIn`
 * - `failed`: the server does not answer as it should; it is tried again later
 * - `closed`: `close` was called
 */
export type McpStatus = 'connecting' | 'ready' | 'signin' | 'failed' | 'closed'

/** A tool of a server, as the agent has it. */
export interface McpTool {
  /** The name in the agent, with the prefix of the connection: `tickets_search`. */
  readonly name: string
  /** The tool as the server describes it, with its own name and its `_meta`. */
  readonly definition: McpToolDefinition
  /** The audience that the server names. No model gets a tool without `model`. */
  readonly visibility: readonly ('model' | 'app')[]
}

/** An entry for `mentions` of a Composer. Its texts are words of the server. */
export interface McpMention {
  readonly label: string
  readonly description?: string | undefined
  /** The address of the resource, which the tool that reads resources understands. */
  readonly text: string
}

/** An entry for `commands` of a Composer. Its texts are words of the server. */
export interface McpCommand {
  /** The prompt's name with the prefix of the connection. */
  readonly name: string
  readonly description?: string | undefined
  /** Asks the user for the arguments, gets the prompt and sends it. Never throws. */
  readonly run: () => void
}

/** The state of a connection. A new object for each change. */
export interface McpState {
  readonly status: McpStatus
  /**
   * The reason for which the tools are off, for the user. While they are on: the rights that the
   * server wants for a call that it refused, which `signIn` asks for; else absent.
   */
  readonly reason?: string | undefined
  /** The server's words of itself. Absent until it has answered once. */
  readonly server?: McpServerInfo | undefined
  /** The tools that the agent has, in a stable order. They stay while the connection is off. */
  readonly tools: readonly McpTool[]
  /** The resources for the `mentions` of a Composer. Empty without `resources: 'mentions'`. */
  readonly mentions: readonly McpMention[]
  /** The prompts for the `commands` of a Composer. Empty without `prompts: 'commands'`. */
  readonly commands: readonly McpCommand[]
}

/** The options of one call that the page, or an app of the server, makes. */
export interface McpCallOptions {
  readonly signal?: AbortSignal | undefined
  /** The caller. `mcp-app`: an app of the server, which is a caller from outside. Default `ui`. */
  readonly source?: 'ui' | 'mcp-app' | undefined
}

/** A connection with an MCP server, as a zustand store. */
export interface McpConnection {
  /** The name of the connection, which prefixes its tools. */
  readonly name: string
  /** Returns the current state. The same object until something changes. */
  readonly getState: () => McpState
  /**
   * Calls `listener` with the state after each change, until the returned function is called. What
   * a listener throws is logged on the console, and changes nothing.
   */
  readonly subscribe: (listener: (state: McpState) => void) => () => void
  /** Calls `signIn` of `auth`, and connects again. Call it from a press. Never rejects. */
  readonly signIn: () => Promise<void>
  /** Connects again now. Does nothing for one that is connecting, ready or closed. */
  readonly retry: () => void
  /**
   * Removes the tools, and ends the connection for good. Running calls end as cancelled. May be
   * called more than once.
   */
  readonly close: () => void
  /**
   * Calls a tool by its name at the server, through the agent's rules: approval, limits and audit.
   * A tool whose `visibility` has no `model` can be called too.
   *
   * Resolves with the result as the server sent it, also with `isError`. Rejects if the call did
   * not run: it was denied or cancelled, no such tool is there, or the server did not answer.
   */
  readonly callTool: (
    name: string,
    args?: Record<string, unknown>,
    options?: McpCallOptions,
  ) => Promise<McpToolResult>
  /**
   * Reads a resource. Resolves with its contents as the server sent them, at most
   * `maxResultBytes`. Rejects with an `McpError`. No one is asked.
   */
  readonly readResource: (
    uri: string,
    signal?: AbortSignal,
  ) => Promise<readonly McpResourceContent[]>
  /**
   * Returns the result of a call of the agent, as the server sent it. The connection keeps those of
   * the last 50 calls.
   */
  readonly resultOf: (callId: string) => McpToolResult | undefined
}
