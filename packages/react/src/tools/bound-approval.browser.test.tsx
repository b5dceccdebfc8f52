import { type Agent, type PendingApproval, createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { QueryClient } from '@tanstack/react-query'
import { type ReactElement, StrictMode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { usePending } from '../agent/use-pending.ts'
import { useFormTools } from '../forms/use-form-tools.ts'
import { useMutationTool } from '../query.ts'
import { useScope } from './use-scope.tsx'
import { useTool } from './use-tool.ts'

/** The names of the customers that were deleted. */
let deleted: string[] = []

interface Given {
  name: string
}

const base = {
  name: 'delete_customer',
  description: 'Deletes the customer.',
  effect: 'destructive',
} as const

function Plain({ name }: Given): undefined {
  useTool({
    ...base,
    approval: { preview: () => `Deletes ${name}` },
    handler: () => void deleted.push(name),
  })
}

function OfInstance({ name }: Given): undefined {
  useTool({
    ...base,
    subject: { id: 'c', label: 'customer' },
    approval: { preview: () => `Deletes ${name}` },
    handler: () => void deleted.push(name),
  })
}

function OfScope({ name }: Given): undefined {
  const scope = useScope({ name: 'customers' })
  useTool({
    ...base,
    scope,
    approval: { preview: () => Promise.resolve(`Deletes ${name}`) },
    handler: () => void deleted.push(name),
  })
}

function Bound({ name }: Given): undefined {
  useTool({
    ...base,
    approval: { binds: () => ({ name }) },
    handler: () => void deleted.push(name),
  })
}

function BoundInstance({ name }: Given): undefined {
  useTool({
    ...base,
    subject: { id: 'c' },
    approval: { binds: () => [name] },
    handler: () => void deleted.push(name),
  })
}

const client = new QueryClient()

function Mutation({ name }: Given): undefined {
  useMutationTool({
    ...base,
    client,
    approval: { preview: () => `Deletes ${name}` },
    mutation: { mutationFn: () => Promise.resolve(deleted.push(name)) },
  })
}

/** Shows the approvals in the component of the tool, which renders with each of them. */
function WithCards({ name }: Given): ReactElement {
  useTool({
    ...base,
    approval: { preview: () => `Deletes ${name}` },
    handler: () => void deleted.push(name),
  })
  return (
    <>
      {usePending('approval').map(({ id, preview, approve }) => (
        <button key={id} onClick={() => approve()}>
          {String(preview)}
        </button>
      ))}
    </>
  )
}

const pendingOf = (agent: Agent): readonly PendingApproval[] => agent.pending.list('approval')

async function open(agent: Agent): Promise<PendingApproval> {
  await expect.poll(() => pendingOf(agent)).toHaveLength(1)
  return pendingOf(agent)[0] ?? expect.fail('Nothing is pending.')
}

/** Allows a request. Resolves with the request that takes its place. */
async function replacing(agent: Agent, { id }: PendingApproval): Promise<PendingApproval> {
  expect(agent.pending.approve(id)).toBe(true)
  await expect.poll(() => pendingOf(agent)[0]?.replaces).toBe(id)
  return open(agent)
}

/** Renders a page, and asks for the call of its tool. */
async function asked(page: (agent: Agent) => ReactElement, args = {}) {
  deleted = []
  const model = scriptedModel([calls(call('delete_customer', args)), 'Done'])
  const agent = createAgent({ model })
  agent.pending.attach('approval')
  const screen = await render(page(agent))
  await expect.poll(() => agent.scopes.find('delete_customer')).toBeDefined()
  const run = agent.chat('Delete it')
  return { agent, screen, run, first: await open(agent) }
}

const provide = (agent: Agent, children: ReactElement): ReactElement => (
  <StrictMode>
    <AgentProvider agent={agent}>{children}</AgentProvider>
  </StrictMode>
)

afterEach(() => vi.restoreAllMocks())

describe('R57 A4 a page that renders with another customer while a user is asked', () => {
  it.each<[string, (given: Given) => ReactElement | undefined, object?]>([
    ['plain', Plain],
    ['an instance', OfInstance, { instance: 'c' }],
    ['in a scope, with an asynchronous preview', OfScope],
    ['a mutation', Mutation],
    ['with its cards in the same component', WithCards],
  ])('R57 A4 %s: asks anew after the yes, which counts for nothing', async (_how, Page, args) => {
    const page = (agent: Agent, name: string) => provide(agent, <Page name={name} />)
    const { agent, screen, run, first } = await asked((of) => page(of, 'Ann'), args)
    await screen.rerender(page(agent, 'Ann'))
    await screen.rerender(page(agent, 'Bob'))
    const second = await replacing(agent, first)
    expect([first.preview, second.preview]).toEqual(['Deletes Ann', 'Deletes Bob'])
    expect(second).toMatchObject({ callId: first.callId, args: first.args })
    expect(agent.pending.approve(first.id)).toBe(false)
    expect(deleted).toEqual([])
    agent.pending.approve(second.id)
    await run
    expect(deleted).toEqual(['Bob'])
  })

  it.each<[string, (given: Given) => ReactElement | undefined, object?]>([
    ['with binds', Bound],
    ['an instance with binds', BoundInstance, { instance: 'c' }],
  ])('R57 A4 %s: refuses the call at once', async (_how, Page, args) => {
    const page = (agent: Agent, name: string) => provide(agent, <Page name={name} />)
    const { agent, screen, run, first } = await asked((of) => page(of, 'Ann'), args)
    await screen.rerender(page(agent, 'Bob'))
    agent.pending.approve(first.id)
    const { messages } = await run
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({
      status: 'stale',
      content: expect.stringContaining('what it is for changed after the page was shown'),
    })
    expect(deleted).toEqual([])
  })

  it('R57 A4 a press in the very task of the commit runs nothing either', async () => {
    const page = (agent: Agent, name: string, onCommit?: () => void) =>
      provide(
        agent,
        <>
          <Plain name={name} />
          <OnCommit then={onCommit} />
        </>,
      )
    const { agent, screen, run, first } = await asked((of) => page(of, 'Ann'))
    await screen.rerender(page(agent, 'Bob', () => void agent.pending.approve(first.id)))
    await expect.poll(() => pendingOf(agent)[0]?.replaces).toBe(first.id)
    const second = await open(agent)
    expect(deleted).toEqual([])
    agent.pending.deny(second.id)
    await run
    expect(deleted).toEqual([])
  })

  it('R57 A4 a page that renders the same keeps the request', async () => {
    const page = (agent: Agent) => provide(agent, <Plain name="Ann" />)
    const { agent, screen, run, first } = await asked(page)
    for (let nth = 0; nth < 20; nth++) await screen.rerender(page(agent))
    expect(pendingOf(agent)).toEqual([first])
    agent.pending.approve(first.id)
    await run
    expect(deleted).toEqual(['Ann'])
  })

  it('R57 A4 a state of another root counts at the press', async () => {
    const store = createStore(() => ({ name: 'Ann' }))
    function Here(): ReactElement {
      const [{ name }, set] = useState(store.getState)
      useEffect(() => store.subscribe(set), [])
      return <Plain name={name} />
    }
    const { agent, run, first } = await asked((of) => provide(of, <Here />))
    await render(<button onClick={() => store.setState({ name: 'Bob' })}>Choose Bob</button>).then(
      (other) => other.getByRole('button').click(),
    )
    const second = await replacing(agent, first)
    expect(second.preview).toBe('Deletes Bob')
    agent.pending.approve(second.id)
    await run
    expect(deleted).toEqual(['Bob'])
  })

  it('R57 A4 a store that no component reads is found at the press', async () => {
    const store = createStore(() => ({ name: 'Ann' }))
    function Here(): undefined {
      useTool({
        ...base,
        approval: { preview: () => `Deletes ${store.getState().name}` },
        handler: () => void deleted.push(store.getState().name),
      })
    }
    const { agent, run, first } = await asked((of) => provide(of, <Here />))
    store.setState({ name: 'Bob' })
    const second = await replacing(agent, first)
    expect(second.preview).toBe('Deletes Bob')
    expect(deleted).toEqual([])
    agent.pending.approve(second.id)
    await run
    expect(deleted).toEqual(['Bob'])
  })

  it('R57 A4 the values of a form that was typed into are asked about anew', async () => {
    const sent: unknown[] = []
    const schema = z.object({ name: z.string() })
    function Form(): ReactElement {
      const form = useForm({ defaultValues: { name: 'Ann' } })
      useFormTools(form, schema, {
        name: 'profile',
        onSubmit: (values) => void sent.push(values),
        submit: { approval: true },
      })
      return <input aria-label="Name" {...form.register('name')} />
    }
    const model = scriptedModel([calls(call('submit_profile')), 'Done'])
    const agent = createAgent({ model })
    agent.pending.attach('approval')
    const screen = await render(provide(agent, <Form />))
    const run = agent.chat('Submit')
    const first = await open(agent)
    expect(first.preview).toEqual({ name: 'Ann' })
    await screen.getByLabelText('Name').fill('Bob')
    const second = await replacing(agent, first)
    expect(second.preview).toEqual({ name: 'Bob' })
    expect(sent).toEqual([])
    agent.pending.approve(second.id)
    await run
    expect(sent).toEqual([{ name: 'Bob' }])
  })

  it('R57 A4 a clock in a preview, with the cards in its component, ends as stale, and in no loop', async () => {
    let asks = 0
    function Clock(): ReactElement {
      const pending = usePending('approval')
      useTool({
        ...base,
        approval: { preview: () => ++asks },
        handler: () => void deleted.push('any'),
      })
      return <p>{pending.length}</p>
    }
    const { agent, run } = await asked((of) => provide(of, <Clock />))
    let answered: PendingApproval | undefined
    const stop = agent.pending.subscribe(() => {
      const [request] = agent.pending.list('approval')
      if (request && request !== answered) agent.pending.approve((answered = request).id)
    })
    agent.pending.approve((await open(agent)).id)
    const { messages } = await run
    stop()
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status: 'stale' })
    expect(deleted).toEqual([])
    expect(asks).toBeLessThan(20)
  })
})

function OnCommit({ then }: { then?: (() => void) | undefined }): undefined {
  useEffect(() => then?.(), [then])
}

describe('the hint to say what a call is for', () => {
  const run = vi.fn()
  interface Hinted {
    readonly tool: string
    readonly isInline?: boolean
    readonly options?: object
  }
  function Tool({ tool, isInline = true, options }: Hinted): undefined {
    'use no memo'
    useTool({
      ...base,
      name: tool,
      handler: isInline ? () => void run(tool) : run,
      ...options,
    })
  }
  const hintsOf = async (given: Hinted) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const agent = createAgent({ model: scriptedModel([]) })
    const page = () => provide(agent, <Tool {...given} />)
    const { rerender } = await render(page())
    for (let nth = 0; nth < 4; nth++) await rerender(page())
    return warn.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('binds'))
  }

  it.each<[string, object]>([
    ['destroys', {}],
    ['sends', { effect: 'egress' }],
    ['asks', { effect: 'write', approval: true }],
  ])(
    'names a tool once that %s and whose handler is new with each render',
    async (how, options) => {
      const hints = await hintsOf({ tool: `new_${how}`, options })
      expect(hints).toHaveLength(1)
      expect(hints[0]).toContain(`tool "new_${how}"`)
    },
  )

  it.each<[string, Omit<Hinted, 'tool'>]>([
    ['preview', { options: { approval: { preview: () => 'x' } } }],
    ['binds', { options: { approval: { binds: () => 1 } } }],
    ['mount', { options: { subject: { id: 'a' } } }],
    ['subject', { options: { subject: 'a' } }],
    ['write', { options: { effect: 'write' } }],
    ['outside', { isInline: false }],
  ])('is not given for a tool of the kind %s', async (kind, given) => {
    expect(await hintsOf({ tool: `none_${kind}`, ...given })).toEqual([])
  })
})
