import type { Agent } from '@ambit/core'
import { Shown } from './watch/shown.ts'

/** The part of the page that opens the panel: one for the page, whoever mounts it. */
class Opener {
  /** The agents that the panel shows. */
  readonly shown: Shown = new Shown()
  #listeners = 0
  /** True if the panel is to be shown: its code may still be loading. */
  #isOpen = false
  #remove: (() => void) | undefined

  /** Watches an agent. Returns a function that ends it. */
  watch(agent: Agent): () => void {
    return this.shown.add(agent)
  }

  /** Opens and closes the panel at the shortcut, until the returned function is called. */
  listen(): () => void {
    if (++this.#listeners === 1) document.addEventListener('keydown', this.#hear)
    let isListening = true
    return () => {
      if (!isListening) return
      isListening = false
      if (--this.#listeners > 0) return
      document.removeEventListener('keydown', this.#hear)
      // A component that is taken off the page and put back at once keeps the panel.
      setTimeout(() => {
        if (this.#listeners === 0) this.close()
      })
    }
  }

  /** Loads the panel and shows it. Moves the focus there if `takesFocus`, else leaves it. */
  open(takesFocus: boolean = false): void {
    if (this.#isOpen) return
    this.#isOpen = true
    void this.#show(takesFocus)
  }

  /** Removes the panel from the page. */
  close(): void {
    this.#isOpen = false
    this.#remove?.()
    this.#remove = undefined
  }

  async #show(takesFocus: boolean): Promise<void> {
    try {
      const { dock } = await import('./panel/mount.tsx')
      if (!this.#isOpen || this.#remove) return
      this.#remove = dock(this.shown, () => this.close(), takesFocus)
    } catch (error) {
      this.#isOpen = false
      console.error('[ambit] The devtools could not be opened. The page works without.', error)
    }
  }

  readonly #hear = (event: KeyboardEvent): void => {
    const { ctrlKey, metaKey, altKey, shiftKey, code } = event
    // With Alt, the key is another letter in some layouts.
    if (!ctrlKey || metaKey || !altKey || shiftKey || code !== 'KeyA') return
    if (event.defaultPrevented) return
    event.preventDefault()
    if (event.repeat) return
    if (this.#isOpen) this.close()
    else this.open(true)
  }
}

export const opener: Opener = new Opener()
