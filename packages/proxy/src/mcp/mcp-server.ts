import type { McpOAuth } from './oauth/mcp-oauth.ts'

/** A remote MCP server with the streamable HTTP transport. */
export interface McpServer {
  /** The URL of the server: `https`, or `http` to this machine. */
  url: string
  /** True to let `url` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined
  /** Returns the server's secrets for `subject`. Called for each request. Default: none. */
  headers?:
    | ((
        subject: string | undefined,
      ) => Record<string, string> | PromiseLike<Record<string, string>>)
    | undefined
  /**
   * Lets each person sign in, so that the server knows them. The tokens stay on the proxy. Default:
   * nobody signs in.
   */
  oauth?: McpOAuth | undefined
  /** The `fetch` to use. It must not follow redirects. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined
}
