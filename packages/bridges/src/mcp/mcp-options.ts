import type { HeaderValues } from './header-values.ts'
import type { Effect, Unavailable } from '@ambit/core'
import type { McpAuth } from './mcp-auth.ts'
import type { McpToolDefinition } from './mcp-definitions.ts'
import type { McpClient } from './own-client.ts'

/** The options of {@link connectMcp}. One of `url` and `client` is needed. */
export interface McpOptions {
  /** The name of the connection, 1 to 32 letters, digits, `_` or `-`. It prefixes all tools. */
  readonly name: string
  /** The name for people. Default: the name, with a capital letter. */
  readonly label?: string | undefined
  /**
   * The address of the server: a route of the proxy, such as `/api/agent/mcp/tickets`, or a server
   * that lets this page call it by CORS.
   */
  readonly url?: string | undefined
  /**
   * A connected client of `@modelcontextprotocol/client` or `@modelcontextprotocol/sdk`, in place
   * of `url`. It keeps its own handlers, such as those of elicitation, and `close` leaves it open.
   */
  readonly client?: McpClient | undefined
  /** Returns headers for each request, such as a token of your proxy. Default: none. */
  readonly headers?: (() => HeaderValues | PromiseLike<HeaderValues>) | undefined
  /** The sign-in of the user at the server. Default: none. */
  readonly auth?: McpAuth | undefined
  /** The function that sends requests. Default: the global `fetch` at the time of the request. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * True to believe what the server says of its tools: hints may make a call less strict, and its
   * words taint no request. Results stay untrusted. It gets the active baggage of a traced call.
   * Give true only for a server of your own. Default false.
   */
  readonly trusted?: boolean | undefined
  /**
   * Returns false for tools to leave out. Asked each time that the list is read. Default: all are
   * taken, at most 1,000 of the list. If there are more, `agent.scopes.leftOut` says so.
   */
  readonly tools?: ((tool: McpToolDefinition) => boolean) | undefined
  /**
   * Returns the effect of a tool, over its hints, and ends the question at each call. Asked at each
   * use. Default, and for undefined: what the hints say. `destructiveHint: true` is `destructive`.
   * Else the tool is `egress`; with `openWorldHint: false` it is `write`, or `destructive` if no
   * hint says that it destroys nothing. One without such a hint, or with `destructiveHint: true`,
   * is asked about at each call. With `trusted`, `readOnlyHint: true` is `read`.
   */
  readonly effect?: ((tool: McpToolDefinition) => Effect | undefined) | undefined
  /**
   * The condition under which a tool is on, as `enabled` of a tool of the page. Evaluated for each
   * request and at each call; `agent.scopes.refresh()` tells of a change. Default: always on.
   */
  readonly enabled?: ((tool: McpToolDefinition) => boolean | Unavailable) | undefined
  /**
   * The way in which the model reaches the server's resources. `mentions`: a user mentions one,
   * and a tool reads it. `tools`: a tool lists them, too. Default false.
   */
  readonly resources?: 'tools' | 'mentions' | false | undefined
  /** The way in which a user uses the server's prompts. Default false. */
  readonly prompts?: 'commands' | false | undefined
  /** True if the page shows apps of the server, which it is then told. Default false. */
  readonly apps?: boolean | undefined
  /** The most characters of a result. A longer one is cut, and says so. Default 20,000. */
  readonly maxResultChars?: number | undefined
  /**
   * The longest silence of the server during an answer, in milliseconds, and the longest wait for
   * `headers` and `auth`. Default 60,000.
   */
  readonly timeoutMs?: number | undefined
}
