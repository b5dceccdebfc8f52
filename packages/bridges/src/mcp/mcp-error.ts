import { AgentError } from '@ambit/core'
import type { McpRefusal } from './mcp-auth.ts'

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
export type McpErrorKind =
  | 'unreachable'
  | 'http_error'
  | 'signin'
  | 'timeout'
  | 'too_large'
  | 'stream_cut'
  | 'invalid_answer'
  | 'refused'

/** The details of an {@link McpError}. */
export interface McpErrorDetails {
  readonly status?: number | undefined
  readonly rpcCode?: number | undefined
  readonly data?: unknown
  readonly refusal?: McpRefusal | undefined
  readonly cause?: unknown
}

/**
 * The error of a request to an MCP server. With the kind `refused`, the message ends with words of
 * the server, at most 500 characters.
 */
export class McpError extends AgentError<'mcp'> {
  declare readonly kind: McpErrorKind
  /** The HTTP status, if there was one. */
  declare readonly status: number | undefined
  /** The number of the error in the protocol, if it is one. */
  declare readonly rpcCode: number | undefined
  /** The details that the server gave. */
  readonly data: unknown
  /** The refusal behind the kind `signin`. */
  readonly refusal: McpRefusal | undefined
  override get name(): string {
    return 'McpError'
  }
  constructor(kind: McpErrorKind, message: string, details: McpErrorDetails = {}) {
    const { status, rpcCode, data, refusal, cause } = details
    super(message, {
      code: 'mcp',
      details: { kind, status, rpcCode },
      ...(cause !== undefined && { cause }),
    })
    // These are words of the server, and no details: they are not in the error's JSON.
    this.data = data
    this.refusal = refusal
  }
}
