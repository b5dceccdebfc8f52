import { type Agent, createAgent } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { Component, type ReactElement, type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import * as z3 from 'zod3'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgentEvent } from '../agent/use-agent-event.ts'
import { usePlugin } from '../agent/use-plugin.ts'
import { useFormTools } from '../forms/use-form-tools.ts'
import { useMutationTool } from '../query.ts'
import { PageBusy } from '../settle/page-busy.tsx'
import { AgentScope, useScope } from './use-scope.tsx'
import { type UseToolOptions, useTool } from './use-tool.ts'

const agentWith = (...replies: Reply[]) => createAgent({ model: scriptedModel(replies) })

const provide = (agent: Agent, children: ReactNode) => (
  <StrictMode>
    <Boundary>
      <AgentProvider agent={agent}>{children}</AgentProvider>
    </Boundary>
  </StrictMode>
)

/** The error boundary of the host, which would take its page down. */
class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }
  override render(): ReactNode {
    return this.state.hasFailed ? <p>Something went wrong</p> : this.props.children
  }
}

const note = { name: 'add_note', description: 'Adds a note.', handler: () => 'added' }
const older = z3.object({ text: z3.string() }) as never

function Host(options: Partial<UseToolOptions<never, unknown>>): ReactElement {
  useTool({ ...note, ...options } as UseToolOptions<never, unknown>)
  return <p>The page</p>
}

const toolNames = (agent: Agent) => agent.scopes.tools.map(({ tool }) => tool.name)

let told: MockInstance<typeof console.error>

beforeEach(() => {
  told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('what cannot be registered', () => {
  const wrong: [string, Partial<UseToolOptions<never, unknown>>, string][] = [
    ['a schema of zod 3', { parameters: older }, "import 'ambit/schema/zod3'"],
    ['a schema that is none', { parameters: {} as never }, 'not a Standard Schema'],
    ['a schema that is not an object', { parameters: z.string() as never }, 'not an object'],
    ['a date', { parameters: z.object({ at: z.date() }) as never }, 'a string with a format'],
    ['a bad name', { name: 'add note' }, 'cannot be sent to a model'],
    ['no handler', { handler: 'none' as never }, 'handler'],
    ['a bad retry', { run: { retry: 0 } }, 'retry'],
    ['a bad charge', { run: { cost: { tokens: -1 } } }, 'tokens'],
    [
      'a parameter `instance` beside the subject of a mount',
      { subject: { id: 'a' }, parameters: z.object({ instance: z.string() }) as never },
      'Rename the parameter',
    ],
  ]
  it.each(wrong)(
    'a tool with %s is left out, told once, and the page goes on',
    async (_, bad, words) => {
      const agent = agentWith('Hello')
      const screen = await render(provide(agent, <Host {...bad} />))
      await expect.element(screen.getByText('The page')).toBeVisible()
      await expect.poll(() => agent.scopes.leftOut).toHaveLength(1)
      expect(toolNames(agent)).toEqual([])
      await screen.rerender(provide(agent, <Host {...bad} />))
      const [leftOut] = agent.scopes.leftOut
      expect(leftOut?.what).toBe(`tool "${bad.name ?? 'add_note'}"`)
      expect(String(leftOut?.error)).toContain(words)
      const texts = told.mock.calls.map(([text]) => String(text)).filter((t) => t.includes(words))
      expect(texts).toHaveLength(1)
      expect(await agent.chat('Hi')).toMatchObject({ content: 'Hello' })
      await screen.unmount()
      expect(agent.scopes.leftOut).toEqual([])
    },
  )

  it('a tool is registered when its options become right, and left out when they become wrong', async () => {
    const agent = agentWith(calls(call('add_note', { text: 'a' })), 'Done', 'None')
    const right = z.object({ text: z.string() }) as never
    const screen = await render(provide(agent, <Host parameters={older} />))
    expect(agent.scopes.leftOut).toHaveLength(1)
    await screen.rerender(provide(agent, <Host parameters={right} />))
    expect(agent.scopes.leftOut).toEqual([])
    await agent.chat('Add')
    const answers = agent.history.messages.filter(({ role }) => role === 'tool')
    expect(answers).toMatchObject([{ status: 'ok' }])
    await screen.rerender(provide(agent, <Host parameters={older} />))
    expect(toolNames(agent)).toEqual([])
    expect(agent.scopes.leftOut).toHaveLength(1)
  })

  it('a scope that cannot be made is left out with its tools, until it can', async () => {
    const agent = agentWith()
    const page = (description?: string) =>
      provide(
        agent,
        <AgentScope name="notes" load="onDemand" description={description}>
          <Host />
        </AgentScope>,
      )
    const screen = await render(page())
    await expect.element(screen.getByText('The page')).toBeVisible()
    expect(agent.scopes.leftOut.map(({ what }) => what)).toEqual(['scope "notes"'])
    expect(toolNames(agent)).toEqual([])
    await screen.rerender(page('Notes.'))
    expect(agent.scopes.leftOut).toEqual([])
    expect(toolNames(agent)).toEqual(['add_note'])
    await screen.rerender(page())
    expect(toolNames(agent)).toEqual([])
  })

  const get = (): boolean => true
  const fail = (): never => {
    throw new Error('broken')
  }
  it.each([
    ['throws', { get, subscribe: fail }],
    ['returns no function', { get, subscribe: () => undefined }],
    ['returns a function that throws', { get, subscribe: () => fail }],
    ['is missing', { get }],
  ])('R69 a `subscribe` of `enabled` that %s leaves the page', async (_, enabled) => {
    const agent = agentWith()
    const screen = await render(provide(agent, <Host enabled={enabled as never} />))
    await expect.element(screen.getByText('The page')).toBeVisible()
    await screen.rerender(provide(agent, <Host enabled={get} />))
    await expect.element(screen.getByText('The page')).toBeVisible()
    await screen.rerender(
      provide(
        agent,
        <AgentScope name="notes" enabled={enabled as never}>
          <p>A scope</p>
        </AgentScope>,
      ),
    )
    await expect.element(screen.getByText('A scope')).toBeVisible()
    await screen.rerender(provide(agent, <p>Gone</p>))
    await expect.element(screen.getByText('Gone')).toBeVisible()
  })

  it.each([null, false])('a subject that is %s is none', async (subject) => {
    const agent = agentWith()
    const screen = await render(provide(agent, <Host subject={subject as never} />))
    await expect.element(screen.getByText('The page')).toBeVisible()
    expect(toolNames(agent)).toEqual(['add_note'])
  })

  it('a form whose schema cannot be read is left out, and shows the model no field', async () => {
    const agent = agentWith()
    function Form(): ReactElement {
      useFormTools({ current: null }, older, { name: 'profile' })
      return <p>The form</p>
    }
    const screen = await render(provide(agent, <Form />))
    await expect.element(screen.getByText('The form')).toBeVisible()
    expect(agent.scopes.leftOut.map(({ what }) => what)).toEqual(['scope "profile"'])
    expect([agent.scopes.scopes, toolNames(agent)]).toEqual([[], []])
  })

  const formik = { values: {}, setValues: () => 1, handleSubmit: () => 1, errors: {} }
  it.each<[string, object]>([
    ['Formik', formik],
    ['Formik with a `submit`', { ...formik, submit: () => 1 }],
    ['TanStack Form', { state: { values: {} }, handleSubmit: () => 1, setFieldValue: () => 1 }],
    ['React state without values', { values: undefined, setValues: () => 1, submit: () => 1 }],
  ])('R99 a form of %s as it is, is left out in words', async (_, form) => {
    const agent = agentWith()
    function Form(): ReactElement {
      useFormTools(form as never, z.object({ name: z.string() }), { name: 'guest' })
      return <p>The form</p>
    }
    const screen = await render(provide(agent, <Form />))
    await expect.element(screen.getByText('The form')).toBeVisible()
    expect(agent.scopes.leftOut.map(({ what }) => what)).toEqual(['scope "guest"'])
    expect(String(agent.scopes.leftOut[0]?.error)).toContain(
      '{ values, setValues, submit, errors }',
    )
    expect(toolNames(agent)).toEqual([])
  })

  it('hooks without options, or without a form, are left out', async () => {
    const agent = agentWith()
    const none = null as never
    function Empty(): ReactElement {
      useTool(none)
      useScope(none)
      useMutationTool(none)
      useFormTools(none, z.object({ name: z.string() }), { name: 'profile', onSubmit: () => 1 })
      useFormTools({ current: null }, z.object({ name: z.string() }), none)
      return <p>The page</p>
    }
    const screen = await render(provide(agent, <Empty />))
    await expect.element(screen.getByText('The page')).toBeVisible()
    await screen.rerender(provide(agent, <Empty />))
    expect(agent.scopes.leftOut.map(({ what }) => what).sort()).toEqual([
      'scope "profile"',
      'scope "undefined"',
      'scope "undefined"',
      'tool "undefined"',
      'tool "undefined"',
    ])
    expect([agent.scopes.scopes, toolNames(agent)]).toEqual([[], []])
  })

  it('hooks that only add something do nothing without a provider, and say so once', async () => {
    function Lone(): ReactElement {
      const scope = useScope({ name: 'notes' })
      useTool({ ...note, scope })
      usePlugin({ name: 'plain', request: (_, next) => next() })
      useAgentEvent('*', () => undefined)
      return (
        <p>
          Alone
          <PageBusy />
        </p>
      )
    }
    const screen = await render(
      <Boundary>
        <Lone />
        <Lone />
      </Boundary>,
    )
    await expect.element(screen.getByText('Alone').first()).toBeVisible()
    const texts = told.mock.calls.map(([text]) => String(text))
    expect(texts.filter((text) => text.includes('outside an <AgentProvider>'))).toHaveLength(5)
  })
})
