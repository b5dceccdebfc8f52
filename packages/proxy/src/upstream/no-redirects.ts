import type { LanguageModelV4 } from '@ai-sdk/provider'
import { ProxyError } from '../proxy-error.ts'

/** The functions that follow no redirect. */
const safe = new WeakSet<typeof fetch>()

/**
 * Lets a model of an AI SDK provider follow no redirect, so that key and prompt go only to the host
 * that the configuration names. Such a model reads its `fetch` from its settings with each call. A
 * model without these settings, such as one that another function wraps, has to see to it itself.
 */
export function followNoRedirects(model: LanguageModelV4): void {
  const { config } = model as { config?: { provider?: unknown; fetch?: typeof fetch } }
  if (typeof config?.provider !== 'string') return
  const given = config.fetch
  if (given && safe.has(given)) return
  const stay: typeof fetch = async (input, init) => {
    const response = await (given ?? fetch)(input, { ...init, redirect: 'manual' })
    // A function of the server's own may have followed one.
    if (response.redirected) throw new ProxyError('upstream_redirect')
    return response
  }
  safe.add(stay)
  config.fetch = stay
}
