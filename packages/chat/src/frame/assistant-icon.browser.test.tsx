import { describe, expect, it } from 'vitest'
import { renderCopilot } from '../../test/render-copilot.tsx'

const logo = (
  <svg viewBox="0 0 10 10" data-testid="logo">
    <circle cx="5" cy="5" r="5" />
  </svg>
)

describe('the name and the picture of the assistant', () => {
  it('are in the header, at the answers and on the button, and the picture is not spoken', async () => {
    const { screen, agent } = await renderCopilot(['Hello.'], { title: 'Otto', icon: logo })
    await agent.chat('Hi')
    await expect.element(screen.getByRole('dialog', { name: 'Otto' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Otto' })).toBeVisible()
    await expect.element(screen.getByRole('article', { name: 'Otto' })).toBeVisible()
    const { width, height } = screen.getByTestId('logo').element().getBoundingClientRect()
    expect([width, height]).toEqual([28, 28])
    await screen.getByRole('button', { name: 'Close Otto' }).click()
    const launcher = screen.getByRole('button', { name: 'Open Otto' })
    await expect.element(launcher).toBeVisible()
    expect(launcher.element().querySelector('svg[data-testid]')).not.toBeNull()
    expect(launcher.element().querySelector('.ambit-mark')?.getAttribute('aria-hidden')).toBe(
      'true',
    )
  })

  it('give way to the texts of the app', async () => {
    const strings = { chat: { open: 'Otto öffnen' } }
    const { screen } = await renderCopilot([], { title: 'Otto', strings, defaultOpen: false })
    await expect.element(screen.getByRole('button', { name: 'Otto öffnen' })).toBeVisible()
    expect(document.querySelector('.ambit-mark')).toBeNull()
  })
})
