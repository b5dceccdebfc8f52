import { type Agent, createAgent, jsonSchema, type ToolMessage } from '@ambit/core'
import { call, calls, type ScriptedCall, scriptedModel } from '@ambit/testing'
import { type ReactElement, type ReactNode, StrictMode, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type RenderResult, render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useFormTools } from './use-form-tools.ts'

const profile = z.object({
  name: z.string(),
  age: z.number().min(18),
  address: z.object({ street: z.string() }),
})

const withAddress = z.object({ address: z.object({ street: z.string() }) })

const named = z.object({ name: z.string() })

interface Profile {
  name: string
  age: number
  address: { street: string; city: string }
  password: string
}

const nobody: Profile = {
  name: '',
  age: 20,
  address: { street: '', city: 'Rome' },
  password: 'secret',
}

/** Runs one call after another. Returns the answer of each. */
async function askFor(Page: () => ReactNode, ...asked: ScriptedCall[]) {
  const model = scriptedModel([...asked.map((one) => calls(one)), 'Done'])
  const agent = createAgent({ model })
  const screen = await render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Page />
      </AgentProvider>
    </StrictMode>,
  )
  await agent.chat('Go')
  return { agent, model, screen, told: answersOf(agent) }
}

const answersOf = (agent: Agent): unknown[] =>
  agent.history.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .map(({ content }) => JSON.parse(content))

const field = (screen: RenderResult, name: string) => screen.getByRole('textbox', { name })

const save = vi.fn<(values: object) => unknown>(() => ({ id: 7 }))

afterEach(() => void save.mockReset().mockReturnValue({ id: 7 }))

/** Renders a form with rules at the fields and errors beside them. */
function HookForm(): ReactElement {
  const form = useForm<Profile>({ defaultValues: nobody })
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  useFormTools(form, profile, { name: 'profile', label: 'Profile', onSubmit: save })
  return (
    <form aria-label="Profile" onSubmit={(event) => void handleSubmit(save)(event)}>
      <input aria-label="Name" {...register('name', { required: 'Say your name.' })} />
      <input
        aria-label="Age"
        {...register('age', {
          valueAsNumber: true,
          min: { value: 18, message: 'Too young.' },
        })}
      />
      <input aria-label="Street" {...register('address.street', { maxLength: 5 })} />
      <input aria-label="Password" type="password" {...register('password')} />
      <p role="alert">{[errors.name?.message, errors.age?.message].filter(Boolean).join(' ')}</p>
      <button>Save</button>
    </form>
  )
}

describe('useFormTools with React Hook Form', () => {
  it('fills, and gives the model the values but those that are not in the schema', async () => {
    const { model, screen, told } = await askFor(
      HookForm,
      call('fill_profile', { name: 'Ada', address: { street: 'Via' } }),
      call('read_profile'),
    )
    await expect.element(field(screen, 'Name')).toHaveValue('Ada')
    await expect.element(field(screen, 'Street')).toHaveValue('Via')
    expect(told[0]).toEqual({ filled: ['name', 'address.street'], errors: {} })
    expect(told[1]).toEqual({
      values: { name: 'Ada', age: 20, address: { street: 'Via' } },
      errors: {},
    })
    const context = JSON.stringify(model.requests[1]?.prompt.at(-1))
    expect(context).toContain('Ada')
    expect(JSON.stringify(model.requests)).not.toMatch(/secret|Rome/)
    const { tools } = model.requests[0] ?? {}
    expect(tools?.map(({ name }) => name)).toEqual([
      'fill_profile',
      'submit_profile',
      'read_profile',
    ])
    expect(JSON.stringify(tools)).not.toContain('required')
  })

  it('tells the model of a wrong value what it shows the user, and lets it correct that alone', async () => {
    const { model, screen, told } = await askFor(
      HookForm,
      call('fill_profile', { age: 7, address: { street: 'A long street' } }),
      call('correct_profile', { name: 'Ada' }),
      call('correct_profile', { age: 40, address: { street: 'Via' } }),
    )
    const errors = { age: 'Too young.', 'address.street': 'maxLength' }
    expect(told[0]).toEqual({ filled: ['age', 'address.street'], errors })
    expect(told[1]).toMatchObject({ error: { message: expect.stringContaining('shows no error') } })
    expect(told[2]).toEqual({ filled: ['age', 'address.street'], errors: {} })
    expect(JSON.stringify(model.requests[1]?.prompt.at(-1))).toContain('Too young.')
    const ends = model.requests.map(({ prompt }) => JSON.stringify(prompt.at(-1)))
    expect(ends[0]).toContain('correct_profile: ')
    expect(ends[1]).not.toContain('correct_profile: ')
    await expect.element(screen.getByRole('alert')).toBeEmptyDOMElement()
    await expect.element(field(screen, 'Age')).toHaveValue('40')
  })

  it('corrects what stands in a field that is wrong, and does nothing where nothing is given', async () => {
    function Page(): ReactElement {
      const form = useForm({ defaultValues: { address: { street: '' } } })
      useFormTools(form, withAddress, {
        name: 'where',
        onSubmit: () => form.setError('address', { message: 'No such place.' }),
      })
      return <input {...form.register('address.street')} />
    }
    const { told } = await askFor(
      Page,
      call('fill_where', {}),
      call('submit_where'),
      call('correct_where', { address: { street: 'Via' } }),
    )
    expect(told[0]).toEqual({ filled: [], errors: {} })
    expect(told[1]).toEqual({ submitted: false, errors: { address: 'No such place.' } })
    expect(told[2]).toMatchObject({ filled: ['address.street'] })
  })

  it('shows the user what is wrong', async () => {
    const { screen } = await askFor(HookForm, call('fill_profile', { age: 7 }))
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Too young.')
  })

  it('submits, and tells what came of it', async () => {
    const { told } = await askFor(
      HookForm,
      call('submit_profile'),
      call('fill_profile', { name: 'Ada' }),
      call('submit_profile'),
    )
    expect(told[0]).toEqual({ submitted: false, errors: { name: 'Say your name.' } })
    expect(told[2]).toEqual({ submitted: true, result: { id: 7 } })
    expect(save).toHaveBeenCalledTimes(1)
    expect(save.mock.calls[0]?.[0]).toEqual({ ...nobody, name: 'Ada' })
  })

  it('tells errors that the server found, and what the application threw', async () => {
    function Page(): ReactElement {
      const form = useForm({ defaultValues: { name: 'Ada' } })
      useFormTools(form, named, {
        name: 'sign_up',
        onSubmit: ({ name }) => {
          if (name === 'Bob') throw new Error('The server is gone.')
          form.setError('name', { message: 'Taken.' })
        },
      })
      return <input aria-label="Name" {...form.register('name')} />
    }
    const { told } = await askFor(
      Page,
      call('submit_sign_up'),
      call('correct_sign_up', { name: 'Bob' }),
      call('submit_sign_up'),
    )
    expect(told[0]).toEqual({ submitted: false, errors: { name: 'Taken.' } })
    expect(told[1]).toEqual({ filled: ['name'], errors: {} })
    expect(told[2]).toMatchObject({ error: { message: 'The server is gone.' } })
  })

  it('tells the result of a form that leaves the page when it is submitted', async () => {
    let close: () => void = () => undefined
    function Dialog(): null {
      const form = useForm({ defaultValues: { name: 'Ada' } })
      useFormTools(form, named, {
        name: 'dialog',
        onSubmit: async () => {
          close()
          await expect.poll(() => document.body.textContent).toContain('Closed')
          return 'saved'
        },
      })
      return null
    }
    function Page(): ReactElement {
      const [open, setOpen] = useState(true)
      close = () => setOpen(false)
      return open ? <Dialog /> : <p>Closed</p>
    }
    const { told } = await askFor(Page, call('submit_dialog'))
    expect(told).toEqual([{ submitted: true, result: 'saved' }])
  })

  it('shows a user who is asked what is submitted, and no field that the schema does not name', async () => {
    const agent = createAgent({ model: scriptedModel([calls(call('submit_profile')), 'Done']) })
    agent.pending.attach('approval')
    function Page(): null {
      const form = useForm({ defaultValues: { name: 'Ada', password: 'secret' } })
      useFormTools(form, named, {
        name: 'profile',
        onSubmit: ({ name }) => name,
        submit: { approval: true },
      })
      return null
    }
    await render(
      <AgentProvider agent={agent}>
        <Page />
      </AgentProvider>,
    )
    const run = agent.chat('Submit')
    await expect
      .poll(() => agent.pending.list('approval').map(({ preview }) => preview))
      .toEqual([{ name: 'Ada' }])
    agent.pending.deny(agent.pending.list('approval')[0]?.id ?? '')
    await run
  })

  it('refuses fields that are not in the schema, and values of another type', async () => {
    const { screen, told } = await askFor(
      HookForm,
      call('fill_profile', { password: 'x' }),
      call('fill_profile', { address: { zip: 'x' } }),
      call('fill_profile', { age: 'old' }),
    )
    expect(told).toMatchObject([
      { error: { message: expect.stringContaining('no field "password"') } },
      { error: { message: expect.stringContaining('no field "address.zip"') } },
      { error: { name: 'ToolValidationError' } },
    ])
    await expect.element(screen.getByLabelText('Password')).toHaveValue('secret')
  })

  it('takes filling back, but for what the user changed since', async () => {
    const { agent, screen } = await askFor(
      HookForm,
      call('fill_profile', { name: 'Ada', age: 7, address: { street: 'Via' } }),
    )
    await field(screen, 'Street').fill('Mine')
    expect(await agent.undo('call_1')).toMatchObject({
      failed: [{ error: { message: 'address.street changed since and stays as it is.' } }],
    })
    await expect.element(field(screen, 'Name')).toHaveValue('')
    await expect.element(field(screen, 'Age')).toHaveValue('20')
    await expect.element(field(screen, 'Street')).toHaveValue('Mine')
    await expect.element(screen.getByRole('alert')).toBeEmptyDOMElement()
  })

  it('R99 is off with a reason while the form loads its values', async () => {
    const gate = Promise.withResolvers<{ name: string }>()
    function Page(): ReactElement {
      const form = useForm({ defaultValues: () => gate.promise })
      useFormTools(form, named, { name: 'late', onSubmit: () => 1 })
      return <input aria-label="Name" {...form.register('name')} />
    }
    const { agent, model, told, screen } = await askFor(
      Page,
      call('fill_late', { name: 'Ada' }),
      call('submit_late'),
    )
    const off = { error: { message: expect.stringContaining('is loading its values') } }
    expect(told).toMatchObject([off, off])
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['read_late'])
    gate.resolve({ name: 'Bob' })
    await expect.element(field(screen, 'Name')).toHaveValue('Bob')
    await agent.runTool('fill_late', { name: 'Ada' })
    await expect.element(field(screen, 'Name')).toHaveValue('Ada')
  })

  it('is off while the form is submitted, and gone with it', async () => {
    const gate = Promise.withResolvers<void>()
    save.mockReturnValue(gate.promise)
    const { agent, screen } = await askFor(HookForm, call('fill_profile', { name: 'Ada' }))
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => agent.runTool('fill_profile', { name: 'Bob' }).catch(String))
      .toContain('being submitted')
    gate.resolve()
    await screen.rerender(<AgentProvider agent={agent} />)
    expect(agent.scopes.tools).toEqual([])
    expect(await agent.undo('call_1')).toMatchObject({
      failed: [{ error: { message: 'The form is no longer on the page.' } }],
    })
  })
})

describe('useFormTools with React state', () => {
  const schema = z.object({ name: z.string().min(2), tags: z.array(z.string()) })

  function StateForm({ hasErrors }: { hasErrors: boolean }): ReactElement {
    const [values, setValues] = useState({ name: '', tags: ['a'], note: 'mine' })
    const [tried, setTried] = useState(false)
    const errors = { name: tried && values.name.length < 3 ? 'At least 3.' : undefined }
    const submit = () => {
      setTried(true)
      return values.name.length < 3 ? undefined : save(values)
    }
    const form = { values, setValues, submit, ...(hasErrors && { errors }) }
    useFormTools(form, schema, { name: 'note' })
    return <p role="status">{JSON.stringify(values)}</p>
  }

  it('fills, and finds errors by the schema where the form has none', async () => {
    const { screen, told } = await askFor(
      () => <StateForm hasErrors={false} />,
      call('submit_note'),
      call('correct_note', { name: 'Ada' }),
      call('fill_note', { tags: ['b', 'c'] }),
      call('submit_note'),
    )
    expect(told[0]).toMatchObject({ submitted: false, errors: { name: expect.any(String) } })
    expect(told.slice(1)).toEqual([
      { filled: ['name'], errors: {} },
      { filled: ['tags'], errors: {} },
      { submitted: true, result: { id: 7 } },
    ])
    expect(save.mock.calls[0]?.[0]).toEqual({ name: 'Ada', tags: ['b', 'c'], note: 'mine' })
    await expect.element(screen.getByRole('status')).toMatchTextContent('"tags":["b","c"]')
  })

  it('tells the errors that the form shows', async () => {
    const { agent, told, screen } = await askFor(
      () => <StateForm hasErrors />,
      call('submit_note'),
      call('correct_note', { name: 'Al' }),
      call('correct_note', { name: 'Ada' }),
    )
    expect(told).toEqual([
      { submitted: false, errors: { name: 'At least 3.' } },
      { filled: ['name'], errors: { name: 'At least 3.' } },
      { filled: ['name'], errors: {} },
    ])
    await agent.undo('call_3')
    await expect.element(screen.getByRole('status')).toMatchTextContent('"name":"Al"')
  })

  it('R99 does not tell a form as submitted that may have refused without a word', async () => {
    for (const [result, told] of [
      [undefined, { submitted: 'unknown', why: expect.stringContaining('may have refused') }],
      [false, { submitted: false, errors: {} }],
      ['sent', { submitted: true, result: 'sent' }],
    ]) {
      const values = { name: 'Ada' }
      const form = { values, setValues: () => undefined, submit: async () => result }
      const asked = await askFor(() => {
        useFormTools(form, named, { name: 'own' })
        return null
      }, call('submit_own'))
      expect(asked.told).toEqual([told])
    }
  })

  it('R99 tells what the form made of a value, and what it did not take', async () => {
    function Page(): null {
      const [values, setValues] = useState({ name: '', tags: ['a'] })
      const take = ({ name }: typeof values): void => setValues({ name: name.trim(), tags: ['a'] })
      useFormTools({ values, setValues: take, submit: () => 1 }, schema, { name: 'own' })
      return null
    }
    const { told } = await askFor(Page, call('fill_own', { name: ' Ada', tags: ['b'] }))
    const notFilled = { name: 'It is "Ada" now.', tags: 'It is ["a"] now.' }
    expect(told).toEqual([{ filled: [], notFilled, errors: {} }])
  })

  it('sets one value at a time where the form does', async () => {
    const setValue = vi.fn()
    function Page(): null {
      const values = { name: '', age: 1 }
      useFormTools({ values, setValue, submit: () => 1 }, named, { name: 'one' })
      return null
    }
    await askFor(Page, call('fill_one', { name: 'Ada' }))
    expect(setValue.mock.calls).toEqual([['name', 'Ada']])
  })
})

describe('useFormTools with a form element', () => {
  const schema = jsonSchema<Record<string, unknown>>({
    type: 'object',
    properties: {
      name: { type: 'string' },
      count: { type: 'number' },
      plan: { type: 'string', enum: ['free', 'pro'] },
      terms: { type: 'boolean' },
      size: { type: 'string', enum: ['s', 'm'] },
      pin: { type: 'string' },
    },
  })

  function ElementForm({ hasSubmit }: { hasSubmit: boolean }): ReactElement {
    const ref = useRef<HTMLFormElement>(null)
    const [name, setName] = useState('')
    useFormTools(ref, schema, { name: 'order', ...(hasSubmit && { onSubmit: save }) })
    return (
      <form
        ref={ref}
        aria-label="Order"
        onSubmit={(event) => {
          event.preventDefault()
          save(Object.fromEntries(new FormData(event.currentTarget)))
        }}
      >
        <input
          aria-label="Name"
          name="name"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <input aria-label="Count" name="count" type="number" max={9} defaultValue={1} />
        <select aria-label="Plan" name="plan">
          <option>free</option>
          <option>pro</option>
        </select>
        <input aria-label="Terms" name="terms" type="checkbox" />
        <input aria-label="Small" name="size" type="radio" value="s" />
        <input aria-label="Medium" name="size" type="radio" value="m" />
        <input aria-label="Pin" name="pin" type="password" defaultValue="1234" />
        <p role="status">{name}</p>
      </form>
    )
  }

  it('fills elements as a user does, and submits', async () => {
    const filled = { name: 'Ada', count: 3, plan: 'pro', terms: true, size: 'm' }
    const { agent, model, screen, told } = await askFor(
      () => <ElementForm hasSubmit={false} />,
      call('fill_order', filled),
      call('submit_order'),
    )
    await expect.element(screen.getByRole('status')).toHaveTextContent('Ada')
    await expect.element(screen.getByRole('combobox', { name: 'Plan' })).toHaveValue('pro')
    await expect.element(screen.getByRole('checkbox', { name: 'Terms' })).toBeChecked()
    await expect.element(screen.getByRole('radio', { name: 'Medium' })).toBeChecked()
    expect(told[1]).toEqual({ submitted: true })
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      name: 'Ada',
      count: '3',
      plan: 'pro',
      size: 'm',
    })
    expect(JSON.stringify(model.requests)).not.toContain('1234')
    await agent.undo('call_1')
    await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
    await expect.element(screen.getByRole('checkbox', { name: 'Terms' })).not.toBeChecked()
    await expect.element(screen.getByRole('radio', { name: 'Medium' })).not.toBeChecked()
    await expect.element(screen.getByRole('spinbutton', { name: 'Count' })).toHaveValue(1)
  })

  it('tells what the browser finds wrong, and the result of `onSubmit`', async () => {
    const { told } = await askFor(
      () => <ElementForm hasSubmit />,
      call('fill_order', { count: 30 }),
      call('submit_order'),
      call('correct_order', { name: 'Ada', count: 3 }),
      call('submit_order'),
    )
    expect(told[0]).toEqual({ filled: ['count'], errors: { count: expect.any(String) } })
    expect(told[1]).toEqual({
      submitted: false,
      errors: { name: expect.any(String), count: expect.any(String) },
    })
    expect(told[3]).toEqual({ submitted: true, result: { id: 7 } })
  })

  it('tells a form that is reset when it was accepted as submitted, and its empty fields as no errors', async () => {
    const title = jsonSchema({ type: 'object', properties: { title: { type: 'string' } } })
    function Reset({ hasSubmit }: { hasSubmit: boolean }): ReactElement {
      const ref = useRef<HTMLFormElement>(null)
      const name = hasSubmit ? 'own' : 'action'
      const onSubmit = (): void => ref.current?.reset()
      useFormTools(ref, title, { name, ...(hasSubmit && { onSubmit }) })
      return (
        <form
          ref={ref}
          onSubmit={(event) => {
            event.preventDefault()
            event.currentTarget.reset()
          }}
        >
          <input aria-label={name} name="title" required />
        </form>
      )
    }
    const { agent, told } = await askFor(
      () => (
        <>
          <Reset hasSubmit />
          <Reset hasSubmit={false} />
        </>
      ),
      call('fill_own', { title: 'Water the plants' }),
      call('submit_own'),
      call('read_own'),
      call('fill_action', { title: 'Water the plants' }),
      call('submit_action'),
    )
    expect(told[1]).toEqual({ submitted: true })
    expect(told[2]).toEqual({ values: { title: '' }, errors: {} })
    // The reset has already put back what the filling changed.
    expect(await agent.undo('call_1')).toMatchObject({ failed: [] })
    expect(told[4]).toEqual({ submitted: true })
  })
})
