import { type ComponentType, lazy, type ReactElement } from 'react'

/** Something that a page suspends on until it is opened. */
export interface Gate {
  readonly Content: ComponentType
  open(): void
}

/** A lazy component that renders `content` once the gate is open. */
export function createGate(content?: ReactElement): Gate {
  const { promise, resolve } = Promise.withResolvers<{ default: ComponentType }>()
  return {
    Content: lazy(() => promise),
    open: () => resolve({ default: () => content ?? <i /> }),
  }
}
