import type { Agent } from '@ambit/core'
import type { McpState } from './mcp-connection.ts'
import type { McpResourceContent, McpToolDefinition, McpToolResult } from './mcp-definitions.ts'
import type { McpOptions } from './mcp-options.ts'
import type { McpObject, McpWire } from './mcp-wire.ts'

/** The connection that a link is for. */
export interface LinkHost {
  readonly agent: Agent
  readonly options: McpOptions
  readonly label: string
  /** The name of the registered scope. */
  readonly scope: string
  /** Makes the way to speak with the server. Default: by HTTP. */
  readonly createWire?: ((onNotice: (method: string) => void) => McpWire) | undefined
  /** Changes the state. */
  readonly set: (change: Partial<McpState>) => void
}

/** A connection with a server, for the parts that use it. */
export interface OpenLink {
  readonly host: LinkHost
  /** Aborts when the connection is closed. */
  readonly signal: AbortSignal
  readonly wire: McpWire
  /** The results of the last calls, by the ids of the calls. */
  readonly results: Map<string, McpToolResult>
  /** Whether the agent has a tool of exactly this description. */
  has(definition: McpToolDefinition): boolean
  /**
   * Does some work once the server's lists are read. If its session is over, the lists are read in
   * a new one, and the work is done once more.
   */
  inSession<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Takes note of a failed request: the server may be gone, or want a sign-in. */
  failed(error: unknown): void
  /** Reads a resource, perhaps with the `_meta` of a call that is traced. */
  readResource(
    uri: string,
    signal?: AbortSignal,
    traced?: McpObject,
  ): Promise<readonly McpResourceContent[]>
  /** Reads all pages of a list. */
  list(kind: string): Promise<readonly unknown[]>
}
