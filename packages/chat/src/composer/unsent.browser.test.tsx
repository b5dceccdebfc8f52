import { type Agent, createAgent } from '@ambit/core'
import { type AgentStorage, memoryStorage } from '@ambit/core/storage'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type RenderResult, render } from 'vitest-browser-react'
import { loadStyles, renderCopilot } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'
import { Copilot, panel } from '../copilot.tsx'

/** Renders a page that was loaded again, with what the tab has kept. */
async function renderAgain(
  agent: Agent,
  kept: readonly (readonly [key: string, value: string])[],
): Promise<RenderResult> {
  await Promise.all([loadStyles(), panel.load()])
  sessionStorage.clear()
  for (const [key, value] of kept) sessionStorage.setItem(key, value)
  return render(
    <AgentProvider agent={agent}>
      <Copilot defaultOpen />
    </AgentProvider>,
  )
}

/** Creates a storage with a session in which messages wait. */
async function leftWith(
  ...waiting: (string | object)[]
): Promise<ReturnType<typeof memoryStorage>> {
  const storage = memoryStorage()
  const claim = await storage.claim('s1', { at: 1 })
  await claim?.write({
    at: 1,
    messages: [{ id: 'm1', parentId: null, role: 'user', createdAt: 1, content: 'first' }],
    session: {
      head: 'm1',
      waiting: waiting.map((content, at) => ({ id: `w${at}`, content: content as string })),
    },
  })
  await claim?.release()
  return storage
}

describe('what waited for its turn when the page was left', () => {
  it('R84 is back in the field, in its order, and is not sent', async () => {
    const storage = await leftWith('second', 'third')
    const { agent, model } = await renderCopilot(['Yes.'], {}, { storage })
    await expect.element(field()).toHaveValue('second\nthird')
    expect(model.requests).toEqual([])
    await userEvent.click(field())
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    await vi.waitFor(async () => expect(await storage.read('s1')).not.toHaveProperty('waiting'))
    expect(agent.history.messages[1]).toMatchObject({ content: 'second\nthird' })
  })

  it('R84 comes below what was begun, once', async () => {
    const stored = await leftWith('second', 'third')
    const { promise: read, resolve } = Promise.withResolvers<void>()
    const storage: AgentStorage = { ...stored, list: () => read.then(() => stored.list()) }
    await renderCopilot([], {}, { storage })
    await userEvent.fill(field(), 'begun\nthird')
    resolve()
    await expect.element(field()).toHaveValue('begun\nthird\nsecond')
  })

  it('R84 has its files again', async () => {
    const file = { type: 'file', data: btoa('abc'), mediaType: 'text/plain', filename: 'a.txt' }
    const storage = await leftWith([{ type: 'text', text: 'read this' }, file])
    await renderCopilot([], { composer: { attachments: true } }, { storage })
    await expect.element(field()).toHaveValue('read this')
    await expect.element(page.getByText('a.txt')).toBeVisible()
  })

  it('R84 is back after each reload, once, until it is sent or removed', async () => {
    const file = { type: 'file', data: btoa('abc'), mediaType: 'text/plain', filename: 'a.txt' }
    const storage = await leftWith([{ type: 'text', text: 'read this' }, file])
    const { screen } = await renderCopilot([], { composer: { attachments: true } }, { storage })
    await expect.element(field()).toHaveValue('read this')
    await userEvent.type(field(), ' now')
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    await screen.unmount()
    const kept = { ...sessionStorage }
    await renderCopilot([], { composer: { attachments: true } }, { storage }, undefined, kept)
    await expect.element(field()).toHaveValue('read this now')
    await expect.element(page.getByText('a.txt')).toBeVisible()
    expect(await storage.read('s1')).toHaveProperty('waiting')
    await userEvent.clear(field())
    await page.getByRole('button', { name: 'Remove a.txt' }).click()
    await vi.waitFor(async () => expect(await storage.read('s1')).not.toHaveProperty('waiting'))
  })

  it('R84 does not move the caret of a user who writes', async () => {
    const stored = await leftWith('second')
    const { promise: read, resolve } = Promise.withResolvers<void>()
    const storage: AgentStorage = { ...stored, list: () => read.then(() => stored.list()) }
    await renderCopilot([], {}, { storage })
    await userEvent.fill(field(), 'begin')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    resolve()
    await expect.element(field()).toHaveValue('begin\nsecond')
    await userEvent.keyboard('X')
    await expect.element(field()).toHaveValue('begXin\nsecond')
  })

  it('R84 stays with its conversation when another one is opened', async () => {
    const storage = memoryStorage()
    const { promise: gate } = Promise.withResolvers<void>()
    const { agent } = await renderCopilot([{ gate, text: 'A.' }], {}, { storage })
    for (const text of ['first', 'second']) {
      await userEvent.fill(field(), text)
      await userEvent.keyboard('{Enter}')
    }
    const { current } = agent.sessions
    await vi.waitFor(async () => expect((await storage.read(current))?.waiting).toHaveLength(1))
    await agent.sessions.create()
    await expect.element(field()).toHaveValue('')
    await agent.sessions.open(current)
    await expect.element(field()).toHaveValue('second')
  })
})

describe('what waits in a page while another page runs the conversation', () => {
  /** Renders a page whose session another page runs. `leave` ends the run of the other page. */
  async function besideAnother(storage: AgentStorage) {
    const claim = await storage.claim('s1', { at: 2 })
    const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
    const run = { runId: 'r1', iterations: 0, usage, charged: {} }
    await claim?.write({ at: 2, session: { run } })
    const rendered = await renderCopilot(['One.', 'Two.'], {}, { storage })
    await expect.poll(() => rendered.agent.sessions.getState().running).toBe('elsewhere')
    const leave = async (): Promise<void> => {
      await claim?.write({ at: 3, session: { run: null } })
      await claim?.release()
    }
    return { ...rendered, leave }
  }

  const send = async (text: string): Promise<void> => {
    await userEvent.fill(field(), text)
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveValue('')
  }

  const copies = (): string[] =>
    Object.keys(sessionStorage).filter(
      (key) => key.startsWith('ambit-draft:') && key.includes(':queued:'),
    )

  it('R84 is back after a reload, in its order, in its conversation alone', async () => {
    const storage = await leftWith()
    const { screen, agent, leave } = await besideAnother(storage)
    await send('second')
    await send('third')
    await screen.unmount()
    const kept = Object.entries(sessionStorage) as [string, string][]
    agent.sessions.close()
    const again = createAgent({ model: scriptedModel(['Yes.']), storage, session: 'new' })
    const next = await renderAgain(again, kept)
    await expect.poll(() => again.sessions.getState().isOpening).toBe(false)
    await expect.element(field()).toHaveValue('')
    await again.sessions.open('s1')
    await expect.element(field()).toHaveValue('second\nthird')
    expect(copies()).toEqual([])
    await leave()
    await next.unmount()
  })

  it('R84 is not kept once it is sent', async () => {
    const { agent, leave } = await besideAnother(await leftWith())
    await send('second')
    await send('third')
    expect(copies()).toHaveLength(1)
    await leave()
    await expect.element(page.getByText('Two.')).toBeVisible()
    await expect.poll(copies).toEqual([])
    expect(agent.history.messages.map(({ content }) => content)).toContain('third')
  })

  it('R84 is not kept once it is withdrawn', async () => {
    const { agent, leave } = await besideAnother(await leftWith())
    await send('second')
    agent.cancel({ kind: 'user' })
    await expect.poll(copies).toEqual([])
    await leave()
  })

  it('R84 is not in the field if it was sent before the reload', async () => {
    const storage = await leftWith()
    const kept = JSON.stringify([{ text: 'first', at: 0 }])
    const again = createAgent({ model: scriptedModel([]), storage })
    await renderAgain(again, [[`ambit-draft:${again.name}:queued:s1`, kept]])
    await expect.poll(copies).toEqual([])
    await expect.element(field()).toHaveValue('')
  })
})

describe('what the user has sent when the agent is stopped', () => {
  const hang = { text: 'Well', hang: true }
  const stop = () => page.getByRole('button', { name: 'Stop' })

  async function send(text: string, keys = '{Enter}'): Promise<void> {
    await userEvent.fill(field(), text)
    await userEvent.keyboard(keys)
    await expect.element(field()).toHaveValue('')
  }

  it.each([false, true])(
    'R84 is back in the field if it waited (storage: %s)',
    async (isStored) => {
      const options = isStored ? { storage: memoryStorage() } : {}
      const { agent, model } = await renderCopilot([hang, 'Yes.'], {}, options)
      await send('first')
      await expect.element(page.getByText('Well')).toBeVisible()
      await send('second')
      await send('third')
      await userEvent.fill(field(), 'begun')
      await stop().click()
      await expect.element(field()).toHaveValue('begun\nsecond\nthird')
      await expect.element(page.getByText('third', { exact: true })).not.toBeInTheDocument()
      expect(agent.history.messages[0]).toMatchObject({ content: 'first' })
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByText('Yes.')).toBeVisible()
      expect(agent.sessions.getState().unsent).toEqual([])
      expect(JSON.stringify(model.requests[1]?.prompt)).toContain('begun\\nsecond\\nthird')
      await expect.element(field()).toHaveValue('')
    },
  )

  it('R84 is in the conversation if its run had not begun', async () => {
    const kept = memoryStorage()
    const { promise: claimed, resolve: open } = Promise.withResolvers<void>()
    const storage: AgentStorage = {
      ...kept,
      claim: (...claim) => claimed.then(() => kept.claim(...claim)),
    }
    const { agent } = await renderCopilot(['Yes.'], {}, { storage })
    await agent.sessions.opening
    await send('first')
    await expect.element(page.getByText('first', { exact: true })).toBeVisible()
    await stop().click()
    open()
    await expect.poll(() => agent.history.messages).toMatchObject([{ content: 'first' }])
    await expect.element(page.getByText('first', { exact: true })).toBeVisible()
    await expect.element(stop()).not.toBeInTheDocument()
    await expect.element(field()).toHaveValue('')
  })

  it.each(['{Control>}{Enter}{/Control}', 'the button'])(
    'R84 is on the page at once if it was to join the run, and stays (%s)',
    async (way) => {
      const { agent } = await renderCopilot([hang, 'Yes.'])
      await send('first')
      await expect.element(page.getByText('Well')).toBeVisible()
      await userEvent.fill(field(), 'by the way')
      if (way === 'the button') await page.getByRole('button', { name: 'Send now' }).click()
      else await userEvent.keyboard(way)
      await expect.element(page.getByText('by the way', { exact: true })).toBeVisible()
      await send('and this', '{Control>}{Enter}{/Control}')
      const waiting = page.getByRole('list', { name: 'Waiting for its turn' })
      await expect.poll(() => waiting.getByRole('listitem').elements()).toHaveLength(2)
      await waiting.getByRole('button', { name: 'Do not send' }).nth(1).click()
      await expect.poll(() => waiting.getByRole('listitem').elements()).toHaveLength(1)
      await stop().click()
      await expect.element(waiting).not.toBeInTheDocument()
      await expect.element(page.getByText('by the way', { exact: true })).toBeVisible()
      expect(agent.history.messages.at(-1)).toMatchObject({ content: 'by the way' })
    },
  )
})
