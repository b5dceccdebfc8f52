import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'

const long = `${'A line of a log. '.repeat(18_000)}the end`
const shown = () => document.querySelector('.ambit-log .ambit-bubble')?.textContent.length ?? 0

describe('a message of a user with 300,000 characters', () => {
  it('is cut as an answer is, is shown whole on demand, and is copied and edited whole', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => copy.mockRestore())
    const { agent } = await renderCopilot(['Read.'])
    await agent.chat(long)
    await expect.element(page.getByText('Read.', { exact: true })).toBeVisible()
    expect(shown()).toBeLessThan(210_000)
    const message = page.getByRole('article', { name: 'You' })
    await expect
      .element(message.getByRole('button', { name: 'Show all of it' }))
      .toBeInTheDocument()
    const actions = page.getByRole('toolbar').first()
    await userEvent.click(actions.getByRole('button', { name: 'Copy' }))
    await expect.poll(() => copy.mock.calls).toEqual([[long]])
    await userEvent.click(message.getByRole('button', { name: 'Show all of it' }))
    await expect.poll(shown).toBe(long.length)
    await userEvent.click(actions.getByRole('button', { name: 'Edit message' }))
    const edited = page.getByRole('textbox', { name: 'Edit message' })
    await expect
      .poll(() => (edited.query() as HTMLTextAreaElement | null)?.value.length)
      .toBe(long.length)
  })

  it('is cut while it waits for its turn, and in several parts', async () => {
    const { agent } = await renderCopilot([{ hang: true }, 'Read.'])
    void agent.chat([{ type: 'text', text: long }]).catch(() => undefined)
    await expect.poll(shown).toBeGreaterThan(100_000)
    expect(shown()).toBeLessThan(210_000)
    void agent.chat(long, { onBusy: 'queue' }).catch(() => undefined)
    const queued = (): Element | null => document.querySelector('.ambit-queue .ambit-bubble')
    await expect.poll(() => queued()?.querySelector('button')?.textContent).toBe('Show all of it')
    expect(queued()?.textContent.length).toBeLessThan(210_000)
  })
})
