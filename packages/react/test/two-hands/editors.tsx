import type { ToolContext } from '@ambit/core'
import { storeScope } from '@ambit/core/zustand'
import {
  notifyManager,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useFormTools, useProvidedAgent, useTool } from '../../src/index.ts'
import { useMutationTool } from '../../src/query.ts'
import { useAgentState } from '../../src/state.ts'
import {
  type Change,
  type Item,
  type RecordId,
  type Value,
  type Values,
  withChange,
} from './value.ts'

export const kinds = ['useState', 'zustand', 'query', 'native', 'hook'] as const
export type Kind = (typeof kinds)[number]

export const isForm = (kind: Kind): boolean => kind === 'native' || kind === 'hook'

/** What the components of the page know of the test. */
export interface World {
  /** What outlives the components: the records as they were last saved. */
  values: Values
  /** The record that the page shows. */
  shown: RecordId
  open: (record: RecordId) => void
  /** Changes the record as the page itself does. Undefined while there is nothing to change. */
  edit: ((change: Change) => void) | undefined
  /** Reads what the page shows of the record, if that is not saved yet. */
  read: (() => Value) | undefined
  look(): void
  ran(callId: string, record: RecordId): void
  opens(callId: string): void
  submitted(callId: string, record: RecordId, value: Value): void
  /** A point at which the user may act. */
  point(name: 'handler' | 'server'): Promise<void>
  fails(callId: string): boolean
}

export interface EditorProps {
  readonly world: World
  readonly record: RecordId
  readonly isOther: boolean
  readonly effect: 'write' | 'destructive'
}

const schema = z.object({
  title: z.string(),
  note: z.string().optional(),
  items: z.array(z.object({ id: z.string(), text: z.string() })),
})

type Board = z.infer<typeof schema>

const description = 'The board of the record.'

const save = (world: World, record: RecordId, value: Value): void => {
  if (world.values[record] === value) return
  world.values = { ...world.values, [record]: value }
  world.look()
}

/** A state that the hook keeps. */
function OwnState({ world, record, effect }: EditorProps): ReactElement {
  const [value, set] = useAgentState<Board>('board', {
    schema,
    initial: () => world.values[record] as Board,
    description,
    effect,
  })
  useLayoutEffect(() => {
    world.edit = (change) => set((now) => withChange(now, change) as Board)
    save(world, record, value)
  })
  return <Rows {...{ world, record, items: value.items }} />
}

/** A state of all records that the page keeps. */
function StatePair({ world, record, effect }: EditorProps): ReactElement {
  const [all, setAll] = useState(world.values)
  const value = all[record] as Board
  useAgentState<Board, readonly [Board, (next: Board) => void]>('board', {
    schema,
    state: [value, (next) => setAll((now) => ({ ...now, [record]: next }))],
    description,
    effect,
  })
  useLayoutEffect(() => {
    world.edit = (change) =>
      setAll((now) => ({ ...now, [record]: withChange(now[record], change) }))
    world.values = all
    world.look()
  })
  return <Rows {...{ world, record, items: value.items }} />
}

const createBoards = (world: World) => {
  const store = createStore<Values>()(() => world.values)
  // What an action does and takes back at once, no user has seen.
  store.subscribe((values) => void (world.values = values))
  return store
}

type Boards = ReturnType<typeof createBoards>

const put = (store: Boards, record: RecordId, change: Change): void =>
  store.setState((now) => ({ [record]: withChange(now[record], change) }))

/** A store, with the pair of one of its records. */
function StorePair({ world, record, effect }: EditorProps): ReactElement {
  const [store] = useState(() => createBoards(world))
  const value = useStore(store, (values) => values[record]) as Board
  useAgentState<Board, readonly [Board, (next: Board) => void]>('board', {
    schema,
    state: [value, (next) => store.setState({ [record]: next })],
    description,
    effect,
  })
  useLayoutEffect(() => {
    world.edit = (change) => put(store, record, change)
  })
  return <Rows {...{ world, record, items: value.items }} />
}

/** A store whose actions are tools. */
function StoreActions({ world, record, effect }: EditorProps): ReactElement {
  const { scopes } = useProvidedAgent()
  const [store] = useState(() => createBoards(world))
  useLayoutEffect(
    () => scopes.register(toStoreScope(world, store, effect)),
    [scopes, world, store, effect],
  )
  const { items = [] } = useStore(store, (values) => values[record])
  useLayoutEffect(() => {
    world.edit = (change) => put(store, record, change)
  })
  return <Rows {...{ world, record, items }} />
}

const text = z.object({ text: z.string() })
const item = z.object({ id: z.string(), text: z.string() })

function toStoreScope(world: World, store: Boards, effect: EditorProps['effect']) {
  const change = (made: Change): void => put(store, world.shown, made)
  return storeScope({
    name: 'board',
    store,
    subject: () => world.shown,
    context: (values) => values[world.shown],
    actions: {
      set_title: {
        description: 'Set the title.',
        parameters: text,
        effect,
        run: ({ text }) => change(['title', text]),
      },
      store_item: {
        description: 'Add an item, or change it.',
        parameters: item,
        run: ({ id, text }) => change([`items/${id}`, text]),
      },
    },
  })
}

// A user sees what they have done before anything else happens.
notifyManager.setScheduler((notify) => notify())

/** A server that keeps the records, and answers later. */
const createServer = (world: World) => ({
  get: async (record: RecordId): Promise<Value> => {
    await Promise.resolve()
    return world.values[record]
  },
  put: async (record: RecordId, next: Value): Promise<void> => {
    save(world, record, next)
    await world.point('server')
  },
  change: async (record: RecordId, change: Change): Promise<void> => {
    save(world, record, withChange(world.values[record], change))
    await world.point('server')
  },
})

/** Data of a server. */
function Query(props: EditorProps): ReactElement {
  const [client] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={client}>
      <QueryBoard {...props} />
    </QueryClientProvider>
  )
}

function QueryBoard({ world, record, isOther, effect }: EditorProps): ReactElement {
  const client = useQueryClient()
  const [server] = useState(() => createServer(world))
  const queryKey = ['board', record]
  const { data } = useQuery({ queryKey, queryFn: () => server.get(record) })
  const mutation = useMutation({
    mutationFn: (next: Board) => server.put(record, next),
    // Many forget to return it, so that the mutation is over before the page has the new data.
    onSuccess: () => {
      const fetched = client.invalidateQueries({ queryKey })
      return isOther ? undefined : fetched
    },
  })
  useAgentState<Board, readonly [Board, (next: Board) => Promise<void>]>('board', {
    schema,
    state: [data as Board, (next) => mutation.mutateAsync(next)],
    description,
    effect,
  })
  useMutationTool({
    client,
    name: 'add_item',
    description: 'Add an item.',
    parameters: item,
    mutation: { mutationFn: ({ id, text }: Item) => server.change(record, [`items/${id}`, text]) },
    invalidates: [queryKey],
  })
  useLayoutEffect(() => {
    world.edit =
      data &&
      ((change) => {
        // An answer that was under way does not know of the change.
        void client.cancelQueries({ queryKey })
        client.setQueryData<Value>(queryKey, (now) => now && withChange(now, change))
        save(world, record, withChange(world.values[record], change))
      })
  })
  return <Rows {...{ world, record, items: (data?.items ?? []) as Item[] }} />
}

interface RowsProps extends Pick<EditorProps, 'world' | 'record'> {
  readonly items: readonly Item[]
}

const Rows = ({ world, record, items }: RowsProps): ReactElement => (
  <ul>
    {items.map((item) => (
      <Row key={item.id} {...{ world, record, item }} />
    ))}
  </ul>
)

function Row({ world, record, item }: Omit<RowsProps, 'items'> & { item: Item }): ReactElement {
  useTool({
    name: 'drop_item',
    description: 'Remove an item.',
    subject: { id: item.id, label: item.text },
    approval: { when: false, binds: () => item.text },
    handler: (_, { callId }) => {
      world.ran(callId, record)
      world.edit?.([`items/${item.id}`, undefined])
    },
  })
  return <li>{item.text}</li>
}

const formSchema = z.object({ name: z.string(), city: z.string(), note: z.string() })
const fields = ['name', 'city', 'note'] as const
type Customer = z.infer<typeof formSchema>

/** Lets the test read and type into the fields of a form. What was typed is kept as a draft. */
function useFields(
  world: World,
  record: RecordId,
  form: { current: HTMLFormElement | null },
): void {
  useLayoutEffect(() => {
    const element = form.current
    const input = (name: string) => element?.elements.namedItem(name) as HTMLInputElement
    const read = (): Value => Object.fromEntries(fields.map((name) => [name, input(name).value]))
    world.read = read
    world.edit = ([name, text = '']) => {
      Reflect.set(HTMLInputElement.prototype, 'value', text, input(name))
      input(name).dispatchEvent(new Event('input', { bubbles: true }))
    }
    return () => {
      world.values = { ...world.values, [record]: read() }
      world.read = undefined
    }
  }, [world, record, form])
}

const submitTo =
  (world: World, record: RecordId) =>
  (values: object, { callId }: ToolContext): { saved: true } => {
    world.submitted(callId, record, values as Value)
    return { saved: true }
  }

function NativeForm({ world, record, effect }: EditorProps): ReactElement {
  const form = useRef<HTMLFormElement>(null)
  const onSubmit = submitTo(world, record)
  useFormTools(form, formSchema, { name: 'customer', onSubmit, submit: { effect } })
  useFields(world, record, form)
  const values = world.values[record] as unknown as Customer
  return (
    <form ref={form}>
      {fields.map((name) => (
        <input key={name} aria-label={name} name={name} defaultValue={values[name]} />
      ))}
    </form>
  )
}

function HookForm({ world, record, effect }: EditorProps): ReactElement {
  const ref = useRef<HTMLFormElement>(null)
  const [defaultValues] = useState(() => world.values[record] as unknown as Customer)
  const form = useForm<Customer>({ defaultValues })
  const onSubmit = submitTo(world, record)
  useFormTools(form, formSchema, { name: 'customer', onSubmit, submit: { effect } })
  useFields(world, record, ref)
  return (
    <form ref={ref}>
      {fields.map((name) => (
        <input key={name} aria-label={name} {...form.register(name)} />
      ))}
    </form>
  )
}

/** The editors of each kind. Some are another one for each record. */
export const editors: Readonly<Record<Kind, (props: EditorProps) => ReactElement>> = {
  useState: (props) =>
    props.isOther ? <OwnState key={props.record} {...props} /> : <StatePair {...props} />,
  zustand: (props) => (props.isOther ? <StorePair {...props} /> : <StoreActions {...props} />),
  query: (props) => <Query {...props} />,
  native: (props) => <NativeForm key={props.record} {...props} />,
  hook: (props) => <HookForm key={props.record} {...props} />,
}
