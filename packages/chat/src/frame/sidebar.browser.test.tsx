import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Root } from '../root.tsx'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'
import { Sidebar } from './sidebar.tsx'

const dialog = () => page.getByRole('dialog', { name: 'Assistant' })
const edge = () => page.getByRole('separator', { name: 'Width of the assistant' })
const room = (side = 'end') =>
  getComputedStyle(document.documentElement).getPropertyValue(`--ambit-sidebar-${side}`)

describe('Sidebar', () => {
  it('stands at the edge of the screen, in its full height, and tells the page its width', async () => {
    await renderCopilot([], { form: 'sidebar' })
    const { left, right, top, height } = dialog().element().getBoundingClientRect()
    expect({ left, right, top, height }).toEqual({ left: 660, right: 1000, top: 0, height: 700 })
    expect(room()).toBe('min(340px, 100vw)')
    await userEvent.click(field())
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: 'Open assistant' })).toBeVisible()
    expect(room()).toBe('')
  })

  it.each([
    [1440, 420],
    [1060, 380],
    [1020, 340],
    [640, 320],
  ])('fits a screen of %i pixels', async (screen, width) => {
    await renderCopilot([], { form: 'sidebar' })
    await page.viewport(screen, 700)
    await expect.element(edge()).toHaveAttribute('aria-valuenow', String(width))
    expect(dialog().element().getBoundingClientRect().width).toBe(width)
  })

  it('is as wide as the user makes it, by keyboard, within its bounds', async () => {
    await renderCopilot([], { form: 'sidebar' })
    edge().element().focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(edge()).toHaveAttribute('aria-valuenow', '364')
    expect(dialog().element().getBoundingClientRect().width).toBe(364)
    await userEvent.keyboard('{Home}{ArrowRight}')
    await expect.element(edge()).toHaveAttribute('aria-valuenow', '280')
    await userEvent.keyboard('{End}')
    // Half of the screen.
    await expect.element(edge()).toHaveAttribute('aria-valuenow', '500')
  })

  it('leaves the page its room when the screen gets smaller, and takes its width back', async () => {
    await renderCopilot([], { form: 'sidebar' })
    await page.viewport(1440, 700)
    await expect.element(edge()).toHaveAttribute('aria-valuemax', '720')
    edge().element().focus()
    await userEvent.keyboard('{End}')
    await expect.element(edge()).toHaveAttribute('aria-valuenow', '720')
    const width = () => dialog().element().getBoundingClientRect().width
    for (const [screen, most] of [
      [1024, 512],
      [620, 300],
      [560, 280],
    ] as const) {
      await page.viewport(screen, 700)
      await expect.element(edge()).toHaveAttribute('aria-valuemax', String(most))
      await expect.element(edge()).toHaveAttribute('aria-valuenow', String(most))
      expect(width()).toBe(most)
      expect(room()).toBe(`min(${most}px, 100vw)`)
    }
    await page.viewport(1440, 700)
    await expect.element(edge()).toHaveAttribute('aria-valuenow', '720')
  })

  it('grows towards the page where the text runs from right to left, too', async () => {
    document.documentElement.dir = 'rtl'
    try {
      await renderCopilot([], { form: 'sidebar' })
      expect(dialog().element().getBoundingClientRect().left).toBe(0)
      edge().element().focus()
      await userEvent.keyboard('{ArrowRight}')
      await expect.element(edge()).toHaveAttribute('aria-valuenow', '364')
    } finally {
      document.documentElement.dir = ''
    }
  })

  it('stands at the other edge, begins as wide as it is told to, and tells each width that is chosen', async () => {
    const widths: number[] = []
    await render(
      <AgentProvider agent={createAgent({ model: scriptedModel([]) })}>
        <Root>
          <Sidebar
            defaultOpen
            place={{
              side: 'start',
              width: { default: 300, max: 330, onChange: (width) => widths.push(width) },
            }}
          />
        </Root>
      </AgentProvider>,
    )
    expect(room('start')).toBe('min(300px, 100vw)')
    edge().element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(edge()).toHaveAttribute('aria-valuenow', '330')
    expect(widths).toEqual([324, 330])
    expect(room('start')).toBe('min(330px, 100vw)')
  })
})
