import { describe, expect, it } from 'vitest'
import { change } from './codemod-change.ts'

describe('the stores of an agent', () => {
  it('are six, and the agent is a store of all', () => {
    const { code, places } = change(`import { createAgent } from '@ambit/core'
const agent = createAgent({ model })
agent.activity.subscribe(({ status }) => show(status))
const { status } = agent.activity.getState()
show(agent.artifacts.getState().artifacts.length, agent.usage.getState().session)
agent.outside.stop()
agent.outside.allow()
if (agent.undos.canUndo(id)) agent.undo(id)
`)
    expect(code).toBe(`import { createAgent } from '@ambit/core'
const agent = createAgent({ model })
agent.subscribe(({ status }) => show(status))
const { status } = agent.getState()
show(agent.sessions.getState().artifacts.length, agent.sessions.getState().usage.session)
agent.scopes.allowOutside(false)
agent.scopes.allowOutside(true)
if (agent.calls.canUndo(id)) agent.undo(id)
`)
    expect(places).toEqual([])
  })

  it('are told of where a shape is another', () => {
    const { code, places } = change(`import { createAgent } from '@ambit/core'
const agent = createAgent({ model })
const { touches } = agent
show(agent.activity.getState().calls, agent.outside.getState().calls)
agent.undos.subscribe(look)
`)
    expect(code).toContain('show(agent.calls.getState(), agent.outside.getState().calls)')
    expect(places).toHaveLength(4)
  })

  it('are read by fewer hooks', () => {
    const { code, places } =
      change(`import { Call, useMessageIds, useScopes, useToolView, useUndo } from '@ambit/react'
const ids = useMessageIds()
const scopes = useScopes()
const view = useToolView(id)
const { undo } = useUndo(id)
const shown = <Call callId={id} />
`)
    expect(code).toBe(`import { Call, useCall, useUndo, useMessages, useAgent } from '@ambit/react'
const ids = useMessages().ids
const scopes = useAgent((state) => state.scopes)
const view = useCall(id)
const { undo } = useUndo(id)
const shown = <Call id={id} />
`)
    expect(places).toHaveLength(1)
  })
})
