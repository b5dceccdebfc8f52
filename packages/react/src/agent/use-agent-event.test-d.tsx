import type { AgentEvent, EventOf } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { useAgentEvent } from '../index.ts'

describe('useAgentEvent', () => {
  it('gives the event of its type', () => {
    useAgentEvent('agent:tool_succeeded', (event) => {
      expectTypeOf(event).toEqualTypeOf<EventOf<'agent:tool_succeeded'>>()
      expectTypeOf(event.callId).toEqualTypeOf<string>()
    })
  })

  it('gives any event for `*`', () => {
    useAgentEvent('*', (event) => {
      expectTypeOf(event).toEqualTypeOf<AgentEvent>()
      if (event.type === 'agent:completed') expectTypeOf(event.content).toEqualTypeOf<string>()
    })
  })

  it('knows the types there are', () => {
    // @ts-expect-error -- there is no such event
    useAgentEvent('agent:done', () => undefined)
  })
})
