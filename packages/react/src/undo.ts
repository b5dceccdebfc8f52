'use client'

export type { UndoHistory, UndoState } from './undo/undo-stack.ts'
export { useUndoStack } from './undo/use-undo-stack.ts'
