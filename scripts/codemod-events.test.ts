import { describe, expect, it } from 'vitest'
import { change } from './codemod-change.ts'

describe('the events of a file', () => {
  it('have their new names, in handlers, options and types', () => {
    const { code, places } = change(`import { createAgent, type EventOf } from '@ambit/core'
const agent = createAgent({ model })
agent.on('agent:approval_resolved', show)
const on = { "agent:iteration_completed": count }
type Usage = EventOf<'agent:usage'>
`)
    expect(code).toBe(`import { createAgent, type EventOf } from '@ambit/core'
const agent = createAgent({ model })
agent.on('agent:pending_resolved', show)
const on = { "agent:request_completed": count }
type Usage = EventOf<'agent:request_completed'>
`)
    expect(places).toHaveLength(3)
  })

  it('are told of where their fields are others', () => {
    const { code, places } = change(`import type { Agent } from '@ambit/core'
declare const agent: Agent
agent.on('agent:content_delta', ({ delta }) => write(delta))
agent.on('agent:iteration_started', ({ added }) => keep(added))
agent.on('agent:waiting_online', show)
agent.on('agent:usage', count)
`)
    expect(code).toContain(`agent.on('agent:delta', ({ delta }) => write(delta))`)
    expect(code).toContain(`agent.on('agent:request_started', `)
    expect(places).toEqual([
      "3: `agent:content_delta` is `agent:delta`: `delta` is `text`, and `of` is 'text'",
      '4: `agent:iteration_started` is `agent:request_started`: it comes once the request is built, and `added` is `agent:message`',
      "5: `agent:waiting_online` is `agent:waiting`: `for` says what a run waits for, which is 'network'",
      '6: `agent:usage` is `agent:request_completed`: it comes once for each request, with `message`, also where nothing was counted before',
    ])
  })

  it('are heard once by an option of `on`, and no longer by a signal', () => {
    const { code, places } = change(`import { useAgent } from '@ambit/react'
const { agent } = useAgent()
agent.once('agent:failed', (event) => {
  report(event)
})
agent.off('agent:failed', report)
agent.removeAll()
socket.once('open', send)
socket.off('open', send)
`)
    expect(code).toBe(`import { useAgent } from '@ambit/react'
const { agent } = useAgent()
agent.on('agent:failed', (event) => {
  report(event)
}, { once: true })
agent.off('agent:failed', report)
agent.removeAll()
socket.once('open', send)
socket.off('open', send)
`)
    expect(places).toEqual([
      '6: `off` is gone: call what `agent.on` returned',
      '7: `removeAll` is gone: give each `agent.on` a `signal`',
    ])
  })

  it('leave other texts alone', () => {
    const code = `import { createAgent } from '@ambit/core'
say('agent:', 'usage', 'agent:started', \`agent:usage\`)\n`
    expect(change(code)).toEqual({ code, places: [] })
  })

  it('stay where the new name is there already', () => {
    const { code, places } = change(`import { createAgent } from '@ambit/core'
const on = { 'agent:usage': count, 'agent:iteration_completed': show }
const other = { 'agent:usage': count, 'agent:request_completed': show }
`)
    expect(code).toBe(`import { createAgent } from '@ambit/core'
const on = { 'agent:request_completed': count, 'agent:iteration_completed': show }
const other = { 'agent:usage': count, 'agent:request_completed': show }
`)
    expect(places.filter((place) => place.includes('stays'))).toEqual([
      '2: `agent:iteration_completed` stays: `agent:request_completed` is there already',
      '3: `agent:usage` stays: `agent:request_completed` is there already',
    ])
  })

  it('are left alone in what is not visibly Ambit’s', () => {
    const code = `import { createAgent } from '@ambit/core'
socket.on('agent:usage', count)
socket.once('agent:failed', stop)
`
    const places = ['2: `agent:usage` of an agent is `agent:request_completed` now']
    expect(change(code)).toEqual({ code, places })
    const other = `import { socket } from './socket'\nsocket.on('agent:usage', count)\n`
    expect(change(other)).toEqual({ code: other, places: [] })
  })
})
