import type { Agent } from '@ambit/core'
import { loadEngine, loadKeeper } from '../../../core/src/load-engine.ts'
import type * as loading from '../../../core/src/lazily.ts'
import { memoryStorage } from '@ambit/core/storage'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

// The code of the engine cannot be fetched, as when the page is offline.
const network = vi.hoisted(() => ({ isOnline: true }))
vi.mock('../../../core/src/lazily.ts', async (original) => {
  const { lazily } = await original<typeof loading>()
  const overNetwork = <T,>(load: () => Promise<T>) =>
    lazily(async () => {
      if (network.isOnline) return load()
      throw new TypeError('Failed to fetch dynamically imported module')
    })
  return { lazily: overNetwork }
})
vi.mock('../../../core/src/eager.ts', () => ({}))

describe('Copilot, whose engine cannot be fetched', () => {
  it('W26 keeps the words of the user, says so, and goes on by Retry', async () => {
    network.isOnline = false
    const { agent }: { agent: Agent } = await renderCopilot(['Hello.'])
    await say('Good morning')
    await expect.element(page.getByText(/could not be loaded/).first()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await expect.element(page.getByText('Good morning').first()).toBeVisible()
    await expect.element(field()).toHaveValue('')
    network.isOnline = true
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('Hello.').first()).toBeVisible()
    expect(agent.history.messages).toHaveLength(2)
  })

  it.each([true, false])(
    'R104 has the message once after a reload; stored: %s',
    async (isStored) => {
      network.isOnline = true
      await loadKeeper()
      delete loadEngine.loaded
      network.isOnline = false
      const storage = isStored ? { ...memoryStorage(), id: 'ada' } : undefined
      const { agent } = await renderCopilot([], {}, storage && { storage })
      await agent.sessions.opening
      await say('Good morning')
      const button = page.getByRole('button', { name: 'Reload the page' })
      await expect.element(button).toBeVisible()
      const left = new Promise((resolve) => {
        const stop = (event: Event): void => {
          event.preventDefault()
          resolve(undefined)
        }
        globalThis.navigation.addEventListener('navigate', stop, { once: true })
      })
      await button.click()
      await left
      expect(Object.values({ ...sessionStorage })).toEqual(isStored ? [] : ['Good morning'])
      const { current } = agent.sessions
      const stored = (await storage?.readMessages(current, { from: 0 })) ?? []
      expect(stored).toHaveLength(isStored ? 1 : 0)
    },
  )

  it('R104 gives a message with a file back to the field, without a Retry that does nothing', async () => {
    delete loadEngine.loaded
    network.isOnline = false
    const { agent } = await renderCopilot([], { composer: { attachments: true } })
    const picker = page.getByLabelText('Add files').elements()[1] as HTMLInputElement
    await userEvent.upload(picker, new File(['x'], 'a.txt', { type: 'text/plain' }))
    await expect.element(page.getByText('a.txt')).toBeVisible()
    await say('Good morning')
    await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await expect.element(field()).toHaveValue('Good morning')
    await expect.element(page.getByText('a.txt')).toBeVisible()
    expect(page.getByRole('button', { name: 'Retry' }).query()).toBeNull()
    expect(agent.history.messages).toEqual([])
  })
})
