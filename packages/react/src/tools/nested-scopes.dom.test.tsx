import {
  type Agent,
  createAgent,
  type ScopeOptions,
  type ToolMessage,
  unavailable,
  type Visible,
} from '@ambit/core'
import { storeScope } from '@ambit/core/zustand'
import { call, calls, type Reply, scriptedModel, type ScriptedModel } from '@ambit/testing'
import { act, render } from '@testing-library/react'
import { type ReactElement, type ReactNode, StrictMode, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { useAgentState } from '../agent-state/use-agent-state.ts'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useFormTools } from '../forms/use-form-tools.ts'
import { AgentScope, useScope } from './use-scope.tsx'
import { useTool } from './use-tool.ts'
import { useTools } from './use-tools.ts'

interface Inside {
  readonly ran: string[]
}

function Tool({ name, ran }: Inside & { readonly name: string }): null {
  const [handler] = useState(() => () => void ran.push(name))
  useTool({ name, description: name, effect: 'egress', handler })
  return null
}

function OfHook({ ran }: Inside): null {
  const handler = (): void => void ran.push('of_hook')
  const tools = [{ name: 'of_hook', description: 'd', handler }] as const
  useScope({ name: 'hook', context: () => ({ secret: 'hook' }), tools })
  return null
}

function ByHandle({ ran }: Inside): null {
  const scope = useScope({ name: 'handle', context: () => ({ secret: 'handle' }) })
  useTool({ name: 'by_handle', description: 'd', scope, handler: () => void ran.push('by_handle') })
  return null
}

function Listed({ ran }: Inside): null {
  useTools([{ name: 'listed', description: 'd', handler: () => void ran.push('listed') }])
  return null
}

function Stored({ ran }: Inside): null {
  const [scope] = useState(() =>
    storeScope({
      name: 'store',
      store: { getState: () => ({}), setState: () => undefined, subscribe: () => () => undefined },
      context: () => ({ secret: 'store' }),
      actions: { stored: { description: 'd', run: () => void ran.push('stored') } },
    }),
  )
  useScope(scope)
  return null
}

const secretive = z.object({ secret: z.string() })

function State({ ran }: Inside): null {
  const set = (): void => void ran.push('set_settings')
  const options = {
    description: 'd',
    schema: secretive,
    state: [{ secret: 'state' }, set],
  } as const
  useAgentState('settings', options)
  return null
}

function Form({ ran }: Inside): ReactElement {
  const form = {
    values: { secret: 'form' },
    setValues: () => void ran.push('fill_form'),
    submit: () => true,
  }
  useFormTools(form, secretive, { name: 'form' })
  return <form />
}

/** Each way to be inside of a scope, with the tool that it has, its arguments and its context. */
const kinds: Readonly<
  Record<
    string,
    readonly [
      Inside: (inside: Inside) => ReactNode,
      args?: Record<string, unknown>,
      context?: string,
    ]
  >
> = {
  direct: [({ ran }) => <Tool name="direct" ran={ran} />],
  listed: [Listed],
  inner: [
    ({ ran }) => (
      <AgentScope name="inner" context={() => ({ secret: 'inner' })}>
        <Tool name="inner" ran={ran} />
      </AgentScope>
    ),
    {},
    'inner',
  ],
  deep: [
    ({ ran }) => (
      <AgentScope name="middle">
        <AgentScope name="deepest" context={() => ({ secret: 'deep' })}>
          <Tool name="deep" ran={ran} />
        </AgentScope>
      </AgentScope>
    ),
    {},
    'deep',
  ],
  of_hook: [OfHook, {}, 'hook'],
  by_handle: [ByHandle, {}, 'handle'],
  stored: [Stored, {}, 'store'],
  set_settings: [State, { secret: 'x' }, 'state'],
  fill_form: [Form, { secret: 'x' }, 'form'],
}

type Around = Partial<Omit<ScopeOptions, 'tools' | 'name'>>

interface Page {
  readonly agent: Agent
  readonly model: ScriptedModel
  readonly ran: string[]
  readonly show: (around: Around) => void
}

/** Shows one kind of thing inside of a scope. */
function page(kind: string, around: Around, replies: readonly Reply[]): Page {
  const [Kind] = kinds[kind] as (typeof kinds)[string]
  const ran: string[] = []
  const model = scriptedModel(replies)
  const agent = createAgent({ model })
  const at = (options: Around): ReactElement => (
    <AgentProvider agent={agent}>
      <AgentScope name="outer" {...options}>
        <Kind ran={ran} />
      </AgentScope>
    </AgentProvider>
  )
  const { rerender } = render(at(around), { wrapper: StrictMode })
  return { agent, model, ran, show: (options) => act(() => rerender(at(options))) }
}

const named = ({ requests }: ScriptedModel, at = 0): string[] =>
  (requests[at]?.tools ?? []).map(({ name }) => name)

const sent = ({ requests }: ScriptedModel, at = 0): string => JSON.stringify(requests[at]?.prompt)

const answers = ({ history }: Agent): Pick<ToolMessage, 'status' | 'content'>[] =>
  history.messages.filter((message) => message.role === 'tool')

describe.each(Object.entries(kinds))('a scope around `%s`', (name, [, args = {}, secret]) => {
  const once = (): Reply[] => [calls(call(name, args)), 'Done.']
  const context = `"secret\\\\":\\\\"${secret ?? ''}`

  it('R100 does not change what is inside by itself', async () => {
    const { agent, model, ran } = page(name, {}, once())
    if (name === 'direct') agent.pending.attach('approval')
    await act(() => agent.chat('go'))
    expect(named(model)).toContain(name)
    if (secret) expect(sent(model)).toMatch(new RegExp(context))
    expect(answers(agent)).toMatchObject([{ status: 'ok' }])
    expect(ran).toEqual([name])
  })

  it('R100 is off with all of it', async () => {
    const enabled = () => unavailable('Only administrators')
    const { agent, model, ran, show } = page(name, { enabled }, [...once(), ...once()])
    await act(() => agent.chat('go'))
    expect(named(model)).not.toContain(name)
    if (secret) expect(sent(model)).not.toMatch(new RegExp(context))
    expect(answers(agent)).toMatchObject([{ status: 'disabled' }])
    expect(answers(agent)[0]?.content).toContain('Only administrators')
    expect(ran).toEqual([])
    show({})
    await act(() => agent.chat('go'))
    expect(ran).toEqual([name])
  })

  it.each<[string, Visible]>([
    ['no caller', { outside: false }],
    ['callers of another kind', { outside: ['mcp'] }],
  ])('R100 hides it from callers from outside: %s', async (_, visible) => {
    const { agent, ran } = page(name, { visible }, [])
    const outside = agent.runTool(name, args, { source: 'webmcp' })
    await expect(outside).rejects.toMatchObject({ code: 'unknown_tool' })
    expect(ran).toEqual([])
  })

  it('R100 hides it from models', async () => {
    const { agent, model, ran, show } = page(name, {}, once())
    show({ visible: { model: false } })
    await act(() => agent.chat('go'))
    expect(named(model)).not.toContain(name)
    expect(ran).toEqual([])
  })

  it('R100 keeps it secret', async () => {
    const around = { enabled: () => unavailable('Hush'), visible: { off: 'secret' } } as const
    const { agent, model } = page(name, around, once())
    await act(() => agent.chat('go'))
    expect(JSON.stringify(model.requests)).not.toContain('Hush')
    expect(answers(agent)[0]?.content).toContain('There is no tool')
  })

  it('R100 is about the same thing as all of it', async () => {
    const gate: Reply = () => {
      show({ subject: 'B' })
      return calls(call(name, args))
    }
    const { agent, ran, show } = page(name, { subject: 'A' }, [gate, 'Done.'])
    await act(() => agent.chat('go'))
    expect(answers(agent)).toMatchObject([{ status: 'stale' }])
    expect(answers(agent)[0]?.content).toMatch(/what the scope \\"\w+\\" is for changed after/)
    expect(ran).toEqual([])
  })

  it('R100 marks its texts as those of third parties', async () => {
    const { agent, model, show } = page(name, {}, ['Done.', 'Done.'])
    show({ untrusted: true })
    await act(() => agent.chat('go'))
    const { untrusted } = agent.scopes.find(name)?.scope ?? {}
    expect(untrusted).toBe(true)
    if (secret) expect(sent(model)).toMatch(new RegExp(`trust=\\\\"untrusted\\\\"[^<]*${context}`))
  })

  it('R100 keeps it on the device', () => {
    const { agent, show } = page(name, {}, [])
    show({ local: true })
    expect(agent.scopes.find(name)?.scope.local).toBe(true)
    show({})
    expect(agent.scopes.find(name)?.scope.local).toBe(false)
  })

  it('R100 loads it on demand', async () => {
    const load = calls(call('load_scope', { name: 'outer' }))
    const around = { load: 'onDemand', description: 'For administrators' } as const
    const replies = [calls(call(name, args)), load, 'Done.']
    const { agent, model, ran } = page(name, around, replies)
    await act(() => agent.chat('go'))
    expect(named(model)).not.toContain(name)
    if (secret) expect(sent(model)).not.toMatch(new RegExp(context))
    expect(answers(agent)[0]?.content).toContain('call load_scope with the name \\"outer\\"')
    expect(named(model, 2)).toContain(name)
    expect(ran).toEqual([])
  })
})

describe('scopes inside of scopes', () => {
  it('R100 are never there without the scope around them', () => {
    const agent = createAgent({ model: scriptedModel([]) })
    const seen: boolean[] = []
    agent.scopes.subscribe(() => {
      const inner = agent.scopes.find('inner')
      if (inner) seen.push(agent.scopes.has('outer') && !agent.scopes.isToolOn(inner).enabled)
    })
    const ran: string[] = []
    const at = (name: string, isThere = true): ReactElement => (
      <AgentProvider agent={agent}>
        {isThere && (
          <AgentScope name={name} enabled={() => false}>
            <AgentScope name="between">
              <Tool name="inner" ran={ran} />
            </AgentScope>
          </AgentScope>
        )}
      </AgentProvider>
    )
    const { rerender } = render(at('outer'), { wrapper: StrictMode })
    expect(agent.scopes.find('inner')).toBeDefined()
    rerender(at('outer', false))
    expect(agent.scopes.find('inner')).toBeUndefined()
    rerender(at('outer'))
    expect(agent.scopes.find('inner')).toBeDefined()
    expect(seen.length).toBeGreaterThan(3)
    expect(new Set(seen)).toEqual(new Set([true]))
    rerender(at('another'))
    expect(agent.scopes.find('inner')?.scope.parent?.name).toBe('another')
  })

  it('R100 are left out with one that cannot be made, and wait with one that waits', () => {
    const agent = createAgent({ model: scriptedModel([]) })
    const ran: string[] = []
    const at = (isBroken: boolean, isTaken: boolean): ReactElement => (
      <AgentProvider agent={agent}>
        {isTaken && <AgentScope name="outer" />}
        <AgentScope name="outer" {...(isBroken && { load: 'never' as never })}>
          <AgentScope name="between">
            <Tool name="inner" ran={ran} />
          </AgentScope>
        </AgentScope>
      </AgentProvider>
    )
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { rerender } = render(at(true, false))
    expect(said).toHaveBeenCalledOnce()
    expect(agent.scopes.leftOut).toMatchObject([{ what: 'scope "outer"' }])
    expect(agent.scopes.find('inner')).toBeUndefined()
    rerender(at(false, false))
    expect(agent.scopes.leftOut).toEqual([])
    expect(agent.scopes.find('inner')).toBeDefined()
  })

  it('R100 keep what each of them says itself', () => {
    const agent = createAgent({ model: scriptedModel([]) })
    const visible = { outside: ['mcp', 'webmcp'], off: 'explain' } as const
    render(
      <AgentProvider agent={agent}>
        <AgentScope name="outer" visible={visible}>
          <AgentScope name="inner" visible={{ outside: ['webmcp', 'mcp-app'] }} untrusted>
            <AgentScope name="inmost" visible={{ off: 'remove' }} />
          </AgentScope>
        </AgentScope>
      </AgentProvider>,
    )
    const scopes = Object.fromEntries(agent.scopes.scopes.map((scope) => [scope.name, scope]))
    expect(scopes['outer']).toMatchObject({ visible, untrusted: false })
    expect(scopes['inner']).toMatchObject({
      visible: { outside: ['webmcp'], off: 'explain' },
      untrusted: true,
    })
    expect(scopes['inmost']).toMatchObject({
      visible: { outside: ['webmcp'], off: 'remove' },
      untrusted: true,
    })
  })
})
