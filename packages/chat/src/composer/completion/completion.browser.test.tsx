import { Scope } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { type ReactElement, useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Copilot } from '../../copilot.tsx'
import { renderCopilot } from '../../../test/render-copilot.tsx'
import { field } from '../../../test/say.ts'
import { useComposer } from '../use-composer.ts'

const option = (name: string) => page.getByRole('option', { name })

describe('Composer, completing', () => {
  it('writes the prompt of a command, chosen by keyboard, and runs one that runs', async () => {
    const run = vi.fn()
    const commands = [
      { name: 'week', description: 'Sum up the week', prompt: 'Sum up this week' },
      { name: 'clear', run },
      { name: 'weekday', prompt: 'Which day is it?' },
    ]
    await renderCopilot([], { composer: { commands } })
    await userEvent.click(field())
    await userEvent.keyboard('/we')
    await expect.element(option('/week Sum up the week')).toHaveAttribute('aria-selected', 'true')
    expect(option('/clear').elements()).toEqual([])
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    await expect.element(field()).toHaveValue('Sum up this week ')
    await userEvent.clear(field())
    await userEvent.keyboard('/cl{Tab}')
    expect(run).toHaveBeenCalledTimes(1)
    await expect.element(field()).toHaveValue('')
    await expect.element(field()).toHaveFocus()
  })

  it('points to labelled scopes that are on and to what the app names, anywhere in the message', async () => {
    const scopes = [
      new Scope({ name: 'orders', label: 'Orders page', tools: [] }),
      new Scope({ name: 'hidden', label: 'Old orders', tools: [], enabled: () => false }),
      new Scope({ name: 'unlabelled', tools: [] }),
    ]
    const mentions = [{ label: 'Order 17', description: 'Ada, 20 €', text: 'order:17' }]
    await renderCopilot([], { composer: { mentions } }, { scopes })
    await userEvent.click(field())
    await userEvent.keyboard('Refund @or')
    await expect.element(option('Order 17 Ada, 20 €')).toBeVisible()
    expect(page.getByRole('option').elements()).toHaveLength(2)
    await option('Order 17 Ada, 20 €').click()
    await expect.element(field()).toHaveValue('Refund @order:17 ')
    await expect.element(field()).toHaveFocus()
  })

  it('tells the field which line is active, and closes with Escape without closing the popup', async () => {
    await renderCopilot([], {
      composer: { commands: [{ name: 'week', prompt: 'x' }] },
    })
    await userEvent.click(field())
    await userEvent.keyboard('/')
    const active = field().element().getAttribute('aria-activedescendant')
    await expect.element(option('/week')).toHaveAttribute('id', active)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('w')
    await expect.element(option('/week')).toBeVisible()
  })

  it('points to what components on the page name, as they are now, beside their tools', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => error.mockRestore())
    function Orders({ ids }: { ids: readonly number[] }): ReactElement {
      const [prefix, setPrefix] = useState('Order')
      useComposer({
        mentions: () => ids.map((id) => ({ label: `${prefix} ${id}`, text: `order:${id}` })),
      })
      return <button onClick={() => setPrefix('Return')}>Show returns</button>
    }
    function Broken(): null {
      useComposer({
        mentions: () => {
          throw new Error('No list.')
        },
      })
      return null
    }
    const orders = (
      <>
        <Orders ids={[17, 18]} />
        <Orders ids={[]} />
        <Broken />
      </>
    )
    const { screen, agent } = await renderCopilot([], {}, {}, orders)
    await userEvent.click(field())
    await userEvent.keyboard('Refund @or')
    await expect.element(option('Order 17')).toBeVisible()
    await expect.element(option('Order 18')).toBeVisible()
    expect(error).toHaveBeenCalledWith(expect.stringContaining('useComposer'), expect.any(Error))
    await page.getByRole('button', { name: 'Show returns' }).first().click()
    await userEvent.fill(field(), 'Refund @')
    await option('Return 18').click()
    await expect.element(field()).toHaveValue('Refund @order:18 ')
    await screen.rerender(
      <AgentProvider agent={agent}>
        <Copilot defaultOpen />
      </AgentProvider>,
    )
    await userEvent.fill(field(), 'Refund @re')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  })
})
