'use client'

export { type UndoHistory, type UndoState, useUndoStack } from '@ambit/react/undo'
