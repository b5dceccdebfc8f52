import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { AgentError, Scope, unavailable } from '../index.ts'

const scope = (name: string, ...tools: string[]): Scope =>
  new Scope({ name, tools: tools.map((tool) => anyTool(tool)) })

describe('ScopeRegistry', () => {
  it('R2 refuses a scope whose name is taken, and stays as it was', () => {
    const { scopes } = agentUnderTest([], { scopes: [scope('a', 'x')] }).agent
    const before = { scopes: scopes.scopes, tools: scopes.tools, state: scopes.getState() }
    expect(() => scopes.register(scope('a', 'y'))).toThrow('"a" is already registered')
    expect({ scopes: scopes.scopes, tools: scopes.tools, state: scopes.getState() }).toEqual(before)
    expect(scopes.find('y')).toBeUndefined()
  })

  it('R2 refuses a tool name that is taken in another scope, and names both', () => {
    const { scopes } = agentUnderTest([], { scopes: [scope('a', 'x')] }).agent
    const version = scopes.getState().version
    expect(() => scopes.register(scope('b', 'new', 'x'))).toThrow('scopes "a" and "b"')
    expect(scopes.has('b')).toBe(false)
    expect(scopes.find('new')).toBeUndefined()
    expect(scopes.find('x')?.scope.name).toBe('a')
    expect(scopes.getState().version).toBe(version)
  })

  it('R2 refuses a tool name that stands twice in one scope', () => {
    const { scopes } = agentUnderTest([]).agent
    expect(() => scopes.register(scope('a', 'x', 'x'))).toThrow('registered twice (in scope "a")')
    expect(scopes.scopes).toEqual([])
  })

  it('R2 refuses names that are taken at construction too', () => {
    expect(() => agentUnderTest([], { scopes: [scope('a', 'x'), scope('b', 'x')] })).toThrow(
      'registered twice',
    )
    expect(() => agentUnderTest([], { tools: [anyTool('x'), anyTool('x')] })).toThrow(AgentError)
  })

  it('R2 does not take a name of Object.prototype for a taken one', () => {
    const { scopes } = agentUnderTest([]).agent
    scopes.register(scope('__proto__', 'constructor', 'toString'))
    expect(scopes.has('constructor')).toBe(false)
    expect(scopes.find('hasOwnProperty')).toBeUndefined()
    expect(scopes.find('toString')?.tool.name).toBe('toString')
  })

  it('frees every name when a scope is unregistered, and only once', () => {
    const { scopes } = agentUnderTest([]).agent
    const unregister = scopes.register(scope('a', 'x'))
    unregister()
    scopes.register(scope('a', 'x'))
    unregister()
    expect(scopes.has('a')).toBe(true)
    expect(scopes.find('x')).toBeDefined()
  })

  it('tells its subscribers of every change, of what it registers and of what is on', () => {
    const { scopes } = agentUnderTest([]).agent
    let changes = 0
    let announce = (): void => undefined
    let subscribed = 0
    scopes.subscribe(() => changes++)
    const unregister = scopes.register(
      new Scope({
        name: 'a',
        enabled: {
          get: () => unavailable('Sign in'),
          subscribe: (listener) => {
            subscribed++
            announce = listener
            return () => subscribed--
          },
        },
      }),
    )
    expect(changes).toBe(1)
    announce()
    scopes.refresh()
    expect(changes).toBe(3)
    unregister()
    expect(changes).toBe(4)
    expect(subscribed).toBe(0)
  })
})

describe('Scope', () => {
  it('refuses to be without a name, and to load on demand without a description', () => {
    expect(() => new Scope({ name: '' })).toThrow(AgentError)
    expect(() => new Scope({ name: 'a', load: 'onDemand' })).toThrow('no `description`')
  })
})
