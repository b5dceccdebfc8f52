import {
  type AuthorizationResponse,
  OAuthError,
  readAuthorizationResponse,
  signInChannel,
} from '@ambit/protocol/oauth'
import { isSafeUrl } from './is-safe-url.ts'

/** A window in which a user signs in. */
export interface SignInWindow {
  /**
   * Shows the page of a sign-in service. Resolves with its answer, once the user is sent back to
   * this origin. Answers to other sign-ins are not heard.
   *
   * @throws OAuthError `refused` if the window is closed before, `metadata` for an unsafe URL.
   */
  answerTo: (url: string, state: string) => Promise<AuthorizationResponse>
  close: () => void
}

/** Ends the sign-in that runs. There is one window, so there is one sign-in at a time. */
let running: AbortController | undefined

/** The time between two looks at the window, in milliseconds. */
const lookMs = 1000

/**
 * Opens an empty window for a sign-in. Call it in the task of the user's press: later the browser
 * blocks it. Ends an earlier sign-in of this page.
 *
 * @param signal Ends the sign-in, and closes the window.
 * @throws OAuthError `refused` if the browser blocks the window.
 */
export function openSignInWindow(signal: AbortSignal): SignInWindow {
  const opened = open('', 'ambit-sign-in', 'popup,width=520,height=720')
  if (!opened) {
    throw new OAuthError(
      'refused',
      'The browser blocked the window for the sign-in. Allow windows for this page, and try again.',
    )
  }
  running?.abort(new OAuthError('refused', 'Another sign-in has begun.'))
  running = new AbortController()
  const ended = AbortSignal.any([signal, running.signal])
  // The page of the service must not be able to send this page elsewhere.
  opened.opener = null

  return {
    answerTo(url, state) {
      if (!isSafeUrl(url)) {
        throw new OAuthError('metadata', 'The page for the sign-in is not https.')
      }
      ended.throwIfAborted()
      opened.location.href = url
      opened.focus()
      return hear(opened, state, ended)
    },
    close() {
      if (!ended.aborted || signal.aborted) opened.close()
    },
  }
}

/** Waits for the answer that repeats `state`. */
function hear(opened: Window, state: string, signal: AbortSignal): Promise<AuthorizationResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<AuthorizationResponse>()
  const channel = new BroadcastChannel(signInChannel)
  channel.addEventListener('message', ({ data }: MessageEvent<{ query?: unknown } | null>) => {
    const query = data?.query
    const answer = typeof query === 'string' ? readAuthorizationResponse(query) : undefined
    if (answer?.state !== state) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none.
    channel.postMessage({ heard: state })
    resolve(answer)
  })
  let isSeenClosed = false
  const looking = setInterval(() => {
    // A page may cut the tie to this one, and then looks closed too. But then it has the focus.
    const isClosed = opened.closed && document.hasFocus()
    if (isClosed && isSeenClosed) {
      reject(new OAuthError('refused', 'The window was closed before the sign-in was complete.'))
    }
    isSeenClosed = isClosed
  }, lookMs)
  const onAbort = (): void => reject(signal.reason as Error)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return promise.finally(() => {
    clearInterval(looking)
    signal.removeEventListener('abort', onAbort)
    channel.close()
  })
}
