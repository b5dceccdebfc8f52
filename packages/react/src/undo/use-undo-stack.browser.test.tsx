import { type Agent, createAgent, jsonSchema, Scope, Tool } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { call, calls, scriptedModel } from '@ambit/testing'
import { StrictMode, useSyncExternalStore } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import type { UndoHistory } from './undo-stack.ts'
import { useUndoStack } from './use-undo-stack.ts'

/** A drawing with a history of snapshots, as a canvas has. */
class Drawing implements UndoHistory {
  shapes = ''
  readonly #listeners = new Set<() => void>()
  #past: { readonly shapes: string }[] = []
  #future: { readonly shapes: string }[] = []

  readonly #limit: number

  constructor(limit = Infinity) {
    this.#limit = limit
  }

  readonly past = (): readonly unknown[] => this.#past
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly set = (shapes: string): void => {
    this.#past = [...this.#past, { shapes: this.shapes }].slice(-this.#limit)
    this.#future = []
    this.#show(shapes)
  }

  readonly add = (shape: string): void => this.set(this.shapes + shape)

  undo = (): void => {
    const last = this.#past.at(-1)
    if (!last) return
    this.#past = this.#past.slice(0, -1)
    this.#future.push({ shapes: this.shapes })
    this.#show(last.shapes)
  }

  readonly redo = (): void => {
    const next = this.#future.pop()
    if (!next) return
    this.#past = [...this.#past, { shapes: this.shapes }]
    this.#show(next.shapes)
  }

  readonly forget = (): void => {
    this.#past = []
    this.#show(this.shapes)
  }

  get listening(): number {
    return this.#listeners.size
  }

  #show(shapes: string): void {
    this.shapes = shapes
    for (const listener of this.#listeners) listener()
  }
}

function Page({ drawing }: { drawing: Drawing }) {
  const { canUndo, canRedo, error, undo, redo } = useUndoStack([drawing])
  const shapes = useSyncExternalStore(drawing.subscribe, () => drawing.shapes)
  return (
    <>
      <p data-testid="shapes">{shapes}</p>
      {error && <p role="alert">{error.message}</p>}
      {['a', 'b', 'c', 'd'].map((shape) => (
        <button key={shape} onClick={() => drawing.add(shape)}>
          Add {shape}
        </button>
      ))}
      <button disabled={!canUndo} onClick={() => undo()}>
        Undo
      </button>
      <button disabled={!canRedo} onClick={() => redo()}>
        Redo
      </button>
      <input aria-label="Name" />
      <input type="checkbox" aria-label="Grid" />
      <div contentEditable role="textbox" aria-label="Note" />
      <button onKeyDown={(event) => event.preventDefault()}>Map</button>
    </>
  )
}

const withShape = jsonSchema<{ shape: string }>({
  type: 'object',
  properties: { shape: { type: 'string' } },
  required: ['shape'],
})

/** Renders a drawing that the agent changes by the tools that are given. */
async function show(
  drawing: Drawing,
  ...tools: Tool<never>[]
): Promise<{ agent: Agent; leave: () => Promise<void> }> {
  const ask = (shape: string) => [calls(...tools.map(({ name }) => call(name, { shape }))), 'Done']
  const model = scriptedModel([...ask('X'), ...ask('Y')])
  const agent = createAgent({
    model,
    storage: memoryStorage(),
    scopes: [new Scope({ name: 'drawing', tools })],
  })
  const screen = await render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Page drawing={drawing} />
      </AgentProvider>
    </StrictMode>,
  )
  return { agent, leave: () => screen.unmount() }
}

const add = (shape: string) => page.getByRole('button', { name: `Add ${shape}` }).click()
const undo = () => userEvent.keyboard('{Control>}z{/Control}')
const redo = () => userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
const shows = async (shapes: string): Promise<void> => {
  await expect.poll(() => page.getByTestId('shapes').element().textContent).toBe(shapes)
}

/** A tool that changes the drawing, with an undo that takes its shape out by another step. */
const addTool = (drawing: Drawing, undoes: 'own' | 'history' | 'no' = 'own') =>
  new Tool({
    name: 'add',
    description: 'Adds a shape.',
    parameters: withShape,
    handler: ({ shape }, ctx) => {
      drawing.add(shape)
      if (undoes === 'own') ctx.undo(() => drawing.set(drawing.shapes.replace(shape, '')))
      if (undoes === 'history') ctx.undo(() => drawing.undo())
    },
  })

/** Returns a page with a title, and the tool that changes it. */
function titled() {
  const own = { title: 'Old' }
  const rename = new Tool({
    name: 'rename',
    description: 'Renames.',
    parameters: withShape,
    handler: ({ shape }, ctx) => {
      const before = own.title
      own.title = shape
      ctx.undo(() => void (own.title = before))
    },
  })
  return { own, rename }
}

describe('useUndoStack', () => {
  it('undoes the newest of the user and of the agent, and redoes what a history can', async () => {
    const drawing = new Drawing()
    const { own, rename } = titled()
    const { agent } = await show(drawing, rename)
    await add('a')
    await agent.chat('Rename it')
    await add('b')
    await shows('ab')
    await undo()
    await shows('a')
    expect(own.title).toBe('X')
    await redo()
    await shows('ab')
    await undo()
    await shows('a')
    await undo()
    await expect.poll(() => own.title).toBe('Old')
    expect([...agent.calls.getState().values()]).toMatchObject([{ undo: { status: 'undone' } }])
    expect(agent.history.messages.at(-1)).toMatchObject({ source: 'app', forModel: true })
    await shows('a')
    await undo()
    await shows('')
    await userEvent.keyboard('{Control>}y{/Control}')
    await shows('a')
    expect(own.title).toBe('Old')
  })

  it('redoes a step of the user after a call without steps was undone', async () => {
    const drawing = new Drawing()
    const { own, rename } = titled()
    const { agent } = await show(drawing, rename)
    await add('a')
    await agent.chat('Rename it')
    await add('b')
    await undo()
    await shows('a')
    await undo()
    await expect.poll(() => own.title).toBe('Old')
    await redo()
    await shows('ab')
    expect(own.title).toBe('Old')
  })

  it.each(['own', 'history'] as const)(
    'undoes a call once that changed the history, by the %s undo of its tool',
    async (undoes) => {
      const drawing = new Drawing()
      const { agent } = await show(drawing, addTool(drawing, undoes))
      await add('a')
      await agent.chat('Add')
      await agent.chat('Add')
      await shows('aXY')
      await undo()
      await shows('aX')
      await undo()
      await shows('a')
      const undone = { undo: { status: 'undone' } }
      expect([...agent.calls.getState().values()]).toMatchObject([undone, undone])
      await add('b')
      await undo()
      await shows('a')
      await undo()
      await shows('')
      await redo()
      await shows('a')
      await redo()
      await shows('ab')
      await expect.element(page.getByRole('button', { name: 'Redo' })).toBeDisabled()
      await undo()
      await undo()
      await shows('')
      await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
    },
  )

  it('undoes by the history what a call without an undo changed there', async () => {
    const drawing = new Drawing()
    const { agent } = await show(drawing, addTool(drawing, 'no'))
    await add('a')
    await agent.chat('Add')
    await shows('aX')
    await undo()
    await shows('a')
    await redo()
    await shows('aX')
    await undo()
    await undo()
    await shows('')
  })

  it('tells of an undo that failed, and goes on with the step before', async () => {
    const drawing = new Drawing()
    const send = new Tool({
      name: 'send',
      description: 'Sends.',
      parameters: withShape,
      handler: (_, ctx) =>
        ctx.undo(() => {
          throw new Error('It was read.')
        }),
    })
    const { agent } = await show(drawing, send)
    await add('a')
    await agent.chat('Send')
    await undo()
    const failed = { undo: { status: 'failed', error: new Error('It was read.') } }
    await expect.poll(() => [...agent.calls.getState().values()]).toMatchObject([failed])
    expect(agent.history.messages.at(-1)?.content).toContain('Could not be undone')
    await expect.element(page.getByRole('alert')).toHaveTextContent('It was read.')
    await shows('a')
    await undo()
    await shows('')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('goes on after a step that its history could not undo', async () => {
    const drawing = new Drawing()
    await show(drawing)
    await add('a')
    await add('b')
    const { undo: plain } = drawing
    const undoButton = page.getByRole('button', { name: 'Undo' })
    drawing.undo = () => {
      drawing.undo = plain
      throw new Error('Not now.')
    }
    await undoButton.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
    await shows('ab')
    await undoButton.click()
    await shows('')
  })

  it('keeps apart what the user does while a call runs', async () => {
    const drawing = new Drawing()
    const { promise: clicked, resolve: goOn } = Promise.withResolvers<void>()
    const slow = new Tool({
      name: 'slow',
      description: 'Adds two shapes.',
      parameters: withShape,
      handler: async ({ shape }, ctx) => {
        drawing.add(shape)
        await clicked
        drawing.add(shape)
        ctx.undo(() => drawing.set(drawing.shapes.replaceAll(shape, '')))
      },
    })
    const { agent } = await show(drawing, slow)
    const run = agent.chat('Go')
    await shows('X')
    await add('a')
    goOn()
    await run
    await shows('XaX')
    await undo()
    await shows('a')
    await undo()
    await shows('XaX')
    await undo()
    await undo()
    await undo()
    await shows('')
  })

  it('undoes the undo of a call that had changed the drawing before the user did', async () => {
    const drawing = new Drawing()
    const { agent } = await show(drawing, addTool(drawing))
    await agent.chat('Add')
    await add('a')
    await shows('Xa')
    const [first] = agent.calls.getState().keys()
    await agent.undo(first ?? '')
    await shows('a')
    for (const shapes of ['Xa', 'X', '']) {
      await undo()
      await shows(shapes)
    }
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
  })

  it('counts a call once that begins in a click of the user', async () => {
    const drawing = new Drawing()
    const { agent } = await show(drawing, addTool(drawing))
    await agent.runTool('add', { shape: 'W' })
    await shows('W')
    const button = document.createElement('button')
    button.textContent = 'Run'
    button.addEventListener('click', () => void agent.runTool('add', { shape: 'Z' }))
    document.body.append(button)
    await page.getByRole('button', { name: 'Run' }).click()
    button.remove()
    await shows('WZ')
    await undo()
    await shows('W')
    await undo()
    await shows('')
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
  })

  it('undoes while the agent goes on, without waiting for its end', async () => {
    const drawing = new Drawing()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const wait = new Tool({
      name: 'wait',
      description: 'Waits.',
      parameters: withShape,
      handler: () => ended,
    })
    const { agent } = await show(drawing, addTool(drawing), wait)
    await add('a')
    const run = agent.chat('Add, and wait')
    await shows('aX')
    await expect.poll(() => agent.calls.getState().size).toBe(2)
    await undo()
    await shows('a')
    await undo()
    await shows('')
    end()
    await run
  })

  it('leaves text fields and handled keys alone, and works on any other element', async () => {
    const drawing = new Drawing()
    await show(drawing)
    await add('a')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.click()
    await userEvent.keyboard('Tea')
    await undo()
    await expect.element(name).not.toHaveValue('Tea')
    await page.getByRole('textbox', { name: 'Note' }).click()
    await undo()
    await page.getByRole('button', { name: 'Map' }).click()
    await undo()
    await userEvent.keyboard('{Control>}{Alt>}z{/Alt}{/Control}')
    await shows('a')
    await page.getByRole('checkbox').click()
    await undo()
    await shows('')
    await userEvent.keyboard('{Meta>}{Shift>}z{/Shift}{/Meta}')
    await shows('a')
    await userEvent.keyboard('{Meta>}z{/Meta}')
    await shows('')
  })

  it('follows a history that is undone, forgotten and cut elsewhere', async () => {
    const drawing = new Drawing(3)
    const { agent } = await show(drawing, addTool(drawing))
    await agent.chat('Add')
    drawing.undo()
    await shows('')
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
    for (const shape of ['a', 'b', 'c', 'd']) await add(shape)
    for (const shapes of ['abc', 'ab', 'a']) {
      await undo()
      await shows(shapes)
    }
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
    await add('b')
    drawing.forget()
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
  })

  it('keeps the newest 200', async () => {
    const drawing = new Drawing()
    await show(drawing)
    for (let at = 0; at < 230; at++) drawing.add('s')
    const button = page.getByRole('button', { name: 'Undo' })
    await expect.element(button).toBeEnabled()
    for (let at = 0; at < 200; at++)
      button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await shows('s'.repeat(30))
    await expect.element(button).toBeDisabled()
  })

  it('waits with the calls of another conversation', async () => {
    const drawing = new Drawing()
    const { own, rename } = titled()
    const { agent } = await show(drawing, rename)
    await add('a')
    await agent.chat('Rename')
    const first = agent.sessions.current
    await agent.sessions.create()
    await undo()
    await shows('')
    expect(own.title).toBe('X')
    await agent.sessions.open(first)
    await undo()
    await expect.poll(() => own.title).toBe('Old')
  })

  it('follows nothing once its component is gone', async () => {
    const drawing = new Drawing()
    const { leave } = await show(drawing)
    await add('a')
    await leave()
    expect(drawing.listening).toBe(0)
    await undo()
    expect(drawing.shapes).toBe('a')
  })
})
