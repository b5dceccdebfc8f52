import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

describe('Meter', () => {
  it('says which model answers and what was used', async () => {
    await renderCopilot(['Yes.'], { meter: { model: 'Small model' } })
    await expect.element(page.getByText('Small model', { exact: true })).toBeVisible()
    await say('Go')
    await expect.element(page.getByText(/^Small model · [\d,]+ tokens$/)).toBeVisible()
  })
})
