import type {
  ApprovalRequest,
  ApproveOptions,
  CallActivity,
  RememberedApproval,
  ToolMessage,
} from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type MessagePage,
  type ToolRenderer,
  type RenderProps,
  useApprovals,
  useMessage,
  useMessagePages,
  useToolCall,
  useCallRenderer,
  useToolView,
} from './index.ts'

describe('useApprovals', () => {
  it('has what waits and what is remembered, and takes a decision', () => {
    const { pending, remembered, approve, deny, revoke } = useApprovals()
    expectTypeOf(pending).toEqualTypeOf<readonly ApprovalRequest[]>()
    expectTypeOf(remembered).toEqualTypeOf<readonly RememberedApproval[]>()
    expectTypeOf(approve).toEqualTypeOf<(id: string, options?: ApproveOptions) => boolean>()
    expectTypeOf(deny).toEqualTypeOf<(id: string, comment?: string) => boolean>()
    expectTypeOf(revoke).toEqualTypeOf<(ruleId: string) => void>()
  })
})

describe('useMessagePages', () => {
  it('is ids in pages', () => {
    expectTypeOf(useMessagePages()).toEqualTypeOf<readonly MessagePage[]>()
    expectTypeOf<MessagePage>().toEqualTypeOf<readonly string[]>()
  })
})

describe('useToolCall', () => {
  it('is what a call does, until it is answered by a message of its id', () => {
    const call = useToolCall('call_1')
    expectTypeOf(call).toEqualTypeOf<CallActivity | undefined>()
    const answer = useMessage('call_1')
    if (answer?.role === 'tool') expectTypeOf(answer).toEqualTypeOf<ToolMessage>()
  })
})

describe('useToolView and useCallRenderer', () => {
  it('fit each other', () => {
    const view = useToolView('call_1')
    const render = useCallRenderer('chart')
    expectTypeOf(view).toEqualTypeOf<RenderProps | undefined>()
    expectTypeOf(render).toEqualTypeOf<ToolRenderer | undefined>()
    if (view) expectTypeOf(render).toBeCallableWith(view)
  })
})
