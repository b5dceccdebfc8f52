import type {
  PendingApproval,
  ApproveOptions,
  CallRecord,
  CallUndo,
  RememberedApproval,
  ToolMessage,
  UndoResult,
} from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type CallView,
  type MessagePage,
  type ToolRenderer,
  type RenderProps,
  useAgent,
  usePending,
  useMessage,
  useMessages,
  useCallRecord,
  useCallRenderer,
  useCall,
} from './index.ts'

describe('usePending', () => {
  it('has what waits, of a kind or all, each with its answers', () => {
    const [request] = usePending('approval')
    if (!request) return
    expectTypeOf(request).toExtend<PendingApproval>()
    expectTypeOf(request.approve).toEqualTypeOf<(options?: ApproveOptions) => boolean>()
    expectTypeOf(request.deny).toEqualTypeOf<(comment?: string) => boolean>()
    for (const item of usePending()) {
      // @ts-expect-error -- A question is not approved.
      if (item.kind === 'question') item.approve()
      if (item.kind === 'signIn') expectTypeOf(item.start).returns.not.toBeAny()
    }
    // @ts-expect-error -- There is no such kind.
    usePending('ask')
  })
})

describe('useAgent with a selector', () => {
  it('has the type of what is selected', () => {
    expectTypeOf(useAgent(({ remembered }) => remembered)).toEqualTypeOf<
      readonly RememberedApproval[]
    >()
    expectTypeOf(useAgent(({ messages }) => messages.length)).toEqualTypeOf<number>()
    // @ts-expect-error -- The state has no such field.
    useAgent(({ model }) => model)
  })
})

describe('useMessages', () => {
  it('is ids in pages', () => {
    expectTypeOf(useMessages().pages).toEqualTypeOf<readonly MessagePage[]>()
    expectTypeOf<MessagePage>().toEqualTypeOf<readonly string[]>()
  })
})

describe('useCallRecord', () => {
  it('is what a call does, until it is answered by a message of its id', () => {
    const call = useCallRecord('call_1')
    expectTypeOf(call).toEqualTypeOf<CallRecord | undefined>()
    const answer = useMessage('call_1')
    if (answer?.role === 'tool') expectTypeOf(answer).toEqualTypeOf<ToolMessage>()
  })
})

describe('useCall and useCallRenderer', () => {
  it('fit each other', () => {
    const view = useCall('call_1')
    expectTypeOf(view).toEqualTypeOf<CallView | undefined>()
    expectTypeOf(view).toExtend<RenderProps | undefined>()
    expectTypeOf(useCallRenderer).parameter(1).toEqualTypeOf<ToolRenderer>()
    if (view) expectTypeOf<ToolRenderer>().toBeCallableWith(view)
    expectTypeOf(view?.undo?.status).toEqualTypeOf<CallUndo['status'] | undefined>()
    expectTypeOf(view?.undoNow).toEqualTypeOf<(() => Promise<UndoResult | undefined>) | undefined>()
  })
})
