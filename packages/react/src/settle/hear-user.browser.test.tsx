import { type Agent, createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { expect, it } from 'vitest'
import { cdp, page, server, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useTool } from '../tools/use-tool.ts'

const notes: string[] = []

/** A page that shows one of two orders, and a chat of its own beside it. */
function Orders({ during }: { readonly during: () => Promise<void> }): ReactElement {
  const [order, open] = useState(1)
  useTool({
    name: 'add_note',
    description: 'Adds a note to the order that is open.',
    subject: order,
    handler: async () => {
      notes.push(`note on ${order}`)
      if (notes.length === 1) await during()
    },
  })
  useTool({ name: 'next', description: 'Opens the next one.', handler: () => open(order + 1) })
  return (
    <>
      <output>Order {order}</output>
      <button onClick={() => open(2)}>Order 2</button>
      <input aria-label="Search" />
      <div data-ambit-ui="">
        <button>Send</button>
        <div className="ambit-undo">
          <button>Undo</button>
        </div>
      </div>
    </>
  )
}

async function run(during: () => Promise<void>, ...names: string[]): Promise<string[]> {
  notes.splice(0)
  const agent = createAgent({
    model: scriptedModel([calls(...names.map((name) => call(name))), 'Done']),
  })
  await render(
    <AgentProvider agent={agent}>
      <Orders during={during} />
    </AgentProvider>,
  )
  await agent.chat('Go')
  return statusesOf(agent)
}

const statusesOf = (agent: Agent): string[] =>
  agent.history.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .map(({ status }) => status)

/** Presses the button of the browser. */
async function pressBack(): Promise<void> {
  const session = cdp() as unknown as {
    send: (
      name: string,
      args?: object,
    ) => Promise<{ currentIndex: number; entries: { id: number }[] }>
  }
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory')
  await session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id })
}

const press = (name: string) => page.getByRole('button', { name }).click()

it('a press between two calls of a message is the act of the user', async () => {
  expect(await run(() => press('Order 2'), 'add_note', 'add_note')).toEqual(['ok', 'stale'])
  expect(notes).toEqual(['note on 1'])
})

it('what a call does is its own act, also while the user writes in the chat', async () => {
  expect(await run(() => press('Send'), 'add_note', 'next', 'add_note')).toEqual(['ok', 'ok', 'ok'])
  expect(notes).toEqual(['note on 1', 'note on 2'])
})

it('an undo in the chat is an act of the user', async () => {
  expect(await run(() => press('Undo'), 'add_note', 'next', 'add_note')).toEqual([
    'ok',
    'ok',
    'stale',
  ])
})

it('a key that only moves the focus is no act', async () => {
  const tab = () => userEvent.keyboard('{Tab}')
  expect(await run(tab, 'add_note', 'next', 'add_note')).toEqual(['ok', 'ok', 'ok'])
})

it('a key that writes is an act', async () => {
  const type = async (): Promise<void> => {
    await page.getByRole('textbox', { name: 'Search' }).click()
    await userEvent.keyboard('a')
  }
  expect(await run(type, 'add_note', 'next', 'add_note')).toEqual(['ok', 'ok', 'stale'])
})

it('an event of a script is no act', async () => {
  const press = async (): Promise<void> => document.querySelector('button')?.click()
  expect(await run(press, 'add_note', 'add_note')).toEqual(['ok', 'ok'])
})

/** Steps back in the history, and waits until the page has been told. */
async function stepBack(go: () => unknown): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  history.pushState(null, '', '#second')
  window.addEventListener('popstate', () => resolve(), { once: true })
  await go()
  await promise
}

it('Back is an act of the user, and a step of a program is not', async ({ skip }) => {
  skip(server.provider !== 'playwright', 'Only Chromium can be told to press it.')
  const steps = ['add_note', 'next', 'add_note']
  expect(await run(() => stepBack(() => history.back()), ...steps)).toEqual(['ok', 'ok', 'ok'])
  expect(await run(() => stepBack(pressBack), ...steps)).toEqual(['ok', 'ok', 'stale'])
})
