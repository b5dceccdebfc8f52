import { createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, type ScriptedCall, scriptedModel } from '@ambit/testing'
import {
  type ComponentProps,
  Fragment,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { Controller, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useFormTools } from './use-form-tools.ts'

/** React 18 does not know the attribute. */
const makeInert = (div: HTMLElement | null): void => void div?.toggleAttribute('inert', true)

/** Runs one call after another. Returns the answer of each. */
async function askFor(Page: () => ReactNode, ...asked: ScriptedCall[]) {
  const model = scriptedModel([...asked.map((one) => calls(one)), 'Done'])
  const agent = createAgent({ model })
  const page = (
    <AgentProvider agent={agent}>
      <Page />
    </AgentProvider>
  )
  const screen = await render(page)
  const before = shown()
  await agent.chat('Go')
  const told = agent.history.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .map(({ content }): unknown => JSON.parse(content))
  return { agent, model, screen, before, told }
}

/** Returns what the controls of the page show. */
const shown = (): unknown[] =>
  [...document.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].map(
    ({ name, value, checked }) => [name, value, checked],
  )

const schema = z.object({
  text: z.string(),
  area: z.string(),
  count: z.number(),
  day: z.string(),
  plan: z.enum(['free', 'pro']),
  tags: z.array(z.string()),
  terms: z.boolean(),
  days: z.array(z.string()),
  size: z.string(),
})

type Values = z.infer<typeof schema>

const old: Values = {
  text: 'old',
  area: 'old',
  count: 1,
  day: '2026-01-01',
  plan: 'free',
  tags: ['a'],
  terms: false,
  days: ['mo'],
  size: 's',
}

const wanted: Values = {
  text: 'new',
  area: 'new',
  count: 3,
  day: '2026-02-02',
  plan: 'pro',
  tags: ['b'],
  terms: true,
  days: ['tu'],
  size: 'm',
}

const names = Object.keys(old) as (keyof Values)[]

/** The fields whose text can be `readonly`. */
const texts = names.slice(0, 4)

type Props = ComponentProps<'input'> & ComponentProps<'select'> & ComponentProps<'textarea'>

/** Returns the props of the control of a field, or of one of its choices. */
type PropsOf = (name: keyof Values, choice?: string) => Props

/** The controls of each field. */
const controls: Record<keyof Values, (props: (choice?: string) => Props) => ReactElement> = {
  text: (props) => <input {...props()} />,
  area: (props) => <textarea {...props()} />,
  count: (props) => <input type="number" {...props()} />,
  day: (props) => <input type="date" {...props()} />,
  plan: (props) => (
    <select {...props()}>
      <option>free</option>
      <option>pro</option>
    </select>
  ),
  tags: (props) => (
    <select multiple {...props()}>
      <option>a</option>
      <option>b</option>
    </select>
  ),
  terms: (props) => <input type="checkbox" {...props()} />,
  days: (props) => (
    <>
      <input type="checkbox" {...props('mo')} value="mo" />
      <input type="checkbox" {...props('tu')} value="tu" />
    </>
  ),
  size: (props) => (
    <>
      <input type="radio" {...props('s')} value="s" />
      <input type="radio" {...props('m')} value="m" />
    </>
  ),
}

interface Lock {
  /** The props of each control. */
  readonly props?: Props | undefined
  readonly fieldset?: boolean | undefined
  /** What stands around the fields. */
  readonly around?: ((fields: ReactNode) => ReactElement) | undefined
  /** The options of React Hook Form for each field. */
  readonly field?: { disabled: boolean } | undefined
  /** The options of React Hook Form for the form. */
  readonly form?: { disabled: boolean } | undefined
}

const inPlace = (fields: ReactNode): ReactElement => <>{fields}</>

const Fields = ({ of, lock }: { of: PropsOf; lock: Lock }): ReactElement => (
  <fieldset disabled={lock.fieldset}>
    {(lock.around ?? inPlace)(
      names.map((name) => (
        <Fragment key={name}>
          {controls[name]((choice) => ({ ...of(name, choice), ...lock.props }))}
        </Fragment>
      )),
    )}
  </fieldset>
)

const isChoice = (name: string): boolean => ['terms', 'days', 'size'].includes(name)

const isOn = (value: unknown, choice = ''): boolean =>
  typeof value === 'boolean' ? value : [value].flat().includes(choice)

function ElementForm(lock: Lock): ReactElement {
  const ref = useRef<HTMLFormElement>(null)
  useFormTools(ref, schema, { name: 'it', onSubmit: () => 1 })
  const of: PropsOf = (name, choice) =>
    isChoice(name)
      ? { name, defaultChecked: isOn(old[name], choice) }
      : { name, defaultValue: old[name] as string }
  return (
    <form ref={ref}>
      <Fields of={of} lock={lock} />
    </form>
  )
}

/** Keeps the values in React state. Returns them, and the props of controls that show them. */
function useValues() {
  const [values, setValues] = useState(old)
  const of: PropsOf = (name, choice) => ({
    name,
    ...(isChoice(name)
      ? { checked: isOn(values[name], choice) }
      : { value: values[name] as string }),
    onChange: ({ target }: { target: EventTarget }) => {
      const { type, checked, value } = target as HTMLInputElement
      const { selectedOptions } = target as HTMLSelectElement
      const others = [values[name]].flat().filter((one) => one !== choice)
      const list = checked ? [...others, choice] : others
      const chosen = type === 'checkbox' ? (name === 'terms' ? checked : list) : value
      const next = name === 'tags' ? Array.from(selectedOptions, (one) => one.value) : chosen
      setValues((before) => ({ ...before, [name]: next }))
    },
  })
  return { values, setValues, of }
}

function StateForm(lock: Lock): ReactElement {
  const ref = useRef<HTMLFormElement>(null)
  const { of } = useValues()
  useFormTools(ref, schema, { name: 'it', onSubmit: () => 1 })
  return (
    <form ref={ref}>
      <Fields of={of} lock={lock} />
    </form>
  )
}

function PlainForm({ of: keyed = (props) => props, ...lock }: Lock & Keyed): ReactElement {
  const { values, setValues, of } = useValues()
  useFormTools({ values, setValues, submit: () => 1, errors: {} }, schema, { name: 'it' })
  return (
    <>
      <form>
        <Fields of={(name, choice) => keyed(of(name, choice))} lock={lock} />
      </form>
      <form aria-label="Another form">
        <input name="text" disabled />
        <input name="terms" disabled />
      </form>
    </>
  )
}

interface Keyed {
  /** Gives the controls another key than their names. */
  readonly of?: (props: Props) => Props
}

const PlainFormOfIds = (lock: Lock): ReactElement => (
  <PlainForm {...lock} of={({ name, ...props }) => ({ ...props, id: name })} />
)

function HookForm(lock: Lock): ReactElement {
  const form = useForm<Values>({ defaultValues: old, ...lock.form })
  useFormTools(form, schema, { name: 'it', onSubmit: () => 1 })
  const of: PropsOf = (name) =>
    form.register(name, { ...lock.field, ...(name === 'count' && { valueAsNumber: true }) })
  return (
    <form>
      <Fields of={of} lock={lock} />
    </form>
  )
}

function ControllerForm({ keepsFirst, ...lock }: Lock & { keepsFirst?: true }): ReactElement {
  const form = useForm<Values>({ defaultValues: old, ...lock.form })
  useFormTools(form, schema, { name: 'it', onSubmit: (values) => values })
  const of = ({ value, ...field }: { name: string; value: unknown }, choice?: string): Props => {
    const [shown, on] = keepsFirst ? ['defaultValue', 'defaultChecked'] : ['value', 'checked']
    const props = isChoice(field.name)
      ? { value: choice, [on]: isOn(value, choice) }
      : { [shown]: value }
    return { ...field, ...props } as Props
  }
  return (
    <form>
      <fieldset disabled={lock.fieldset}>
        {(lock.around ?? inPlace)(
          names.map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              {...lock.field}
              render={({ field }) =>
                controls[name]((choice) => ({ ...of(field, choice), ...lock.props }))
              }
            />
          )),
        )}
      </fieldset>
    </form>
  )
}

const forms = {
  'a form element': ElementForm,
  'a form element with React state': StateForm,
  'React Hook Form': HookForm,
  'Controllers of React Hook Form': ControllerForm,
  'a form in React state': PlainForm,
  'a form in React state whose fields have ids': PlainFormOfIds,
}

const disabled = 'It is disabled.'

const unseen = 'Nothing on the page shows it.'

const ofElements: [string, Lock, why: string, locked?: readonly string[]][] = [
  ['disabled', { props: { disabled: true } }, disabled],
  ['readonly', { props: { readOnly: true } }, 'It is read-only.', texts],
  ['in a disabled fieldset', { fieldset: true }, disabled],
  ['inert', { around: (fields) => <div ref={makeInert}>{fields}</div> }, disabled],
  ['in a hidden part', { around: (fields) => <div hidden>{fields}</div> }, unseen],
  ['in closed details', { around: (fields) => <details>{fields}</details> }, unseen],
  [
    'in an invisible part',
    { around: (fields) => <div style={{ visibility: 'hidden' }}>{fields}</div> },
    unseen,
  ],
]

/** What holds for fields that the form has itself, not by their names. */
const ofOwn: typeof ofElements = [['hidden', { props: { hidden: true } }, unseen]]

const ofHooks: typeof ofElements = [
  ['disabled in React Hook Form', { field: { disabled: true } }, disabled],
  ['in a disabled React Hook Form', { form: { disabled: true } }, disabled],
]

describe.each(Object.entries(forms))('R99 fill of %s', (kind, Form) => {
  it('fills each kind of field, and takes it back', async () => {
    const { agent, before, told } = await askFor(
      () => <Form />,
      call('fill_it', wanted),
      call('read_it'),
    )
    expect(told[0]).toEqual({ filled: names, errors: {} })
    expect(told[1]).toEqual({ values: wanted, errors: {} })
    expect(await agent.undo('call_1')).toMatchObject({ failed: [] })
    expect(shown()).toEqual(before)
  })

  const locks = [
    ...ofElements,
    ...(kind.includes('Hook') ? ofHooks : []),
    ...(kind.includes('element') || kind === 'React Hook Form' ? ofOwn : []),
  ]

  it.each(locks)(
    'refuses each field that is %s by name, and changes none of them',
    async (_, lock, why, locked = names) => {
      const { before, told } = await askFor(() => <Form {...lock} />, call('fill_it', wanted))
      const { filled, notFilled } = told[0] as { filled: string[]; notFilled: object }
      expect(notFilled).toEqual(Object.fromEntries(locked.map((name) => [name, why])))
      expect(filled).toEqual(names.filter((name) => !locked.includes(name)))
      const isLocked = ([name]: unknown[]): boolean => locked.includes(name as string)
      const changed = (each: unknown, at: number): boolean =>
        JSON.stringify(each) !== JSON.stringify(before[at])
      expect((shown() as unknown[][]).filter(changed).filter(isLocked)).toEqual([])
    },
  )

  it('fills what a chat holds inert that fills the screen', async () => {
    const held = (fields: ReactNode): ReactElement => (
      <div ref={makeInert} data-ambit-held="">
        {fields}
      </div>
    )
    const { told } = await askFor(() => <Form around={held} />, call('fill_it', wanted))
    expect(told).toEqual([{ filled: names, errors: {} }])
  })

  it('empties no field by a value that it cannot have', async () => {
    const { before, told } = await askFor(
      () => <Form />,
      call('fill_it', { size: 'xl', days: ['mo', 'xx'], tags: ['zz'], day: 'tomorrow' }),
    )
    expect(told).toEqual([
      {
        filled: [],
        notFilled: {
          size: 'It has no choice "xl".',
          days: 'It has no choice "xx".',
          tags: 'It has no choice "zz".',
          day: 'It does not take this value.',
        },
        errors: {},
      },
    ])
    expect(shown()).toEqual(before)
  })

  it('keeps to `maxlength`', async () => {
    const { before, told } = await askFor(
      () => <Form props={{ maxLength: 3 }} />,
      call('fill_it', { text: 'longer', area: 'longer', count: 1234 }),
      call('fill_it', { area: 'a\r\nb' }),
    )
    const notFilled = {
      text: 'It takes at most 3 characters.',
      area: 'It takes at most 3 characters.',
    }
    expect(told).toEqual([
      { filled: ['count'], notFilled, errors: {} },
      { filled: ['area'], errors: {} },
    ])
    expect(shown()[0]).toEqual(before[0])
    expect(document.querySelector('textarea')?.value).toBe('a\nb')
  })

  it('refuses what a field would make another value of', async () => {
    const { before, told } = await askFor(() => <Form />, call('fill_it', { text: 'a\nb' }))
    const notFilled = { text: 'It would be "ab".' }
    expect(told).toEqual([{ filled: [], notFilled, errors: {} }])
    expect(shown()).toEqual(before)
  })
})

it('R99 leaves each kind of field that keeps its first value, and tells so', async () => {
  const { before, told } = await askFor(
    () => <ControllerForm keepsFirst />,
    call('fill_it', wanted),
    call('submit_it'),
  )
  const notFilled = Object.fromEntries(names.map((name) => [name, text]))
  expect(told).toEqual([
    { filled: [], notFilled, errors: {} },
    { submitted: true, result: old },
  ])
  expect(shown()).toEqual(before)
})

const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)

afterEach(() => void warned.mockClear())

const one = z.object({ it: z.string() })

const withNote = one.extend({ note: z.string() })

/** Renders the controls of a field `it` in a form that its elements keep. */
function OneField({ children }: { children: ReactNode }): ReactElement {
  const ref = useRef<HTMLFormElement>(null)
  useFormTools(ref, one, { name: 'one', onSubmit: (values) => values })
  return <form ref={ref}>{children}</form>
}

const text = 'The page does not show a new value, so it is as it was.'

describe('R99 fill of one field', () => {
  it.each<[string, string, ReactNode]>([
    [
      'a disabled option',
      'b',
      <select key="1" name="it">
        <option>a</option>
        <option disabled>b</option>
      </select>,
    ],
    [
      'an option of a disabled group',
      'b',
      <select key="2" name="it">
        <option>a</option>
        <optgroup disabled>
          <option>b</option>
        </optgroup>
      </select>,
    ],
    [
      'a disabled radio button',
      'b',
      <>
        <input type="radio" name="it" value="a" defaultChecked />
        <input type="radio" name="it" value="b" disabled />
      </>,
    ],
  ])('refuses %s', async (_, value, field) => {
    const { before, told } = await askFor(
      () => <OneField>{field}</OneField>,
      call('fill_one', { it: value }),
    )
    const notFilled = { it: 'This choice is disabled.' }
    expect(told).toEqual([{ filled: [], notFilled, errors: {} }])
    expect(shown()).toEqual(before)
  })

  it('chooses in place of a disabled choice, and what a label shows of a hidden one', async () => {
    const ofDisabled = (
      <>
        <input type="radio" name="it" value="a" defaultChecked disabled />
        <input type="radio" name="it" value="b" />
      </>
    )
    const ofLabels = ['a', 'b'].map((value) => (
      <label key={value}>
        <input type="radio" name="it" value={value} hidden />
        {value}
      </label>
    ))
    for (const field of [ofDisabled, ofLabels]) {
      const { told, screen } = await askFor(
        () => <OneField>{field}</OneField>,
        call('fill_one', { it: 'b' }),
        call('submit_one'),
      )
      expect(told).toEqual([
        { filled: ['it'], errors: {} },
        { submitted: true, result: { it: 'b' } },
      ])
      await screen.unmount()
    }
  })

  it('refuses a hidden input, and leaves it as it is', async () => {
    function Registered(): ReactElement {
      const form = useForm({ defaultValues: { it: 'a' } })
      useFormTools(form, one, { name: 'one', onSubmit: (values) => values })
      return (
        <form>
          <input type="hidden" {...form.register('it')} />
        </form>
      )
    }
    const own = (
      <OneField>
        <input type="hidden" name="it" defaultValue="a" />
      </OneField>
    )
    for (const page of [own, <Registered key="2" />]) {
      const { told, screen } = await askFor(
        () => page,
        call('fill_one', { it: 'b' }),
        call('submit_one'),
      )
      expect(told).toEqual([
        { filled: [], notFilled: { it: unseen }, errors: {} },
        { submitted: true, result: { it: 'a' } },
      ])
      await screen.unmount()
    }
  })

  it('neither fills a password nor tells of it', async () => {
    const account = z.object({ name: z.string(), it: z.string() })
    const defaultValues = { name: 'Ann', it: 'secret' }
    function Own(): ReactElement {
      const ref = useRef<HTMLFormElement>(null)
      useFormTools(ref, account, { name: 'one' })
      return (
        <form ref={ref}>
          <input name="name" defaultValue="Ann" />
          <input name="it" type="password" defaultValue="secret" />
        </form>
      )
    }
    function Registered(): ReactElement {
      const form = useForm({ defaultValues })
      useFormTools(form, account, { name: 'one', onSubmit: () => 1 })
      return (
        <form>
          <input {...form.register('name')} />
          <input type="text" autoComplete="current-password" {...form.register('it')} />
        </form>
      )
    }
    function State(): ReactElement {
      const [values, setValues] = useState(defaultValues)
      useFormTools({ values, setValues, submit: () => 1, errors: {} }, account, { name: 'one' })
      return (
        <form>
          <input name="name" value={values.name} readOnly />
          <input name="it" type="password" value={values.it} readOnly />
        </form>
      )
    }
    for (const Page of [Own, Registered, State]) {
      const { told, model, screen } = await askFor(
        Page,
        call('fill_one', { it: 'secret' }),
        call('fill_one', { it: 'other' }),
        call('read_one'),
      )
      const notFilled = { it: 'Only the user enters it.' }
      expect(told).toEqual([
        { filled: [], notFilled, errors: {} },
        { filled: [], notFilled, errors: {} },
        { values: { name: 'Ann' }, errors: {} },
      ])
      expect(JSON.stringify(model.requests[0])).not.toContain('secret')
      await screen.unmount()
    }
  })

  it('refuses what a slider does not have', async () => {
    const mixed = z.object({ it: z.number() })
    const defaultValues = { it: 5 }
    const slider = { type: 'range', max: 10 }
    function Registered(): ReactElement {
      const form = useForm({ defaultValues })
      useFormTools(form, mixed, { name: 'one', onSubmit: (values) => values })
      return (
        <form>
          <input {...slider} {...form.register('it', { valueAsNumber: true })} />
        </form>
      )
    }
    function Controlled(): ReactElement {
      const form = useForm({ defaultValues })
      useFormTools(form, mixed, { name: 'one', onSubmit: (values) => values })
      return (
        <form>
          <Controller
            control={form.control}
            name="it"
            render={({ field }) => <input {...slider} {...field} />}
          />
        </form>
      )
    }
    for (const Page of [Registered, Controlled]) {
      const { told, screen } = await askFor(
        Page,
        call('fill_one', { it: 11 }),
        call('fill_one', { it: 10 }),
        call('submit_one'),
      )
      expect(told).toEqual([
        { filled: [], notFilled: { it: 'It would be "10".' }, errors: {} },
        { filled: ['it'], errors: {} },
        { submitted: true, result: { it: 10 } },
      ])
      expect(shown()).toMatchObject([['it', '10', false]])
      await screen.unmount()
    }
  })

  it('tells what the page shows in place of the value of the form', async () => {
    function Amount(): ReactElement {
      const form = useForm({ defaultValues: { it: '1' } })
      useFormTools(form, one, { name: 'one', onSubmit: () => 1 })
      return (
        <form>
          <Controller
            control={form.control}
            name="it"
            render={({ field }) => <input {...field} value={`${field.value.slice(0, 3)} €`} />}
          />
        </form>
      )
    }
    const { told } = await askFor(Amount, call('fill_one', { it: '12345' }))
    expect(told).toEqual([{ filled: ['it'], shown: { it: '123 €' }, errors: {} }])
  })

  it('fills nested names, and a list but for what is locked in it', async () => {
    const items = z.array(z.object({ sku: z.string(), price: z.number() }))
    const nested = z.object({ a: z.object({ b: z.string() }), items })
    function Nested(): ReactElement {
      const ref = useRef<HTMLFormElement>(null)
      useFormTools(ref, nested, { name: 'own' })
      const values = { a: { b: '' }, items: [{ sku: 'x', price: 1 }] }
      const form = useForm({ defaultValues: values })
      useFormTools(form, nested, { name: 'hook', onSubmit: () => 1 })
      return (
        <form ref={ref}>
          <input name="a.b" defaultValue="old" />
          <input {...form.register('items.0.sku')} />
          <input readOnly {...form.register('items.0.price', { valueAsNumber: true })} />
        </form>
      )
    }
    const { agent, before, told } = await askFor(
      Nested,
      call('fill_own', { a: { b: 'new' } }),
      call('fill_hook', { items: [{ sku: 'y', price: 2 }] }),
      call('fill_hook', { items: [{ sku: 'y', price: 1 }] }),
    )
    const notFilled = { items: 'items.0.price: It is read-only.' }
    expect(told).toEqual([
      { filled: ['a.b'], errors: {} },
      { filled: [], notFilled, errors: {} },
      { filled: ['items'], errors: {} },
    ])
    await agent.undo('call_3')
    await agent.undo('call_1')
    expect(shown()).toEqual(before)
  })

  it('tells what a field shows in another form, and a field that is not on the page', async () => {
    function Phone(): ReactElement {
      const [phone, setPhone] = useState('')
      const format = (digits: string): string => digits.replace(/^(...)(.+)$/, '($1) $2')
      return (
        <input name="it" value={format(phone)} onChange={({ target }) => setPhone(target.value)} />
      )
    }
    const { agent, told, screen } = await askFor(
      () => (
        <OneField>
          <Phone />
        </OneField>
      ),
      call('fill_one', { it: '5551234' }),
    )
    expect(told).toEqual([{ filled: [], notFilled: { it: 'It is "(555) 1234" now.' }, errors: {} }])
    expect(await agent.undo('call_1')).toMatchObject({ failed: [] })
    expect(shown()).toMatchObject([['it', '', false]])
    await screen.unmount()
    const none = await askFor(() => <OneField>{null}</OneField>, call('fill_one', { it: 'x' }))
    expect(none.told).toEqual([{ filled: [], notFilled: { it: unseen }, errors: {} }])
    expect(warned).not.toHaveBeenCalled()
  })
})

describe('R99 fill of React Hook Form', () => {
  const order = z.object({
    kind: z.string(),
    vat: z.string(),
    note: z.string(),
    rows: z.array(z.object({ sku: z.string() })),
  })

  function Order(): ReactElement {
    const form = useForm({
      defaultValues: { kind: 'private', vat: '', note: '', rows: [{ sku: 'a' }] },
    })
    const kind = useWatch({ control: form.control, name: 'kind' })
    const rows = useFieldArray({ control: form.control, name: 'rows' })
    useFormTools(form, order, { name: 'order', onSubmit: (values) => values })
    return (
      <form>
        <input {...form.register('kind')} />
        {kind === 'company' && <input {...form.register('vat')} />}
        {rows.fields.map(({ id }, at) => (
          <input key={id} {...form.register(`rows.${at}.sku`)} />
        ))}
      </form>
    )
  }

  it('refuses what nothing on the page shows, and submits it as it was', async () => {
    const { told } = await askFor(
      Order,
      call('fill_order', { vat: 'x', note: 'x' }),
      call('fill_order', { kind: 'company', vat: 'x' }),
      call('fill_order', { kind: 'private', vat: 'y' }),
      call('submit_order'),
    )
    expect(told).toEqual([
      { filled: [], notFilled: { vat: unseen, note: unseen }, errors: {} },
      { filled: ['kind', 'vat'], errors: {} },
      { filled: ['kind'], notFilled: { vat: unseen }, errors: {} },
      {
        submitted: true,
        result: { kind: 'private', vat: 'x', note: '', rows: [{ sku: 'a' }] },
      },
    ])
  })

  it('fills, empties and fills again a list', async () => {
    const some = [{ sku: 'b' }, { sku: 'c' }]
    const { told } = await askFor(
      Order,
      ...[some, [], some].map((rows) => call('fill_order', { rows })),
    )
    expect(told).toEqual([some, [], some].map(() => ({ filled: ['rows'], errors: {} })))
    expect(shown().slice(1)).toMatchObject([
      ['rows.0.sku', 'b', false],
      ['rows.1.sku', 'c', false],
    ])
  })
})

/** Renders a list as component libraries do: a button, and a list of the browser without a name. */
function Select(props: {
  value?: string
  defaultValue?: string
  disabled?: boolean
}): ReactElement {
  const [own, setOwn] = useState(props.defaultValue ?? '')
  const value = props.value ?? own
  return (
    <>
      <button type="button" role="combobox" aria-controls="list" aria-expanded={false}>
        {value}
      </button>
      <select
        id="list"
        aria-hidden
        value={value}
        disabled={props.disabled}
        onChange={({ target }) => setOwn(target.value)}
      >
        {value ? null : <option value="">None</option>}
        <option>low</option>
        <option>high</option>
      </select>
    </>
  )
}

/** Renders a group of buttons as component libraries do. */
function Radios(props: { value?: string; defaultValue?: string }): ReactElement {
  const [own] = useState(props.defaultValue)
  return (
    <div role="radiogroup">
      {['low', 'high'].map((value) => (
        <input
          key={value}
          type="radio"
          value={value}
          checked={value === (props.value ?? own)}
          readOnly
        />
      ))}
    </div>
  )
}

describe('R99 fill of a component without a name', () => {
  function Page({ show }: { show: (value: string) => ReactElement }): ReactElement {
    const form = useForm({ defaultValues: { it: 'low', note: '' } })
    useFormTools(form, withNote, {
      name: 'task',
      onSubmit: (values) => values,
    })
    return (
      <form>
        <Controller control={form.control} name="it" render={({ field }) => show(field.value)} />
        <input {...form.register('note')} />
      </form>
    )
  }

  const asked = [call('fill_task', { it: 'high', note: 'x' }), call('submit_task')]

  it.each<[string, (value: string) => ReactElement]>([
    ['list', (value) => <Select value={value} />],
    ['group of buttons', (value) => <Radios value={value} />],
  ])('fills a %s that shows the value of the form', async (_, show) => {
    const { told } = await askFor(() => <Page show={show} />, ...asked)
    const result = { it: 'high', note: 'x' }
    expect(told).toEqual([
      { filled: ['it', 'note'], errors: {} },
      { submitted: true, result },
    ])
    expect(warned).not.toHaveBeenCalled()
  })

  it.each<[string, (value: string) => ReactElement]>([
    ['list', (value) => <Select defaultValue={value} />],
    ['group of buttons', (value) => <Radios defaultValue={value} />],
  ])('leaves a %s with `defaultValue` as the user sees it, and tells so', async (_, show) => {
    const { told } = await askFor(() => <Page show={show} />, ...asked)
    const result = { it: 'low', note: 'x' }
    expect(told).toEqual([
      { filled: ['note'], notFilled: { it: text }, errors: {} },
      { submitted: true, result },
    ])
  })

  it('tells the developer once what to write instead', async () => {
    const show = (value: string): ReactElement => <Select defaultValue={value} />
    function Named(): ReactElement {
      const form = useForm({ defaultValues: { it: 'low' } })
      useFormTools(form, one, { name: 'once', onSubmit: () => 1 })
      return (
        <form>
          <Controller control={form.control} name="it" render={({ field }) => show(field.value)} />
        </form>
      )
    }
    await askFor(Named, call('fill_once', { it: 'high' }), call('fill_once', { it: 'high' }))
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/"it" of the form "once".*write `value=\{field\.value\}`/)],
    ])
  })

  it('refuses a list that is disabled', async () => {
    const { told } = await askFor(
      () => <Page show={(value) => <Select value={value} disabled />} />,
      ...asked,
    )
    expect(told[0]).toEqual({ filled: ['note'], notFilled: { it: 'It is disabled.' }, errors: {} })
  })
})
