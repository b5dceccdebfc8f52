import { randomText, signInChannel } from '@ambit/protocol/oauth'
import type { Exchange } from '../../exchange.ts'
import { respond } from '../../respond.ts'

/**
 * The script of the page. Takes the answer out of the address, gives it to the page that began the
 * sign-in, and closes the window once that has it.
 */
const script = `
const query = location.search
const state = new URLSearchParams(query).get('state')
history.replaceState(null, '', location.pathname)
const channel = new BroadcastChannel('${signInChannel}')
channel.onmessage = ({ data }) => { if (data && data.heard === state) close() }
channel.postMessage({ query })
`

/**
 * Answers with the page to which the sign-in service sends a user back. It is the same for
 * everybody: it only gives the answer to the user's page, which sends it with its own rights.
 */
export async function callbackPage(exchange: Exchange): Promise<Response> {
  const nonce = randomText()
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  exchange.finish(200)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in</title><p>You can close this window.</p><script nonce="${nonce}">${script}</script></html>`
  return respond(exchange, 200, html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
  })
}
