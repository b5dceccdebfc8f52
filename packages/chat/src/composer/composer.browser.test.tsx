import { memoryStorage } from '@ambit/core/storage'
import { AgentProvider } from '@ambit/react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Copilot } from '../copilot.tsx'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'

function press(init: KeyboardEventInit): void {
  const event = new KeyboardEvent('keydown', {
    key: 'Enter',
    bubbles: true,
    cancelable: true,
    ...init,
  })
  field().element().dispatchEvent(event)
}

describe('Composer', () => {
  it('sends with Enter, starts a line with Shift+Enter, and grows', async () => {
    const { agent, model } = await renderCopilot(['Yes.'])
    const height = field().element().clientHeight
    await userEvent.click(field())
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two{Shift>}{Enter}{/Shift}three')
    await expect.element(field()).toHaveValue('one\ntwo\nthree')
    expect(field().element().clientHeight).toBeGreaterThan(height * 2)
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveValue('')
    await model.requested(1)
    expect(agent.history.messages[0]).toMatchObject({ content: 'one\ntwo\nthree' })
  })

  it('leaves Enter to an input method, also where the browser tells it only by the code 229', async () => {
    const { model } = await renderCopilot(['Yes.'])
    await userEvent.fill(field(), 'にほん')
    press({ isComposing: true })
    press({ keyCode: 229 })
    press({ isComposing: true, shiftKey: true })
    await expect.element(field()).toHaveValue('にほん')
    press({})
    await expect.element(field()).toHaveValue('')
    expect((await model.requested(1)).prompt).toHaveLength(1)
  })

  it('does not send blanks', async () => {
    const { agent } = await renderCopilot([])
    await userEvent.fill(field(), '  ')
    await userEvent.keyboard('{Enter}')
    await page.getByRole('button', { name: 'Send' }).click({ force: true })
    await expect.element(field()).toHaveValue('  ')
    expect(agent.history.messages).toEqual([])
  })

  it('takes the focus back when the run ends under the Stop button', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    await renderCopilot([{ gate, text: 'Answer' }])
    await userEvent.fill(field(), 'Go')
    await userEvent.keyboard('{Enter}')
    const stop = page.getByRole('button', { name: 'Stop' })
    await expect.element(stop).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(stop).toHaveFocus()
    open()
    await expect.element(page.getByText('Answer')).toBeVisible()
    await expect.element(field()).toHaveFocus()
  })

  it('brings back what was said by the arrow keys, and keeps what was begun when it goes', async () => {
    const { agent, screen } = await renderCopilot(['A.', 'B.'])
    for (const text of ['one', 'two']) {
      await userEvent.fill(field(), text)
      await userEvent.keyboard('{Enter}')
    }
    await expect.element(page.getByText('B.')).toBeVisible()
    await userEvent.fill(field(), 'thr')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field()).toHaveValue('two')
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
    await expect.element(field()).toHaveValue('thr')
    await screen.unmount()
    await render(
      <AgentProvider agent={agent}>
        <Copilot defaultOpen />
      </AgentProvider>,
    )
    await expect.element(field()).toHaveValue('thr')
  })

  it('keeps what was begun in each stored conversation to that', async () => {
    const { agent } = await renderCopilot(['A.', 'B.'], {}, { storage: memoryStorage() })
    await userEvent.fill(field(), 'one')
    await userEvent.keyboard('{Enter}')
    await userEvent.fill(field(), 'about one')
    await expect.element(page.getByText('A.')).toBeVisible()
    await expect.element(field()).toHaveValue('about one')
    const first = agent.sessions.current
    await agent.sessions.create()
    await expect.element(field()).toHaveValue('')
    await userEvent.fill(field(), 'two')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('B.')).toBeVisible()
    await userEvent.fill(field(), 'about two')
    const second = agent.sessions.current
    await agent.sessions.open(first)
    await expect.element(field()).toHaveValue('about one')
    await agent.sessions.open(second)
    await expect.element(field()).toHaveValue('about two')
  })
})
