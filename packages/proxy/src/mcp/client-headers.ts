import { ProxyError } from '../proxy-error.ts'

/**
 * A pattern of the headers that a client may send to an MCP server. None of them can be a
 * credential.
 */
export const clientHeaders: RegExp =
  /^(mcp-(session-id|protocol-version|method|name|param-[\w-]+)|last-event-id)$/

const maxHeaders = 64
const maxLength = 4096

/**
 * Returns the headers of a client that an MCP server gets.
 *
 * @throws ProxyError `invalid_request` for more than 64 of them, or one of more than 4,096
 * characters.
 */
export function readClientHeaders(headers: Headers): Record<string, string> {
  const kept = [...headers].filter(([name]) => clientHeaders.test(name))
  if (kept.length > maxHeaders || kept.some((pair) => pair.join('').length > maxLength)) {
    throw new ProxyError('invalid_request', {
      message: `The proxy passes on at most ${maxHeaders} MCP headers, of ${maxLength} characters each.`,
    })
  }
  return Object.fromEntries(kept)
}
