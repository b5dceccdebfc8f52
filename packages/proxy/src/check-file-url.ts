import type { ModelCall } from '@ambit/protocol'
import { isPrivateHost } from './is-private-host.ts'
import { ProxyError } from './proxy-error.ts'

/**
 * Checks the URL of a file, which a provider fetches. A provider on the proxy's own network could
 * reach machines and files there that the client cannot.
 *
 * @param url The URL. Undefined for a text that is not one, such as a path.
 * @throws ProxyError `invalid_request` unless it is an http, https or data URL, or for a host of a
 * private network.
 */
export function checkFileUrl(url: URL | undefined): void {
  const { protocol = '', hostname = '' } = url ?? {}
  if (protocol === 'data:') return
  if (!/^https?:$/.test(protocol)) {
    throw new ProxyError('invalid_request', {
      message:
        'The URL of a file is not an http, https or data URL, so the proxy does not pass it on. Send the file itself, or set `allowPrivateUrls` on the server.',
    })
  }
  if (!isPrivateHost(hostname)) return
  throw new ProxyError('invalid_request', {
    message:
      'The URL of a file names a host of a private network, which the proxy does not pass on. Send the file itself, or set `allowPrivateUrls` on the server.',
  })
}

/**
 * Checks the URLs of the files of a call.
 *
 * @throws ProxyError `invalid_request` for a host of a private network.
 */
export function checkFilesOfCall({ prompt }: ModelCall['options']): void {
  for (const { content } of prompt) {
    if (typeof content === 'string') continue
    for (const part of content) {
      const output = 'output' in part && part.output.type === 'content' && part.output.value
      for (const carrier of output || [part]) {
        if ('data' in carrier && carrier.data.type === 'url') checkFileUrl(carrier.data.url)
      }
    }
  }
}
