import { type Agent, createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { type ReactElement, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider, AgentScope, type Until, useFormTools, useTool } from './index.ts'
import { useAgentState } from './state.ts'

const board = z.object({
  title: z.string(),
  items: z.array(z.object({ id: z.string(), text: z.string() })),
})
const initial = { title: 'Party', items: [{ id: '1', text: 'Tea' }] }

function Board({ effect }: { readonly effect: 'write' | 'destructive' }): ReactElement {
  const [{ title, items }, set] = useAgentState('board', {
    schema: board,
    initial,
    description: 'The board.',
    effect,
  })
  const [text, setText] = useState('')
  const add = (): void =>
    set((now) => ({ ...now, items: [...now.items, { id: crypto.randomUUID(), text }] }))
  const setTitle = (title: string): void => set((now) => ({ ...now, title }))
  return (
    <>
      <input aria-label="Title" value={title} onChange={(e) => setTitle(e.target.value)} />
      <ul>
        {items.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <input aria-label="New" value={text} onChange={(e) => setText(e.target.value)} />
      <button onClick={add}>Add</button>
    </>
  )
}

const customer = z.object({ name: z.string(), city: z.string() })
const options = { name: 'customer', onSubmit: () => undefined }

function NativeForm(): ReactElement {
  const form = useRef<HTMLFormElement>(null)
  useFormTools(form, customer, options)
  return (
    <form ref={form}>
      <input aria-label="Name" name="name" defaultValue="Ann" />
      <input aria-label="City" name="city" defaultValue="Rome" />
    </form>
  )
}

function HookForm(): ReactElement {
  const form = useForm({ defaultValues: { name: 'Ann', city: 'Rome' } })
  useFormTools(form, customer, options)
  return (
    <form>
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="City" {...form.register('city')} />
    </form>
  )
}

const notes: string[] = []

function Orders(): ReactElement {
  const [order, open] = useState(1)
  return (
    <AgentScope name="order" subject={order} context={() => ({ order })}>
      <h1>Order {order}</h1>
      <button onClick={() => open(2)}>Order 2</button>
      <Note order={order} />
    </AgentScope>
  )
}

function Note({ order }: { readonly order: number }): null {
  useTool({
    name: 'add_note',
    description: 'Add a note to the open order.',
    handler: () => void notes.push(`note on ${order}`),
  })
  return null
}

/** Shows a page, and an agent with a model of these replies. */
async function show(ui: ReactElement, replies: readonly Reply[], until?: Until): Promise<Agent> {
  const agent = createAgent({ model: scriptedModel([...replies, 'Done']) })
  agent.pending.attach('approval')
  await render(
    <AgentProvider agent={agent} until={until}>
      {ui}
    </AgentProvider>,
  )
  return agent
}

const answersOf = (agent: Agent): ToolMessage[] =>
  agent.history.messages.filter((message): message is ToolMessage => message.role === 'tool')

const statusesOf = (agent: Agent): string[] => answersOf(agent).map(({ status }) => status)

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const press = (name: string) => page.getByRole('button', { name }).click()
const textsOf = (): string[] =>
  [...document.querySelectorAll('li')].map(({ textContent }) => textContent ?? '')

/** A model that answers once the user has done something. */
const after =
  (user: () => Promise<void>, ...asked: ReturnType<typeof call>[]): Reply =>
  async () => {
    await user()
    return calls(...asked)
  }

const type = (name: string, text: string) => async (): Promise<void> => {
  await box(name).click()
  await userEvent.keyboard(text)
}

describe('a user who types while the model answers', () => {
  it.each([
    ['a native form', NativeForm],
    ['React Hook Form', HookForm],
  ])('keeps each letter, and the agent fills the rest: %s', async (_kind, Form) => {
    const fill = call('fill_customer', { name: 'Bob', city: 'Oslo' })
    const agent = await show(<Form />, [after(type('Name', '{End}abel'), fill)])
    await agent.chat('Fill it')
    await expect.element(box('Name')).toHaveValue('Annabel')
    await expect.element(box('City')).toHaveValue('Oslo')
    expect(JSON.parse(answersOf(agent)[0]?.content ?? '')).toMatchObject({
      filled: ['city'],
      notFilled: { name: 'The user has changed it.' },
    })
    await userEvent.keyboard('la')
    await expect.element(box('Name')).toHaveValue('Annabella')
  })

  it('keeps a title, and is not disturbed by an item of the agent', async () => {
    const items = [...initial.items, { id: '2', text: 'Milk' }]
    const set = [call('set_board', { items }, 'c1'), call('set_board', { title: 'Feast' }, 'c2')]
    const agent = await show(<Board effect="write" />, [after(type('Title', '{End}!'), ...set)])
    await agent.chat('Add milk')
    expect(statusesOf(agent)).toEqual(['ok', 'stale'])
    expect(answersOf(agent)[1]?.content).toContain('“title” changed')
    expect(textsOf()).toEqual(['Tea', 'Milk'])
    await userEvent.keyboard('!')
    await expect.element(box('Title')).toHaveValue('Party!!')
  })
})

describe('a user who goes on while a card is open', () => {
  /** Asks for a change, lets the user go on, and allows what is then asked. */
  async function allow(patch: object, goOn: () => Promise<void>): Promise<string[]> {
    const agent = await show(<Board effect="destructive" />, [call('set_board', patch)])
    const run = agent.chat('Change it')
    await expect.poll(() => agent.pending.list('approval')).toHaveLength(1)
    await goOn()
    // Who has allowed what changed is asked again.
    agent.pending.subscribe(() => approveAll(agent))
    approveAll(agent)
    await run
    return statusesOf(agent)
  }

  const approveAll = ({ pending }: Agent): void => {
    for (const { id } of pending.list('approval')) pending.approve(id)
  }

  it('keeps the item that they add before they allow another one', async () => {
    const items = [...initial.items, { id: '2', text: 'Milk' }]
    const add = async (): Promise<void> => {
      await type('New', 'Cake')()
      await press('Add')
      expect(textsOf()).toEqual(['Tea', 'Cake'])
    }
    expect(await allow({ items }, add)).toEqual(['ok'])
    expect(textsOf().toSorted()).toEqual(['Cake', 'Milk', 'Tea'])
  })

  it('keeps the title that they change before they allow another one', async () => {
    expect(await allow({ title: 'Feast' }, type('Title', '{End}!'))).toEqual(['stale'])
    await expect.element(box('Title')).toHaveValue('Party!')
  })
})

describe('a user who opens another record between two calls of a message', () => {
  it('finds nothing on it of what was meant for the first', async () => {
    notes.splice(0)
    const pressed = Promise.withResolvers<void>()
    let isPending = false
    const listeners = new Set<() => void>()
    const asked = calls(call('add_note', {}, 'c1'), call('add_note', {}, 'c2'))
    // The page is at rest once the user has pressed.
    const agent = await show(<Orders />, [asked], {
      isPending: () => isPending,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    })
    agent.on('agent:tool_succeeded', async () => {
      isPending = true
      await press('Order 2')
      isPending = false
      for (const listener of listeners) listener()
      pressed.resolve()
    })
    await agent.chat('Add two notes')
    await pressed.promise
    expect(statusesOf(agent)).toEqual(['ok', 'stale'])
    expect(notes).toEqual(['note on 1'])
    await expect.element(page.getByRole('heading', { name: 'Order 2' })).toBeVisible()
  })
})

describe('an undo after the user has gone on', () => {
  it('takes back what the agent made, and leaves what the user has typed since', async () => {
    const items = [...initial.items, { id: '2', text: 'Milk' }]
    const agent = await show(<Board effect="write" />, [
      call('set_board', { title: 'Feast', items }, 'c1'),
    ])
    await agent.chat('Make it a feast')
    await type('Title', '{End} of all')()
    await type('New', 'Cake')()
    await press('Add')
    const { failed } = await agent.undo('c1')
    expect(failed[0]?.error.message).toContain('“title” was changed since and stays as it is')
    await expect.poll(textsOf).toEqual(['Tea', 'Cake'])
    await expect.element(box('Title')).toHaveValue('Feast of all')
  })

  it.each([
    ['a native form', NativeForm],
    ['React Hook Form', HookForm],
  ])('leaves what was typed over a value of the agent: %s', async (_kind, Form) => {
    const fill = call('fill_customer', { name: 'Bob', city: 'Oslo' }, 'c1')
    const agent = await show(<Form />, [fill])
    await agent.chat('Fill it')
    await type('Name', '{End}by')()
    const { failed } = await agent.undo('c1')
    expect(failed[0]?.error.message).toContain('name changed since')
    await expect.element(box('Name')).toHaveValue('Bobby')
    await expect.element(box('City')).toHaveValue('Rome')
  })
})
