import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadStyles } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'
import { Copilot, panel } from '../copilot.tsx'
import type * as lateModule from './late-module.ts'

const network = vi.hoisted(() => ({ isOnline: true, fetches: 0 }))
vi.mock('./late-module.ts', async (original) => {
  const { LateModule, ...rest } = await original<typeof lateModule>()
  class OverNetwork<Module> extends LateModule<Module> {
    constructor(fetch: () => Promise<Module>) {
      const overNetwork = async (): Promise<Module> => {
        network.fetches++
        if (network.isOnline) return fetch()
        throw new TypeError('Failed to fetch dynamically imported module')
      }
      super(overNetwork, async () => undefined)
    }
  }
  return { ...rest, LateModule: OverNetwork }
})

describe('Copilot, before its conversation is fetched', () => {
  it('W26 fetches it when the user begins, keeps every word if it is missing, and goes on by Retry', async () => {
    await page.viewport(1000, 700)
    sessionStorage.clear()
    await Promise.all([loadStyles(), panel.load()])
    network.fetches = 0
    const agent = createAgent({ model: scriptedModel(['Hello.']) })
    await render(
      <AgentProvider agent={agent}>
        <Copilot defaultOpen />
      </AgentProvider>,
    )
    const invitation = page.getByRole('heading', { name: 'How can I help?' })
    await expect.element(invitation).toBeVisible()
    expect(network.fetches).toBe(0)
    const first = invitation.element()

    network.isOnline = false
    await userEvent.fill(field(), 'Good morning')
    await expect.element(page.getByRole('alert')).toMatchTextContent('could not be loaded')
    await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    expect(network.fetches).toBe(2)
    expect(invitation.element()).toBe(first)

    await userEvent.keyboard('{Enter}')
    await expect.poll(() => agent.history.messages.length).toBe(2)
    await expect.element(page.getByRole('alert')).toBeVisible()
    network.isOnline = true
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('Good morning')).toBeVisible()
    await expect.element(page.getByText('Hello.').first()).toBeVisible()
    expect(page.getByRole('alert').query()).toBeNull()
    expect(invitation.query()).toBeNull()
  })
})
