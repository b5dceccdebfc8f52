import { type Agent, createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useRef, useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useFormTools } from './use-form-tools.ts'

const schema = z.object({ name: z.string(), city: z.string() })
const initial = { name: 'Ann', city: 'Rome' }

function Hook(): ReactElement {
  const form = useForm({ defaultValues: initial })
  useFormTools(form, schema, { name: 'customer', onSubmit: () => undefined })
  return (
    <form>
      <input aria-label="name" {...form.register('name')} />
      <input aria-label="city" {...form.register('city')} />
    </form>
  )
}

function Native(): ReactElement {
  const form = useRef<HTMLFormElement>(null)
  useFormTools(form, schema, { name: 'customer', onSubmit: () => undefined })
  return (
    <form ref={form}>
      <input aria-label="name" name="name" defaultValue="Ann" />
      <input aria-label="city" name="city" defaultValue="Rome" />
    </form>
  )
}

function Plain(): ReactElement {
  const [values, setValues] = useState(initial)
  const form = { values, setValues, submit: () => true }
  useFormTools(form, schema, { name: 'customer' })
  const set = (name: keyof typeof initial, value: string): void =>
    setValues((now) => ({ ...now, [name]: value }))
  return (
    <form>
      <input aria-label="name" value={values.name} onChange={(e) => set('name', e.target.value)} />
      <input aria-label="city" value={values.city} onChange={(e) => set('city', e.target.value)} />
    </form>
  )
}

const fill = (args: object, id: string) => call('fill_customer', args, id)

describe.each([
  ['React Hook Form', Hook],
  ['a native form', Native],
  ['a form of React', Plain],
])('%s that the user and the agent fill at once', (_kind, Form) => {
  /** Runs calls, before which the user types in fields. Returns the form, and the answers. */
  async function run(types: Partial<typeof initial>, ...messages: ReturnType<typeof calls>[]) {
    const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement
    const first = (): ReturnType<typeof calls> => {
      for (const [label, value] of Object.entries(types)) {
        fireEvent.input(input(label), { target: { value } })
      }
      return messages[0] as ReturnType<typeof calls>
    }
    const agent = createAgent({ model: scriptedModel([first, ...messages.slice(1), 'done']) })
    render(
      <AgentProvider agent={agent}>
        <Form />
      </AgentProvider>,
    )
    await act(() => agent.chat('go'))
    return { name: input('name').value, city: input('city').value, answers: answersOf(agent) }
  }

  it('keeps what the user has typed since, and fills the rest', async () => {
    const filled = await run({ name: 'Mine' }, calls(fill({ name: 'Bob', city: 'Oslo' }, 'c1')))
    // Only its values tell which thing a form of React edits.
    if (Form === Plain) return expect(filled).toMatchObject({ name: 'Mine', city: 'Rome' })
    expect(filled).toMatchObject({ name: 'Mine', city: 'Oslo' })
    expect(JSON.parse(filled.answers[0] ?? '')).toMatchObject({
      filled: ['city'],
      notFilled: { name: 'The user has changed it.' },
    })
  })

  it('is filled again by the calls of a message, and by the next one', async () => {
    const twice = calls(fill({ name: 'Bob' }, 'c1'), fill({ name: 'Cleo' }, 'c2'))
    const filled = await run({}, twice, calls(fill({ name: 'Dora' }, 'c3')))
    expect(filled).toMatchObject({ name: 'Dora', city: 'Rome' })
  })

  it('takes what the user has typed once the model was shown it', async () => {
    const again = calls(fill({ name: 'Bob' }, 'c2'))
    expect(await run({ name: 'Mine' }, calls(fill({ name: 'Bob' }, 'c1')), again)).toMatchObject({
      name: 'Bob',
    })
  })
})

const answersOf = (agent: Agent): string[] =>
  agent.history.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .map(({ content }) => content)

describe.each([
  ['React Hook Form', Hook],
  ['a native form', Native],
])('%s that the user goes on with', (_kind, Form) => {
  /** Submits the form. `before` runs while the model answers. */
  async function submit(before: () => void, ...others: ReturnType<typeof call>[]) {
    const asked = (): ReturnType<typeof calls> => {
      before()
      return calls(...others, call('submit_customer', {}, 's'))
    }
    const agent = createAgent({ model: scriptedModel([asked, 'done']) })
    render(
      <AgentProvider agent={agent}>
        <Form />
      </AgentProvider>,
    )
    await act(() => agent.chat('go'))
    return agent.history.messages.find(({ id }) => id === 's') as ToolMessage
  }

  it('is not submitted with what the model was not shown', async () => {
    const city = (): HTMLElement => screen.getByLabelText('city')
    const answer = await submit(() => fireEvent.input(city(), { target: { value: 'Ber' } }))
    expect(answer.status).toBe('stale')
    expect(answer.content).toContain('“city” changed after the page was shown')
  })

  it('is submitted with what the agent has filled', async () => {
    const answer = await submit(() => undefined, fill({ name: 'Bob' }, 'f'))
    expect(answer).toMatchObject({ status: 'ok', content: expect.any(String) })
  })
})

it('an undo of a list keeps what the user has typed into it since', async () => {
  const tags = z.object({ tags: z.array(z.object({ text: z.string() })) })
  function Tags(): ReactElement {
    const form = useForm({ defaultValues: { tags: [{ text: 'old' }] } })
    const { fields } = useFieldArray({ control: form.control, name: 'tags' })
    useFormTools(form, tags, { name: 'customer', onSubmit: () => undefined })
    const inputs = fields.map(({ id }, at) => (
      <input key={id} aria-label={`tag ${at}`} {...form.register(`tags.${at}.text`)} />
    ))
    return <form>{inputs}</form>
  }
  const ask = calls(fill({ tags: [{ text: 'its' }] }, 'f'))
  const agent = createAgent({ model: scriptedModel([ask, 'done']) })
  render(
    <AgentProvider agent={agent}>
      <Tags />
    </AgentProvider>,
  )
  await act(() => agent.chat('go'))
  const input = screen.getByLabelText('tag 0') as HTMLInputElement
  fireEvent.input(input, { target: { value: 'mine' } })
  const { failed } = await act(() => agent.undo('f'))
  expect(failed).toMatchObject([{ error: { message: 'tags changed since and stays as it is.' } }])
  expect(input.value).toBe('mine')
})

describe('a form that a user cannot submit now', () => {
  function Locked({ isInert }: { isInert: boolean }): ReactElement {
    const form = useRef<HTMLFormElement>(null)
    useFormTools(form, schema, { name: 'customer', onSubmit: () => undefined })
    return (
      <div inert={isInert}>
        <form ref={form}>
          <input aria-label="name" name="name" minLength={3} defaultValue="Ann" />
          <input aria-label="city" name="city" defaultValue="Rome" />
          {isInert ? null : <button disabled>Save</button>}
        </form>
      </div>
    )
  }

  it.each([
    ['its button is disabled', false],
    ['the page is inert', true],
  ])('is not submitted: %s', async (_why, isInert) => {
    const ask = calls(fill({ name: 'Al' }, 'f'), call('submit_customer', {}, 's'))
    const agent = createAgent({ model: scriptedModel([ask, 'done']) })
    render(
      <AgentProvider agent={agent}>
        <Locked isInert={isInert} />
      </AgentProvider>,
    )
    await act(() => agent.chat('go'))
    const [filled, submitted] = agent.history.messages.filter(
      (message): message is ToolMessage => message.role === 'tool',
    )
    if (!isInert) expect(filled?.content).toContain('at least 3 characters')
    expect(submitted).toMatchObject({ status: 'error' })
    expect(submitted?.content).toContain('It is disabled.')
  })
})
