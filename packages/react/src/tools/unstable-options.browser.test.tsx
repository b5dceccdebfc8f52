import { createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgent } from '../agent/use-agent.ts'
import { useScope } from './use-scope.tsx'
import { useTool } from './use-tool.ts'

/** The renders after which a page is taken for one that renders for ever. */
const most = 300

let warnings: unknown[][] = []
beforeEach(() => {
  warnings = vi.spyOn(console, 'warn').mockReturnValue().mock.calls
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const save = {
  name: 'save',
  description: 'Save.',
  get parameters() {
    return z.object({ text: z.string() })
  },
  handler: () => 1,
}

/** What a page registers, by the number of its render. */
type Registers = (render: number) => { readonly label?: string; readonly tool: object }

const pages: Readonly<Record<string, Registers>> = {
  'a schema that is made in the component': () => ({ tool: { ...save } }),
  'a schema of the result that is made in the component': () => ({
    tool: { ...save, handler: () => ({ n: 1 }), outputSchema: z.object({ n: z.number() }) },
  }),
  'the schema of a row that is made in the component': () => ({
    tool: { ...save, subject: { id: 'a', label: 'A' } },
  }),
  'another label of the scope in each render': (render) => ({
    label: `Page ${render}`,
    tool: { ...save },
  }),
  'another label of the row in each render': (render) => ({
    tool: { ...save, subject: { id: 'a', label: `A ${render}` } },
  }),
  'another description in each render': (render) => ({
    tool: { ...save, description: `Save ${render}.` },
  }),
  'another schema in each render': (render) => ({
    tool: { ...save, parameters: z.object({ text: z.literal(render) }) },
  }),
  'another name in each render': (render) => ({ tool: { ...save, name: `save_${render}` } }),
  'an `enabled` that is made in the component': () => ({
    tool: { ...save, enabled: { get: () => true, subscribe: () => () => undefined } },
  }),
  'an `enabled` that alternates': (render) => ({
    tool: { ...save, enabled: () => render % 2 === 0 },
  }),
  'a tool that cannot be made': (render) => ({
    tool: { ...save, name: `no name ${render}`, parameters: 3 },
  }),
}

/** Waits until a count stays the same for ten frames. */
async function restOf(count: () => number): Promise<void> {
  let before = -1
  for (let still = 0; still < 10; before = count()) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    still = count() === before ? still + 1 : 0
  }
}

describe('a page that reads the scopes comes to rest with', () => {
  it('labels that change, of which it is warned once', async () => {
    const agent = createAgent({ model: scriptedModel([]) })
    const ofLoop = () => warnings.filter(([text]) => String(text).includes('again and again'))
    let renders = 0
    function Page(): ReactNode {
      useAgent((state) => state.scopes)
      useScope({ name: 'page', label: `Page ${(renders += 1)}` })
      return null
    }
    const page = (key: number): ReactElement => (
      <AgentProvider agent={agent}>
        <Page key={key} />
      </AgentProvider>
    )
    const { rerender } = await render(page(1))
    await expect.poll(() => ofLoop().length).toBe(1)
    await rerender(page(2))
    await restOf(() => renders)

    expect(ofLoop().length).toBe(1)
    // The next request has the latest label all the same.
    expect(agent.scopes.scopes[0]?.label).toBe(`Page ${renders}`)
  })

  it.each([20, 21, 22, 60])(
    'a label that changes in %i frames, and shows the last one',
    async (last) => {
      const agent = createAgent({ model: scriptedModel([]) })
      let show: (row: number) => void = () => undefined
      function Rows(): ReactNode {
        const [row, setRow] = useState(1)
        useScope({ name: 'rows', label: `Row ${row}` })
        show = setRow
        return null
      }
      function Page(): ReactElement {
        const scopes = useAgent((state) => state.scopes)
        return <p>{scopes[0]?.scope.label}</p>
      }
      const screen = await render(
        <AgentProvider agent={agent}>
          <Page />
          <Rows />
        </AgentProvider>,
      )

      const step = (row: number): void => {
        // The page asks for its frame before the store does.
        if (row < last) requestAnimationFrame(() => step(row + 1))
        flushSync(() => show(row))
      }
      step(2)
      await expect.element(screen.getByText(`Row ${last}`)).toBeVisible()
      await restOf(() => warnings.length)
      expect(warnings).toEqual([])
    },
  )

  it.each(
    Object.entries(pages).flatMap(([name, registers]) =>
      (['component', 'parent'] as const).map((reader) => [name, reader, registers] as const),
    ),
  )('%s, read by the %s', async (_name, reader, registers) => {
    const agent = createAgent({ model: scriptedModel([]) })
    let renders = 0
    function Page(): ReactNode {
      renders += 1
      if (renders > most) throw new Error('The page renders for ever.')
      useAgent<unknown>(reader === 'component' ? ({ scopes }) => scopes : ({ status }) => status)
      const { label = 'Page', tool } = registers(renders)
      const scope = useScope({ name: 'page', label })
      useTool({ ...(tool as typeof save), scope })
      return null
    }
    function App(): ReactElement {
      useAgent<unknown>(reader === 'parent' ? ({ scopes }) => scopes : ({ status }) => status)
      return <Page />
    }
    await render(
      <AgentProvider agent={agent}>
        <App />
      </AgentProvider>,
    )

    await restOf(() => renders)
    expect(renders).toBeLessThan(50)
  })
})

describe('a schema that is made in the component', () => {
  /** A page that renders whenever it is told to, with a tool that destroys. */
  function Customers({ only, id }: { only: string; id?: string | undefined }): undefined {
    useTool({
      name: 'delete_customer',
      description: 'Deletes a customer.',
      effect: 'destructive',
      parameters: z.object({ name: z.string().refine((name) => name === only) }),
      ...(id !== undefined && { subject: { id, label: 'Customers' } }),
      handler: ({ name }) => name,
    })
  }

  it.each([undefined, 'one'])('keeps an approval across renders, of the row %j', async (id) => {
    const args = { name: 'Ada', ...(id !== undefined && { instance: id }) }
    const model = scriptedModel([calls(call('delete_customer', args)), 'Done.'])
    const agent = createAgent({ model })
    agent.pending.attach()
    const page = (): ReactElement => (
      <AgentProvider agent={agent}>
        <Customers only="Ada" id={id} />
      </AgentProvider>
    )
    const { rerender } = await render(page())
    await expect.poll(() => agent.scopes.find('delete_customer')).toBeDefined()
    const { version } = agent.scopes.getState()
    const run = agent.chat('Delete Ada')
    await expect.poll(() => agent.pending.list('approval')).toHaveLength(1)
    for (let render = 0; render < 3; render += 1) await rerender(page())
    agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '')

    const { messages } = await run
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status: 'ok' })
    expect(agent.scopes.getState().version).toBe(version)
  })

  it.each([undefined, 'one'])('checks by the latest render, of the row %j', async (id) => {
    const of = (name: string) =>
      call('delete_customer', { name, ...(id !== undefined && { instance: id }) })
    const model = scriptedModel([calls(of('Ada'), of('Bob')), 'Done.'])
    const agent = createAgent({ model, approval: { decide: () => true } })
    const page = (only: string): ReactElement => (
      <AgentProvider agent={agent}>
        <Customers only={only} id={id} />
      </AgentProvider>
    )
    const { rerender } = await render(page('Ada'))
    await expect.poll(() => agent.scopes.find('delete_customer')).toBeDefined()
    await rerender(page('Bob'))

    const { messages } = await agent.chat('Delete both')
    const answers = messages.flatMap((one) => (one.role === 'tool' ? [one.status] : []))
    expect(answers).toEqual(['invalid', 'ok'])
  })
})
