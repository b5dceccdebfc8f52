import { type RefObject, useEffect, useRef, useState } from 'react'

/** What waits until the calls of a version are undone. */
interface UndoFirst {
  /** Takes the undo that has begun, and moves the focus from its button. */
  readonly onUndo: (undone: Promise<void>) => void
  /**
   * Does something at once, or after the undo that has begun. Not if it waits already, or once the
   * component has left the page.
   */
  readonly afterUndo: (act: () => void) => void
  /** Whether something waits for the undo. */
  readonly isWaiting: boolean
}

/**
 * Lets another version of a message begin only after the undo that its dialog began. `focused` gets
 * the focus when the undo begins.
 */
export function useUndoFirst(focused: RefObject<HTMLElement | null>): UndoFirst {
  const undone = useRef<Promise<void>>(undefined)
  const isThere = useRef(false)
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])
  const onUndo = (begun: Promise<void>): void => {
    undone.current = begun
    void begun.then(() => (undone.current = undefined))
    focused.current?.focus()
  }
  const afterUndo = (act: () => void): void => {
    if (!undone.current) return act()
    if (isWaiting) return
    setWaiting(true)
    void undone.current.then(() => isThere.current && act())
  }
  return { onUndo, afterUndo, isWaiting }
}
