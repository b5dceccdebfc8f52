import type { Agent } from '@ambit/core'

/** The events that only an act of a user causes, if they are trusted. */
const events = 'pointerdown keydown beforeinput paste drop'.split(' ')

/** The keys that only move the focus, or wait for another one. */
const idle: ReadonlySet<unknown> = new Set(
  'Alt AltGraph CapsLock Control Meta Shift Tab'.split(' '),
)

/** What is no part of the page: the chat, devtools, and the application's own chat. */
const notOfPage = '.ambit-chat, .ambit-layer, [data-ambit-ui]'

/** What acts on the page from there: what a tool renders, and the buttons that undo. */
const ofPage = '.ambit-own, .ambit-undo, .ambit-undo-all'

/** Tells the scopes of an agent of the acts of the user. Returns a function that ends this. */
export function hearUser(scopes: Pick<Agent['scopes'], 'userActed'>): () => void {
  const over = new AbortController()
  const hear = (event: Event & Partial<NavigateEvent & KeyboardEvent>): void => {
    const isOwn = event.userInitiated ?? event.isTrusted
    if (isOwn && !idle.has(event.key) && isOnPage(event)) scopes.userActed()
  }
  const options = { capture: true, signal: over.signal }
  for (const name of events) addEventListener(name, hear, options)
  // Back is an act, too. A browser without that API does not tell it from a step of a program.
  window.navigation?.addEventListener('navigate', hear, options)
  return () => over.abort()
}

/** Whether an event acts on the page, also inside of a shadow root. */
function isOnPage(event: Event): boolean {
  const path = event.composedPath() as Partial<Element>[]
  const nearest = path.find((at) => at.matches?.(`${ofPage}, ${notOfPage}`))
  return nearest?.matches?.(ofPage) ?? true
}
