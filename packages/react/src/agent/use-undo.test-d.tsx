import type { CallUndo, UndoResult } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { useUndo } from '../index.ts'

describe('useUndo', () => {
  it('says what can be taken back, and takes it back at a click', () => {
    const { canUndo, call, undo } = useUndo('call_1')
    expectTypeOf(canUndo).toEqualTypeOf<boolean>()
    expectTypeOf(call).toEqualTypeOf<CallUndo | undefined>()
    expectTypeOf(undo()).toEqualTypeOf<Promise<UndoResult | undefined>>()
    expectTypeOf(<button onClick={undo}>Undo</button>).not.toBeAny()
  })
})
