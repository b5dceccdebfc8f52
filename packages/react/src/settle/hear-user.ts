import type { Agent } from '@ambit/core'

/** The events that only an act of a user causes, if they are trusted. */
const events = ['pointerdown', 'keydown', 'beforeinput', 'paste', 'drop'] as const

/** The keys that only move the focus, or wait for another one. */
const idle: ReadonlySet<string> = new Set('Alt AltGraph CapsLock Control Meta Shift Tab'.split(' '))

/** What is no part of the page: the chat, devtools, and the application's own chat. */
const notOfPage = '.ambit-chat, .ambit-layer, [data-ambit-ui]'

/** What acts on the page from there: what a tool renders, and the buttons that undo. */
const ofPage = '.ambit-own, .ambit-undo, .ambit-undo-all'

/** Tells the scopes of an agent of the acts of the user. Returns a function that ends this. */
export function hearUser(scopes: Pick<Agent['scopes'], 'userActed'>): () => void {
  const hear = (event: Event): void => {
    const isIdle = event instanceof KeyboardEvent && idle.has(event.key)
    if (event.isTrusted && !isIdle && isOnPage(event)) scopes.userActed()
  }
  for (const name of events) document.addEventListener(name, hear, { capture: true, passive: true })
  return () => {
    for (const name of events) document.removeEventListener(name, hear, { capture: true })
  }
}

/** Whether an event acts on the page, also inside of a shadow root. */
function isOnPage(event: Event): boolean {
  const nearest = event
    .composedPath()
    .find((at) => at instanceof Element && at.matches(`${ofPage}, ${notOfPage}`))
  return nearest === undefined || (nearest as Element).matches(ofPage)
}
