import type { HeaderValues } from './header-values.ts'

/** The sign-in of a user at an MCP server. An OAuth client implements it. */
export interface McpAuth {
  /**
   * Returns the headers of each request, such as `authorization`. Called for each request.
   *
   * @param url The address of the server, so that no other one gets its token.
   */
  headers(url: string): HeaderValues | PromiseLike<HeaderValues>
  /**
   * Hears that the server refused a request for want of rights. Resolves with true if the request
   * is worth one more try, for example with a refreshed token. With false, the connection waits for
   * `signIn`. Must show nothing to the user.
   */
  onUnauthorized(refusal: McpRefusal): boolean | PromiseLike<boolean>
  /**
   * Signs the user in. Called only from a press of the user, so it may open a window. Rejects
   * if the user gave up, or if it failed; the message becomes the reason of the connection.
   */
  signIn(refusal: McpRefusal | undefined, signal: AbortSignal): Promise<void>
}

/** A refusal of a server that wants to know who asks. */
export interface McpRefusal {
  /** The address of the server. */
  readonly url: string
  /** 401, or 403 for a token without enough rights. */
  readonly status: number
  /** The header of the answer, if the page may read it. Words of the server. */
  readonly wwwAuthenticate?: string | undefined
}
