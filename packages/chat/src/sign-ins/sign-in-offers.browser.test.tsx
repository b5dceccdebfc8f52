import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'

const button = () => page.getByRole('button', { name: 'Sign in to Tickets' })
const line = (text: string) => page.getByRole('status').filter({ hasText: text })

describe('SignInOffers', () => {
  it('22 offers a sign-in while it waits, and is gone once it is taken back', async () => {
    const { agent } = await renderCopilot([])
    expect(page.getByText('until you sign in').elements()).toEqual([])
    const takeBack = agent.pending.offer({
      id: 'mcp:tickets',
      label: 'Tickets',
      start: () => {},
    })
    await expect.element(line('The assistant cannot use Tickets until you sign in.')).toBeVisible()
    await expect.element(button()).toBeVisible()
    takeBack()
    await expect.element(button()).not.toBeInTheDocument()
  })

  it('begins in the task of a press, with the keyboard too, and can be pressed again', async () => {
    const { agent } = await renderCopilot([])
    const activations: boolean[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const start = () => {
      activations.push(navigator.userActivation.isActive)
      return promise
    }
    agent.pending.offer({ id: 'mcp:tickets', label: 'Tickets', start })
    await button().click()
    await expect.element(line('Sign in to Tickets in the other window.')).toBeVisible()
    await expect.element(button()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(activations).toEqual([true, true])
    resolve()
    await expect.element(line('until you sign in')).toBeVisible()
  })

  it('says why the last try failed', async () => {
    const { agent } = await renderCopilot([])
    const offer = { id: 'mcp:tickets', label: 'Tickets', start: () => {} }
    agent.pending.offer(offer)
    agent.pending.offer({ ...offer, problem: 'The window was closed.' })
    await expect.element(line('The window was closed.')).toBeVisible()
    agent.pending.offer({ ...offer, start: () => Promise.reject(new Error('secret')) })
    await button().click()
    await expect.element(line('The sign-in failed. Try again.')).toBeVisible()
    expect(page.getByText('secret').elements()).toEqual([])
  })

  it('has a line for each, with the page’s own words', async () => {
    const strings = { pending: { signIn: (label: string) => `Anmelden bei ${label}` } }
    const { agent } = await renderCopilot([], { strings })
    for (const label of ['Tickets', 'Wiki']) {
      agent.pending.offer({ id: label, label, start: () => {} })
    }
    await expect.element(page.getByRole('button', { name: 'Anmelden bei Wiki' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Anmelden bei Tickets' })).toBeVisible()
  })
})
