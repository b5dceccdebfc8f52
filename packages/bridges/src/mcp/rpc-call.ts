import type { HttpSender } from './http-sender.ts'
import { McpError } from './mcp-error.ts'
import { type McpObject, type McpRequestOptions, toObject } from './mcp-wire.ts'

/** The listeners besides the answer of one request. */
export interface RpcHearing extends Pick<McpRequestOptions, 'signal' | 'headers' | 'onProgress'> {
  /** Gets each request of the server. Default: they are not heard. */
  readonly onRequest?: ((request: McpObject) => void) | undefined
  /** Whether the server waits for the page, so that its silence does not count. */
  readonly isWaiting?: (() => boolean) | undefined
  /** Called once a successful answer has begun. */
  readonly onOpen?: (() => void) | undefined
  /** The longest silence of the server; 0 for no limit. Default: that of the sender. */
  readonly timeoutMs?: number
}

/** Sends one request. Resolves with its result. */
export async function callRpc(
  sender: HttpSender,
  message: McpObject | undefined,
  { onProgress, onRequest, ...rest }: RpcHearing,
): Promise<McpObject> {
  let answer: McpObject | undefined
  const take = (given: McpObject): boolean => {
    const { id, method } = given
    if (method && id !== undefined) onRequest?.(given)
    else if (method === 'notifications/progress') onProgress?.(toObject(given['params']))
    else if (typeof method === 'string') sender.options.onNotice(method)
    else if (id === message?.['id']) answer = given
    return !!answer
  }
  const end = await sender.send({ ...rest, message, take })
  const { label } = sender.options
  if (!answer && end === 'cut') {
    throw new McpError('stream_cut', `${label} broke off in the middle of an answer.`)
  }
  if (answer?.['error']) {
    const { toRpcError } = await import('./refusal.ts')
    throw toRpcError(answer['error'], label)
  }
  const { result } = answer ?? {}
  if (typeof result === 'object' && result) return result as McpObject
  throw new McpError('invalid_answer', `${label} gave no answer of MCP.`)
}

/**
 * Hears of changes on a stream, by a message or by a GET. Resolves with true when the server ends
 * it, and with false if the server refuses.
 */
export const listenTo = (
  sender: HttpSender,
  message: McpObject | undefined,
  hearing: RpcHearing,
): Promise<boolean> =>
  callRpc(sender, message, { ...hearing, timeoutMs: 0 }).then(
    () => true,
    (error: unknown) => {
      const isCut = (error as McpError).kind === 'stream_cut'
      if (isCut || isRefused(error)) return isCut
      throw error
    },
  )

/** Whether a server answered a request, and did not do it. */
export const isRefused = (error: unknown): boolean =>
  /^(refused|http_error)$/.test((error as McpError).kind)
