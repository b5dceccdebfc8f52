import type { Exchange } from './http-exchange.ts'
import type { McpRefusal } from './mcp-auth.ts'
import { McpError, type McpErrorKind } from './mcp-error.ts'
import { parseObject, toObject, toText } from './mcp-wire.ts'

/** Returns the error for an answer with a status of failure. */
export async function toRefusal(response: Response, { url, label }: Exchange): Promise<McpError> {
  const { status, headers, type, redirected } = response
  if (type === 'opaqueredirect' || redirected || (status >= 300 && status < 400)) {
    const words = 'answered with a redirect, which is not followed. Give the address it leads to.'
    return new McpError('invalid_answer', `${label} ${words}`, { status: status || undefined })
  }
  const wwwAuthenticate = headers.get('www-authenticate') ?? undefined
  const isScope = status === 403 && wwwAuthenticate?.includes('insufficient_scope')
  const text = await response.text().catch(() => '')
  const error = parseObject(text)?.['error']
  const { code } = toObject(error)
  // The proxy says the same of a token without enough rights.
  if (status === 401 || isScope || code === 'sign_in_required') {
    const refusal: McpRefusal = { url, status, wwwAuthenticate }
    if (code === 'unauthorized') {
      const words = 'The page itself is signed out (HTTP 401 of its proxy). Sign in to the page.'
      return new McpError('http_error', words, { status, refusal })
    }
    return new McpError('signin', `Sign in to ${label}.`, { status, refusal })
  }
  if (typeof code === 'string' && /^[a-z_]{1,40}$/.test(code)) return ofProxy(code, label, status)
  if (code !== undefined) return toRpcError(error, label, status)
  return new McpError('http_error', `${label} answered with HTTP ${status}.`, { status })
}

/** The failures of the proxy that mean the same as without a proxy, by their codes. */
const failures: readonly (readonly [RegExp, McpErrorKind, string])[] = [
  [/^upstream_(unreachable|connect_timeout|paused)$/, 'unreachable', 'cannot be reached.'],
  [/^upstream_.*timeout$/, 'timeout', 'took too long to answer.'],
  [/^upstream_cut$/, 'stream_cut', 'broke off in the middle of an answer.'],
  [/^upstream_too_large$/, 'too_large', 'sent more than the proxy takes at once.'],
  [/^upstream_(bad_content|redirect)$/, 'invalid_answer', 'gave no answer of MCP.'],
]

/** Returns the error for a code of the proxy. */
function ofProxy(code: string, label: string, status: number): McpError {
  const what = code.startsWith('upstream_') ? 'refused' : 'is not asked'
  const [, kind = 'http_error', words = `${what}: the proxy answered \`${code}\`.`] =
    failures.find(([codes]) => codes.test(code)) ?? []
  return new McpError(kind, `${label} ${words}`, { status })
}

/** Returns an error of the protocol. Of the server's text, it has at most 500 characters. */
export function toRpcError(given: unknown, label: string, status?: number): McpError {
  const { code, message, data } = toObject(given)
  const rpcCode = Number.isFinite(code) ? Number(code) : undefined
  const number = rpcCode === undefined ? '' : ` (${rpcCode})`
  const text = `${label} refused the request${number}: ${toText(message, 500) ?? 'no words'}`
  return new McpError('refused', text, { status, rpcCode, data })
}
