import { type Agent, createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import {
  type ReactElement,
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, RouterProvider, useLocation, useParams } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { type PlainForm } from '../forms/plain-form.ts'
import { useFormTools } from '../forms/use-form-tools.ts'
import { AgentScope } from './use-scope.tsx'
import { useTool } from './use-tool.ts'

afterEach(() => void vi.restoreAllMocks())

const provide = (agent: Agent, children: ReactNode): ReactElement => (
  <StrictMode>
    <AgentProvider agent={agent}>{children}</AgentProvider>
  </StrictMode>
)

const answersOf = (agent: Agent): ToolMessage[] =>
  agent.history.messages.filter((message) => message.role === 'tool')

/** Returns a page at an address, and an agent whose first answer waits until it is let go. */
async function openPage(element: ReactElement, asked: Reply & object, path = '/orders/1') {
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
  const model = scriptedModel([{ ...asked, gate }, 'Done'])
  const agent = createAgent({ model })
  const router = createMemoryRouter([{ path: '/orders/:id', element }], { initialEntries: [path] })
  await render(provide(agent, <RouterProvider router={router} />))
  const run = agent.chat('Add a note')
  await model.requested(1)
  return { agent, model, router, run, answer }
}

const notes: string[] = []
afterEach(() => void notes.splice(0))

type Form = 'value' | 'function' | 'binds' | 'none'

interface NoteProps {
  readonly id: string
  readonly form: Form
  /** True if the schema is another object with each render. */
  readonly isInline?: boolean | undefined
}

function Note({ id, form, isInline }: NoteProps): undefined {
  useTool({
    name: 'add_note',
    description: 'Add a note to the open order.',
    ...(isInline && { parameters: z.object({}) }),
    ...(form === 'value' && { subject: id }),
    ...(form === 'function' && { subject: () => id }),
    ...(form === 'binds' && { approval: { binds: () => [id] } }),
    handler: () => void notes.push(`note on ${id}`),
  })
}

const Order = ({
  form,
  isKeyed,
  isInline,
}: Omit<NoteProps, 'id'> & { readonly isKeyed: boolean }): ReactElement => {
  const { id = '' } = useParams()
  const { search } = useLocation()
  return (
    <AgentScope name="order" context={() => ({ id })}>
      <Note key={isKeyed ? id : 'note'} id={id} form={form} isInline={isInline} />
      <p>{`Order ${id}${search}`}</p>
    </AgentScope>
  )
}

const changed = { status: 'stale', content: expect.stringContaining('is for changed') }

describe('useTool({ subject })', () => {
  it.each<[Form, boolean]>([
    ['value', false],
    ['value', true],
    ['function', false],
    ['binds', false],
    ['binds', true],
  ])(
    'S1-1 writes no note on an order that the user opened while the model answered: %s, key %s',
    async (form, isKeyed) => {
      const page = <Order form={form} isKeyed={isKeyed} />
      const { agent, model, router, run, answer } = await openPage(page, calls(call('add_note')))
      expect(JSON.stringify(model.requests[0]?.prompt)).toContain('{\\"id\\":\\"1\\"}')
      await router.navigate('/orders/2')
      await expect.poll(() => document.body.textContent).toContain('Order 2')
      answer()
      await run
      expect(notes).toEqual([])
      expect(answersOf(agent)).toMatchObject([changed])
      expect(JSON.stringify(model.requests[1]?.prompt.at(-1))).toContain('{\\"id\\":\\"2\\"}')
    },
  )

  it('without one, another mount is another thing', async () => {
    const page = <Order form="none" isKeyed />
    const { agent, router, run, answer } = await openPage(page, calls(call('add_note')))
    await router.navigate('/orders/2')
    await expect.poll(() => document.body.textContent).toContain('Order 2')
    answer()
    await run
    expect(notes).toEqual([])
    expect(answersOf(agent)).toMatchObject([changed])
  })

  it.each<[what: string, form: Form, isKeyed: boolean]>([
    ['hides its component, which has no subject,', 'none', false],
    ['hides its component, which has one,', 'value', false],
    ['mounts another component with the same id', 'value', true],
    ['mounts another component whose function gives the same id', 'function', true],
  ])('is the same if the page %s meanwhile', async (_, form, isKeyed) => {
    let set: (shown: { wait?: Promise<void> | undefined; key: number }) => void = () => undefined
    function Late({ wait, at }: { wait?: Promise<void> | undefined; at: number }): ReactElement {
      if (wait) throw wait
      return <i>{`Shown ${at}`}</i>
    }
    function Page(): ReactElement {
      const [{ wait, key }, setShown] = useState<Parameters<typeof set>[0]>({ key: 1 })
      set = setShown
      return (
        <Suspense fallback={<b>Hidden</b>}>
          <Note key={isKeyed ? key : 'note'} id="1" form={form} />
          <Late wait={wait} at={key} />
          <i>{`Shown ${key}`}</i>
        </Suspense>
      )
    }
    const { agent, run, answer } = await openPage(<Page />, calls(call('add_note')))
    const data = Promise.withResolvers<void>()
    set({ wait: data.promise, key: 1 })
    await expect.poll(() => document.body.textContent).toContain('Hidden')
    expect(agent.scopes.find('add_note')).toBeUndefined()
    set({ key: 2 })
    data.resolve()
    await expect.poll(() => document.body.textContent).toContain('Shown 2')
    answer()
    await run
    expect(answersOf(agent)).toMatchObject([{ status: 'ok' }])
    expect(notes).toEqual(['note on 1'])
  })

  it.each<Form>(['value', 'none'])(
    'is the same for a schema of equal JSON that is new with every render: %s',
    async (form) => {
      const page = <Order form={form} isKeyed={false} isInline />
      const { router, run, answer } = await openPage(page, calls(call('add_note')))
      await router.navigate('/orders/1?tab=2')
      await expect.poll(() => document.body.textContent).toContain('tab=2')
      answer()
      await run
      expect(notes).toEqual(['note on 1'])
    },
  )

  it('of a row that a virtual list mounts again is the same', async () => {
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
    const asked = { ...calls(call('open_row', { instance: 'b' })), gate }
    const model = scriptedModel([asked, 'Done'])
    const agent = createAgent({ model })
    let set: (rows: readonly string[]) => void = () => undefined
    function Row({ id }: { id: string }): ReactElement {
      useTool({
        name: 'open_row',
        description: 'Opens a row.',
        subject: { id, label: `Row ${id}` },
        handler: () => void notes.push(id),
      })
      return <p>{`Row ${id}`}</p>
    }
    function Page(): ReactElement {
      const [rows, setRows] = useState<readonly string[]>(['a', 'b'])
      set = setRows
      return (
        <AgentScope name="rows">
          {rows.map((id) => (
            <Row key={id} id={id} />
          ))}
        </AgentScope>
      )
    }
    await render(provide(agent, <Page />))
    const hasTwo = () => agent.scopes.find('open_row')?.tool.instances?.length === 2
    await expect.poll(hasTwo).toBe(true)
    const run = agent.chat('Open b')
    await model.requested(1)
    set([])
    await expect.poll(() => document.body.textContent).not.toContain('Row')
    set(['b', 'c'])
    await expect.poll(hasTwo).toBe(true)
    answer()
    await run
    expect(answersOf(agent)).toMatchObject([{ status: 'ok', label: 'Row b' }])
    expect(notes).toEqual(['b'])
  })

  it.each<Form>(['value', 'function', 'binds'])(
    'writes the note if the page only rendered again: %s',
    async (form) => {
      const page = <Order form={form} isKeyed={false} />
      const { router, run, answer } = await openPage(page, calls(call('add_note')))
      await router.navigate('/orders/1?tab=2')
      answer()
      await run
      expect(notes).toEqual(['note on 1'])
    },
  )

  it('of a scope holds for the tools below it', async () => {
    const Page = (): ReactElement => {
      const { id = '' } = useParams()
      return (
        <AgentScope name="order" subject={id}>
          <Tool id={id} />
          <p>{`Order ${id}`}</p>
        </AgentScope>
      )
    }
    function Tool({ id }: { id: string }): undefined {
      useTool({ name: 'add_note', description: 'Adds.', handler: () => void notes.push(id) })
    }
    const { agent, router, run, answer } = await openPage(<Page />, calls(call('add_note')))
    await router.navigate('/orders/2')
    await expect.poll(() => document.body.textContent).toContain('Order 2')
    answer()
    await run
    expect(notes).toEqual([])
    expect(answersOf(agent)).toMatchObject([changed])
  })

  it('of a form keeps the values of one customer from another', async () => {
    const schema = z.object({ note: z.string() })
    const Page = (): ReactElement => {
      const { id = '' } = useParams()
      const [values, setValues] = useState({ note: '' })
      const form: PlainForm<{ note: string }> = {
        values,
        setValues: (next) => setValues((now) => ({ ...now, ...next })),
        submit: () => void notes.push(`${id}: ${values.note}`),
      }
      useFormTools(form, schema, { name: 'customer', subject: id })
      return <p>{`Order ${id}`}</p>
    }
    const asked = calls(call('fill_customer', { note: 'for one' }), call('submit_customer'))
    const { agent, router, run, answer } = await openPage(<Page />, asked)
    await router.navigate('/orders/2')
    await expect.poll(() => document.body.textContent).toContain('Order 2')
    answer()
    await run
    expect(notes).toEqual([])
    expect(answersOf(agent)).toMatchObject([changed, changed])
  })

  it.each<['hook' | 'plain' | 'element', 'reset' | 'keyed' | 'typed']>([
    ['hook', 'reset'],
    ['hook', 'keyed'],
    ['hook', 'typed'],
    ['plain', 'reset'],
    ['plain', 'keyed'],
    ['element', 'reset'],
    ['element', 'keyed'],
    ['element', 'typed'],
  ])('of a form is its own without a given one: %s, %s', async (kind, how) => {
    const schema = z.object({ note: z.string() })
    const options = { name: 'customer' }
    const save = (id: string) => (values: object) => void notes.push(`${id} ${toNote(values)}`)
    const toNote = (values: object): string => String(Reflect.get(values, 'note'))
    function Hook({ id }: { id: string }): ReactElement {
      const form = useForm({ defaultValues: { note: `of ${id}` } })
      const { reset } = form
      useEffect(() => reset({ note: `of ${id}` }), [reset, id])
      useFormTools(form, schema, { ...options, onSubmit: save(id) })
      return <input aria-label="Note" {...form.register('note')} />
    }
    function Plain({ id }: { id: string }): ReactElement {
      const [values, setValues] = useState({ note: `of ${id}` })
      const [shown, setShown] = useState(id)
      if (shown !== id) {
        setShown(id)
        setValues({ note: `of ${id}` })
      }
      useFormTools({ values, setValues, submit: () => save(id)(values) }, schema, options)
      return <p>{values.note}</p>
    }
    function Element({ id }: { id: string }): ReactElement {
      const ref = useRef<HTMLFormElement>(null)
      useFormTools(ref, schema, { ...options, onSubmit: save(id) })
      return (
        <form ref={ref}>
          <input type="hidden" name="id" value={id} />
          <input aria-label="Note" name="note" defaultValue={`of ${id}`} />
        </form>
      )
    }
    const Form = { hook: Hook, plain: Plain, element: Element }[kind]
    const Page = (): ReactElement => {
      const { id = '' } = useParams()
      return (
        <>
          <Form key={how === 'keyed' ? id : 'form'} id={id} />
          <p>{`Order ${id}`}</p>
        </>
      )
    }
    const asked = calls(call('fill_customer', { note: 'Hello' }), call('submit_customer'))
    const { agent, router, run, answer } = await openPage(<Page />, asked)
    if (how === 'typed') {
      await page.getByRole('textbox', { name: 'Note' }).fill('typed')
    } else {
      await router.navigate('/orders/2')
      await expect.poll(() => document.body.textContent).toContain('Order 2')
    }
    answer()
    await run
    expect(notes).toEqual([])
    // The form is the same one: what the user has typed stays, and is not submitted unseen.
    const left = { status: 'ok', content: expect.stringContaining('The user has changed it') }
    const unseen = { status: 'stale', content: expect.stringContaining('“note” changed') }
    expect(answersOf(agent)).toMatchObject(how === 'typed' ? [left, unseen] : [changed, changed])
  })

  it('as a plain value gives the model no parameter', async () => {
    const page = <Order form="value" isKeyed={false} />
    const { model, run, answer } = await openPage(page, calls(call('add_note')))
    answer()
    await run
    expect(JSON.stringify(model.requests[0]?.tools)).not.toContain('instance')
    expect(notes).toEqual(['note on 1'])
  })

  it('as a function that returns `{ id, label }` tells mounts apart', async () => {
    const model = scriptedModel([calls(call('open_row', { instance: 'b' })), 'Done'])
    const agent = createAgent({ model })
    function Row({ id }: { id: string }): undefined {
      useTool({
        name: 'open_row',
        description: 'Opens a row.',
        subject: () => ({ id, label: `Row ${id}` }),
        handler: () => void notes.push(id),
      })
    }
    await render(
      provide(
        agent,
        <AgentScope name="rows">
          <Row id="a" />
          <Row id="b" />
        </AgentScope>,
      ),
    )
    await expect.poll(() => agent.scopes.find('open_row')?.tool.instances).toHaveLength(2)
    await agent.chat('Open b')
    expect(notes).toEqual(['b'])
    expect(answersOf(agent)).toMatchObject([{ status: 'ok', label: 'Row b' }])
  })

  it('of a mount compares `binds` too', async () => {
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
    const model = scriptedModel([
      { ...calls(call('pay', { instance: 'a' }), call('pay', { instance: 'b' })), gate },
      'Done',
    ])
    const agent = createAgent({ model })
    function Row({ id, version }: { id: string; version: number }): undefined {
      useTool({
        name: 'pay',
        description: 'Pays.',
        subject: { id },
        approval: { when: false, binds: () => version },
        handler: () => void notes.push(`${id} at ${version}`),
      })
    }
    const rows = (version: number): ReactElement =>
      provide(
        agent,
        <AgentScope name="rows">
          <Row id="a" version={1} />
          <Row id="b" version={version} />
        </AgentScope>,
      )
    const { rerender } = await render(rows(1))
    await expect.poll(() => agent.scopes.find('pay')?.tool.instances).toHaveLength(2)
    const run = agent.chat('Pay both')
    await model.requested(1)
    await rerender(rows(2))
    answer()
    await run
    expect(notes).toEqual(['a at 1'])
    expect(answersOf(agent)).toMatchObject([{ status: 'ok' }, changed])
  })
})
