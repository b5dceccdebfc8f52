import { readAuthorizationResponse, signInChannel } from '@ambit/protocol/oauth'

/**
 * Ends a sign-in, on the page to which the sign-in service sends people back. Gives the answer to
 * the page of the same origin that waits for it, and closes the window once that has it. Takes the
 * answer out of the address. Does nothing on a page without an answer.
 */
export function finishMcpSignIn(): void {
  const query = location.search
  const { state } = readAuthorizationResponse(query)
  if (state === undefined) return
  history.replaceState(history.state, '', location.pathname)
  const channel = new BroadcastChannel(signInChannel)
  channel.addEventListener('message', ({ data }: MessageEvent<{ heard?: unknown } | null>) => {
    if (data?.heard !== state) return
    channel.close()
    close()
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none.
  channel.postMessage({ query })
}
