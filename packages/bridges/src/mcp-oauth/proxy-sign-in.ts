import { checkOptions } from '@ambit/core'
import type { HeaderValues } from '../mcp/header-values.ts'
import { OAuthError } from '@ambit/protocol/oauth'
import { parseWireError } from '@ambit/protocol'
import type { McpAuth } from '../mcp/mcp-auth.ts'
import { openSignInWindow } from './sign-in-window.ts'

/** The options of {@link proxySignIn}. */
export interface ProxySignInOptions {
  /**
   * Returns the headers of each request to the proxy, such as the token of the user's session.
   * Default: none, for a session in a cookie.
   */
  readonly headers?: (() => HeaderValues | PromiseLike<HeaderValues>) | undefined
  /** True to send cookies to a proxy of another origin. Default: false. */
  readonly withCookies?: boolean | undefined
}

/** The sign-in of a user at an MCP server behind a proxy. */
export interface ProxySignIn extends McpAuth {
  /**
   * Signs the user out. The proxy forgets the tokens, and ends them at the sign-in service.
   *
   * @param url The URL of the MCP server at the proxy, as `connectMcp` has it.
   * @throws OAuthError `refused` if the proxy does not do it.
   */
  signOut: (url: string) => Promise<void>
}

/**
 * Creates the `auth` of a connection whose server has `oauth` at the proxy (`mcpServers`). The
 * user signs in in a window. The tokens stay on the proxy, and never reach the page.
 *
 * @example
 * connectMcp(agent, { name: 'tickets', url: '/api/agent/mcp/tickets', auth: proxySignIn() })
 */
export function proxySignIn(options: ProxySignInOptions = {}): ProxySignIn {
  checkOptions('`proxySignIn`', options, { headers: ':function', withCookies: ':boolean' })
  const ask = async (url: string, method: string, body?: object): Promise<unknown> => {
    const headers = new Headers(await options.headers?.())
    headers.set('content-type', 'application/json')
    const response = await fetch(url, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      ...(options.withCookies && { credentials: 'include' }),
    })
    const value = await response.json().catch(() => undefined)
    if (response.ok) return value
    const { error } = toFields(value)
    const { message = 'The proxy did not answer.' } = parseWireError(error) ?? {}
    throw new OAuthError('refused', message)
  }
  return {
    headers: () => options.headers?.() ?? {},
    onUnauthorized: () => false,
    async signIn(refusal, signal) {
      const opened = openSignInWindow(signal)
      try {
        if (!refusal) throw new OAuthError('refused', 'The server has not asked for a sign-in.')
        const begun = toFields(await ask(`${refusal.url}/sign-in`, 'POST', {}))
        const answer = await opened.answerTo(String(begun['url']), String(begun['state']))
        await ask(`${refusal.url}/callback`, 'POST', answer)
      } finally {
        opened.close()
      }
    },
    signOut: async (url) => void (await ask(`${url}/sign-in`, 'DELETE')),
  }
}

const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
