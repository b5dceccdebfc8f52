import { Scope, Tool, unavailable } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'

const button = () => page.getByRole('button', { name: 'What it can do here' })
const abilities = () => page.getByRole('region', { name: 'What it can do here' })
const tool = (name: string, enabled?: () => boolean | ReturnType<typeof unavailable>) =>
  new Tool({ name, description: name, handler: () => null, enabled })

describe('View', () => {
  it('shows what the agent can do now, with the reason when something is off', async () => {
    let isSignedIn = false
    const orders = new Scope({
      name: 'orders',
      label: 'Orders',
      tools: [
        tool('list_orders'),
        tool('refund_order', () => isSignedIn || unavailable('Sign in first')),
        tool('delete_order', () => false),
      ],
    })
    const { agent } = await renderCopilot(['Yes.'], {}, { scopes: [orders] })
    await button().click()
    await expect.element(abilities().getByText('List orders')).toBeVisible()
    await expect.element(abilities().getByText('Sign in first')).toBeVisible()
    await expect.element(abilities().getByText('Not available now')).toBeVisible()
    isSignedIn = true
    agent.scopes.refresh()
    await expect.element(abilities().getByText('Sign in first')).not.toBeInTheDocument()
    await userEvent.fill(field(), 'Go')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    await expect.element(button()).toHaveAttribute('aria-pressed', 'false')
  })

  it('goes back and forth between field and view with F6', async () => {
    await renderCopilot([])
    await userEvent.click(field())
    await userEvent.keyboard('{F6}')
    await expect.element(page.getByRole('region', { name: 'Conversation' })).toHaveFocus()
    await userEvent.keyboard('{F6}')
    await expect.element(field()).toHaveFocus()
    await button().click()
    await userEvent.keyboard('{F6}{F6}')
    await expect.element(abilities()).toHaveFocus()
  })
})

describe('Escape', () => {
  for (const form of ['popup', 'sidebar'] as const) {
    it(`goes back one step at a time in a ${form}: menu, view, then the dialog`, async () => {
      await renderCopilot([], { form })
      await page.getByRole('button', { name: 'More' }).click()
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
      await button().click()
      await expect.element(abilities()).toBeVisible()
      abilities().element().focus()
      await userEvent.keyboard('{Escape}')
      await expect.element(abilities()).not.toBeInTheDocument()
      await expect.element(field()).toHaveFocus()
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    })
  }

  it('goes back from a view that is inline', async () => {
    await renderCopilot([], { form: 'inline' })
    await button().click()
    await userEvent.keyboard('{Escape}')
    await expect.element(abilities()).not.toBeInTheDocument()
    await expect.element(button()).toHaveFocus()
  })
})

describe('Popup, by its shortcut', () => {
  it('opens from anywhere and moves the focus to the field', async () => {
    await renderCopilot([], { defaultOpen: false, shortcut: 'alt+j' })
    await userEvent.keyboard('{Alt>}j{/Alt}')
    await expect.element(field()).toHaveFocus()
    button().element().focus()
    await userEvent.keyboard('{Alt>}j{/Alt}')
    await expect.element(field()).toHaveFocus()
  })
})
