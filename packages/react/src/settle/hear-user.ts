import type { Agent } from '@ambit/core'

/** The events that only an act of a user causes, if they are trusted. */
const events = ['pointerdown', 'keydown', 'beforeinput', 'paste', 'drop'] as const

/** The keys that only move the focus, or wait for another one. */
const idle: ReadonlySet<string> = new Set('Alt AltGraph CapsLock Control Meta Shift Tab'.split(' '))

/** What is no part of the page: the chat, devtools, and the application's own chat. */
const notOfPage = '.ambit-chat, .ambit-layer, [data-ambit-ui]'

/** What acts on the page from there: what a tool renders, and the buttons that undo. */
const ofPage = '.ambit-own, .ambit-undo, .ambit-undo-all'

/** The Navigation API, where the browser has it. */
declare const navigation: EventTarget | undefined

/** Tells an agent's scopes of the acts of the user. Returns a function that ends this. */
export function hearUser({ scopes, calls }: Pick<Agent, 'scopes' | 'calls'>): () => void {
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  const hear = (event: Event): void => {
    const isIdle = event instanceof KeyboardEvent && idle.has(event.key)
    if (event.isTrusted && !isIdle && isOnPage(event)) scopes.userActed()
  }
  for (const name of events) document.addEventListener(name, hear, options)
  const hearBack = (event: Event): void => {
    if ((event as { readonly userInitiated?: boolean }).userInitiated) scopes.userActed()
  }
  // Without that API, a script that goes back looks like the user.
  const hearPop = (event: Event): void => {
    const isRunning = [...calls.getState().values()].some(({ state }) => state === 'running')
    if (event.isTrusted && !isRunning) scopes.userActed()
  }
  if (typeof navigation === 'object') navigation.addEventListener('navigate', hearBack, options)
  else addEventListener('popstate', hearPop, options)
  return () => ended.abort()
}

/** Whether an event acts on the page, also inside of a shadow root. */
function isOnPage(event: Event): boolean {
  const nearest = event
    .composedPath()
    .find((at) => at instanceof Element && at.matches(`${ofPage}, ${notOfPage}`))
  return nearest === undefined || (nearest as Element).matches(ofPage)
}
