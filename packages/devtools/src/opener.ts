import type { Agent } from '@ambit/core'
import { Shown } from './watch/shown.ts'

/** The part of the page that opens the panel: one for the page, whoever mounts it. */
class Opener {
  /** The agents that the panel shows. */
  readonly shown: Shown = new Shown()
  #listeners = 0
  #close: Promise<() => void> | undefined

  /** Watches an agent. Returns a function that ends it. */
  watch(agent: Agent): () => void {
    return this.shown.add(agent)
  }

  /** Opens and closes the panel at the shortcut, until the returned function is called. */
  listen(): () => void {
    if (++this.#listeners === 1) document.addEventListener('keydown', this.#hear)
    return () => {
      if (--this.#listeners > 0) return
      document.removeEventListener('keydown', this.#hear)
      this.close()
    }
  }

  /** Loads the panel and shows it. Does nothing if it is open. */
  open(): void {
    this.#close ??= import('./panel/mount.tsx').then(({ mount }) =>
      mount(this.shown, () => this.close()),
    )
  }

  /** Removes the panel from the page. */
  close(): void {
    void this.#close?.then((close) => close())
    this.#close = undefined
  }

  readonly #hear = (event: KeyboardEvent): void => {
    const { ctrlKey, metaKey, altKey, shiftKey, code } = event
    // With Alt, the key is another letter in some layouts.
    if (!ctrlKey || metaKey || !altKey || shiftKey || code !== 'KeyA') return
    if (event.defaultPrevented) return
    event.preventDefault()
    if (this.#close) this.close()
    else this.open()
  }
}

export const opener: Opener = new Opener()
