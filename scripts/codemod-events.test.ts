import { describe, expect, it } from 'vitest'
import { changeCode } from './codemod.ts'

/** Changes a file. Returns its code, and the places to look at. */
function change(code: string): { code: string; places: string[] } {
  const places: string[] = []
  return {
    code: changeCode(code, 'page.ts', (line, why) => places.push(`${line}: ${why}`)),
    places,
  }
}

describe('the events of a file', () => {
  it('have their new names, in handlers, options and types', () => {
    const { code, places } = change(`
agent.on('agent:waiting_online', show)
const on = { "agent:usage": count }
type Usage = EventOf<'agent:usage'>
`)
    expect(code).toBe(`
agent.on('agent:waiting', show)
const on = { "agent:request_completed": count }
type Usage = EventOf<'agent:request_completed'>
`)
    expect(places).toEqual([])
    expect(change(code)).toEqual({ code, places: [] })
  })

  it('are told of where their fields are others', () => {
    const { code, places } = change(`
agent.on('agent:content_delta', ({ delta }) => write(delta))
agent.on('agent:iteration_started', ({ added }) => keep(added))
`)
    expect(code).toContain(`agent.on('agent:delta', ({ delta }) => write(delta))`)
    expect(code).toContain(`agent.on('agent:request_started', `)
    expect(places).toEqual([
      "2: `agent:content_delta` is `agent:delta`: `delta` is `text`, and `of` is 'text'",
      '3: `agent:iteration_started` is `agent:request_started`: it comes once the request is built, and `added` is `agent:message`',
    ])
  })

  it('are heard once by an option of `on`, and no longer by a signal', () => {
    const { code, places } = change(`
agent.once('agent:failed', (event) => {
  report(event)
})
agent.off('agent:failed', report)
agent.removeAll()
socket.once('open', send)
socket.off('open', send)
`)
    expect(code).toBe(`
agent.on('agent:failed', (event) => {
  report(event)
}, { once: true })
agent.off('agent:failed', report)
agent.removeAll()
socket.once('open', send)
socket.off('open', send)
`)
    expect(places).toEqual([
      '5: `off` is gone: call what `agent.on` returned',
      '6: `removeAll` is gone: give each `agent.on` a `signal`',
    ])
  })

  it('leave other texts alone', () => {
    const code = `say('agent:', 'usage', 'agent:started', \`agent:usage\`)\n`
    expect(change(code)).toEqual({ code, places: [] })
  })
})
