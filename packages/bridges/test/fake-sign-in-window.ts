import { signInChannel } from '@ambit/protocol/oauth'
import { onTestFinished, vi } from 'vitest'

/** A window that a page opens for a sign-in, played by a test. */
export interface FakeSignInWindow {
  /** The URLs that were shown. */
  shown: string[]
  isClosed: boolean
  /** The state that the opener gave it before it left for another page. */
  opener: unknown
  /** The answers to other pages: the states that were heard. */
  heard: string[]
  /** Sends the user back with a query. */
  comeBack: (query: string) => void
}

/**
 * Plays the window of a sign-in.
 *
 * @param press Acts as the user at a URL. Returns the query to come back with, if any.
 */
export function fakeSignInWindow(press: (url: string) => string | undefined): FakeSignInWindow {
  const channel = new BroadcastChannel(signInChannel)
  const heard: string[] = []
  channel.addEventListener('message', ({ data }: MessageEvent<{ heard?: string }>) => {
    if (data.heard !== undefined) heard.push(data.heard)
  })
  const fake: FakeSignInWindow = {
    shown: [],
    isClosed: false,
    opener: window,
    heard,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none.
    comeBack: (query) => channel.postMessage({ query }),
  }
  const opened = {
    location: {
      set href(url: string) {
        fake.shown.push(url)
        const query = press(url)
        if (query !== undefined) setTimeout(() => fake.comeBack(query))
      },
    },
    get closed() {
      return fake.isClosed
    },
    set opener(value: unknown) {
      fake.opener = value
    },
    focus() {},
    close() {
      fake.isClosed = true
    },
  }
  const spy = vi.spyOn(window, 'open').mockImplementation(() => {
    fake.isClosed = false
    return opened as unknown as Window
  })
  onTestFinished(() => {
    spy.mockRestore()
    channel.close()
  })
  return fake
}
