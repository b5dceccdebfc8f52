/** A remote MCP server, over its streamable HTTP transport. */
export interface McpServer {
  /** `https`, or `http` to this machine. */
  url: string
  /** Lets `url` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined
  /** The server's secrets, asked for at each request; who asks may matter. Default: none. */
  headers?:
    | ((
        subject: string | undefined,
      ) => Record<string, string> | PromiseLike<Record<string, string>>)
    | undefined
  /** Default: the global `fetch`. Must not follow redirects. */
  fetch?: typeof fetch | undefined
}
