import { useEffect, useMemo } from 'react'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { useStore } from '../agent/use-store.ts'
import { type UndoHistory, UndoStack, type UndoState } from './undo-stack.ts'

/**
 * One stack of undo for what the user did, by `histories` of the application, and for the calls
 * of the agent that can be undone. Ctrl+Z or ⌘Z undoes the newest of all, and Ctrl+Y, Ctrl+Shift+Z
 * or ⇧⌘Z redoes a step of a history. Keys in a text field, and those that the page has handled, are
 * left alone. Re-renders the component when `canUndo`, `canRedo` or `error` changes. Show `error`:
 * a closed chat does not tell that Ctrl+Z failed.
 *
 * A step that a history records while a call runs is the call's, except in an event of the user.
 * If the call can be undone, both are undone as one, by the undo of the call. A call of before the
 * component was mounted is not on the stack. Use it once, where the histories live. At most 200
 * steps and calls are kept.
 */
export function useUndoStack(histories: readonly UndoHistory[]): UndoState {
  const agent = useProvidedAgent('useUndoStack')
  const stack = useMemo(() => new UndoStack(agent), [agent])
  useEffect(() => stack.follow(histories), [stack, histories])
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { canUndo, canRedo, undo, redo } = stack.getState()
      const key = keyOf(event)
      const go = key === 'undo' ? canUndo && undo : key && canRedo && redo
      if (!go || event.defaultPrevented || isInTextField(event)) return
      event.preventDefault()
      void go()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [stack])
  return useStore(stack, whole)
}

const whole = (state: UndoState): UndoState => state

/** Returns what a key asks for. A keyboard without Latin letters has them in their usual places. */
function keyOf(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event
  if (ctrlKey === metaKey || altKey) return undefined
  const letter = (/^[a-z]$/i.test(key) ? key : code.slice(3)).toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined
}

/** Whether an event is of a text that can be edited, which has an undo of its own. */
function isInTextField(event: Event): boolean {
  const [target] = event.composedPath()
  return target instanceof Element && target.matches(':read-write')
}
