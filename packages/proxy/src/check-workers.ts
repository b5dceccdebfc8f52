/** The global with which Cloudflare's runtime describes itself. */
interface Runtime {
  Cloudflare?: { compatibilityFlags?: Readonly<Record<string, boolean>> | undefined } | undefined
}

/** Warns on Cloudflare Workers if the runtime does not tell a request that its client has left. */
export function checkWorkers(): void {
  const { compatibilityFlags: flags } = (globalThis as Runtime).Cloudflare ?? {}
  if (!flags || flags['enable_request_signal']) return
  console.warn(
    'createProxy: this Worker lacks the compatibility flag `enable_request_signal`. A client that leaves before an answer begins will not end the call to the provider. Add the flag.',
  )
}
