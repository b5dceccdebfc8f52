import { createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import {
  type ReactElement,
  type ReactNode,
  startTransition,
  Suspense,
  use,
  useEffect,
  useState,
  version,
} from 'react'
import { createMemoryRouter, RouterProvider, useNavigate, useParams } from 'react-router'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { openPage } from '../../test/guest-list.tsx'
import { useScope } from '../tools/use-scope.tsx'
import { useTool } from '../tools/use-tool.ts'
import { reactRouter } from '../routers/react-router.ts'

const isReact18 = version.startsWith('18.')

const notes: string[] = []
afterEach(() => void notes.splice(0))

const order = z.object({ id: z.string() })

/** The tools of the page of one order, which have no `subject`. */
function useOrder(id: string, open: (id: string) => unknown): void {
  const scope = useScope({ name: 'order', context: () => ({ id }) })
  useTool({
    scope,
    name: 'open_order',
    description: 'Opens an order.',
    parameters: order,
    effect: 'read',
    handler: (args) => open(args.id),
  })
  useTool({
    scope,
    name: 'add_note',
    description: 'Adds a note to the open order.',
    handler: () => void notes.push(`note on ${id}`),
  })
}

/** Lets an agent open order 2 and add a note in one message. */
async function openAndNote(
  Page: () => ReactNode,
  until?: Parameters<typeof openPage>[2],
): Promise<{ readonly answer: ToolMessage | undefined; readonly why: string | undefined }> {
  const replies = [calls(call('open_order', { id: '2' }), call('add_note')), 'Done']
  const agent = createAgent({ model: scriptedModel(replies), settle: 500 })
  await openPage(agent, Page, until)
  const run = agent.chat('Open order 2 and add a note')
  await run
  const settled = run.events.find(({ type }) => type === 'agent:settled')
  const answers = agent.history.messages.filter((message) => message.role === 'tool')
  return { answer: answers[1], why: settled?.type === 'agent:settled' ? settled.why : undefined }
}

const notReady = (why: string) => ({
  status: 'stale',
  content: expect.stringContaining(`not ready (${why})`),
})

describe('a call after one that opens another page', () => {
  const never = new Promise<never>(() => undefined)

  it('S1-3 does not write before the loader of a route is done', async () => {
    function Order(): ReactElement {
      const { id = '' } = useParams()
      const navigate = useNavigate()
      // The promise of the navigation is not returned.
      useOrder(id, (next) => void navigate(`/orders/${next}`))
      return <h1>{`Order ${id}`}</h1>
    }
    const loader = ({ params }: { readonly params: { readonly id?: string } }) =>
      params.id === '1' ? null : never
    const router = createMemoryRouter([{ path: '/orders/:id', loader, element: <Order /> }], {
      initialEntries: ['/orders/1'],
    })
    const page = (): ReactElement => <RouterProvider router={router} />
    const { answer } = await openAndNote(page, reactRouter(router))
    expect(answer).toMatchObject(notReady('until'))
    expect(notes).toEqual([])
  })

  // React 18 has no `use`.
  it.skipIf(isReact18)('S1-3 does not write while a transition waits for data', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    function Data({ id }: { readonly id: string }): ReactElement {
      if (id !== '1') use(never)
      return <h1>{`Order ${id}`}</h1>
    }
    const { answer } = await openAndNote(() => {
      const [id, setId] = useState('1')
      useOrder(id, (next) => startTransition(() => setId(next)))
      return (
        <Suspense>
          <Data id={id} />
        </Suspense>
      )
    })
    expect(answer).toMatchObject(notReady('react'))
    expect(notes).toEqual([])
  })
})

describe('a call on a page that renders for ever', () => {
  it.each<[string, (render: () => void) => () => void]>([
    [
      'in an effect',
      (render) => {
        const timer = setTimeout(render)
        return () => clearTimeout(timer)
      },
    ],
    [
      'in each task',
      (render) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', render)
        port1.start()
        port2.postMessage(undefined)
        return () => port1.close()
      },
    ],
  ])('runs: %s', async (_, again) => {
    const { answer, why } = await openAndNote(() => {
      const [id, setId] = useState('1')
      const [, setCount] = useState(0)
      useEffect(() => again(() => setCount((count) => count + 1)))
      useOrder(id, setId)
      const until = performance.now() + 20
      while (performance.now() < until);
      return <h1>{`Order ${id}`}</h1>
    })
    // React 18 does not tell a transition from a page that renders.
    const told = isReact18 ? 'react' : 'rendering'
    expect([why, answer?.status, notes]).toEqual([told, 'ok', ['note on 2']])
  })
})
