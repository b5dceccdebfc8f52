import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'

it('the panel says that there is no network, while there is none', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  onTestFinished(() => online.mockRestore())
  await renderCopilot([])
  const note = page.getByRole('note').getByText('You are offline.')
  await expect.element(page.getByText('How can I help?')).toBeVisible()
  expect(note.query()).toBeNull()
  online.mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  await expect.element(note).toBeVisible()
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.element(note).not.toBeInTheDocument()
})
