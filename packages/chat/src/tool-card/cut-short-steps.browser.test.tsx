import type { Message } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'

const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
const calls = ['look_up', 'send_out'].map((name) => ({ id: name, name, arguments: {} }))
const messages: Message[] = [
  { id: 'm0', parentId: null, role: 'user', createdAt: 1, content: 'Send it' },
  { id: 'm1', parentId: 'm0', role: 'assistant', createdAt: 2, calls, usage, parts: [] },
  {
    id: 'look_up',
    parentId: 'm1',
    role: 'tool',
    createdAt: 3,
    name: 'look_up',
    content: '1',
    status: 'ok',
  },
]

describe('the steps of a run that a reload cut short', () => {
  it('are folded, but for the call that would go on', async () => {
    const storage = memoryStorage()
    const claim = await storage.claim('s1', { at: 1 })
    const run = { runId: 'r1', iterations: 1, usage, charged: {} }
    await claim?.write({ at: 1, messages, session: { head: 'look_up', run } })
    await claim?.release()
    const tools = [tool('look_up', () => 1), tool('send_out', () => 'sent', { effect: 'read' })]
    await renderCopilot(['Sent.'], {}, { storage, tools })
    const card = page.getByRole('group', { name: 'Send out', exact: true })
    await expect.element(card).toBeVisible()
    expect(page.getByRole('group', { name: 'Look up', exact: true }).query()).toBeNull()
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect.element(page.getByText('Sent.')).toBeVisible()
    await expect.element(card).not.toBeInTheDocument()
  })
})
