import { type AgentStorage, memoryStorage } from '@ambit/core/storage'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'

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
    await renderCopilot([], { attachments: true }, { storage })
    await expect.element(field()).toHaveValue('read this')
    await expect.element(page.getByText('a.txt')).toBeVisible()
  })

  it('R84 is back after each reload, once, until it is sent or removed', async () => {
    const file = { type: 'file', data: btoa('abc'), mediaType: 'text/plain', filename: 'a.txt' }
    const storage = await leftWith([{ type: 'text', text: 'read this' }, file])
    const { screen } = await renderCopilot([], { attachments: true }, { storage })
    await expect.element(field()).toHaveValue('read this')
    await userEvent.type(field(), ' now')
    await screen.unmount()
    const kept = { ...sessionStorage }
    await renderCopilot([], { attachments: true }, { storage }, undefined, kept)
    await expect.element(field()).toHaveValue('read this now')
    await expect.element(page.getByText('a.txt')).toBeVisible()
    expect(await storage.read('s1')).toHaveProperty('waiting')
    await userEvent.clear(field())
    await page.getByRole('button', { name: 'Remove a.txt' }).click()
    await vi.waitFor(async () => expect(await storage.read('s1')).not.toHaveProperty('waiting'))
  })

  it('R84 does not move the caret of a person who writes', async () => {
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
