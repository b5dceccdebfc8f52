/** What Cloudflare's runtime tells of itself. */
interface Runtime {
  Cloudflare?: { compatibilityFlags?: Readonly<Record<string, boolean>> | undefined } | undefined
}

/** Says, on Cloudflare Workers, when the runtime keeps from a request that its client has left. */
export function checkWorkers(): void {
  const { compatibilityFlags: flags } = (globalThis as Runtime).Cloudflare ?? {}
  if (!flags || flags['enable_request_signal']) return
  console.warn(
    'createProxy: a client that leaves before an answer begins will not end the call to the provider, since this Worker lacks the compatibility flag `enable_request_signal`. Add it.',
  )
}
