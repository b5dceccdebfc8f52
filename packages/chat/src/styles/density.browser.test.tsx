import { call, calls } from '@ambit/testing'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

it('stands closer together, or further apart, by one variable, and stays large enough to be pressed', async () => {
  const answer = 'One.\n\n## Two\n\nThree.'
  const tools = [tool('look', () => 'seen')]
  const { screen } = await renderCopilot([calls(call('look')), answer], {}, { tools })
  await say('Go')
  await expect.element(page.getByRole('heading', { name: 'Two' })).toBeVisible()
  const log = page.getByRole('log').element()
  const chat = screen.container.querySelector<HTMLElement>('.ambit-chat')
  const heights = [0.6, 1, 1.4].map((density) => {
    chat?.style.setProperty('--ambit-density', String(density))
    for (const button of screen.container.querySelectorAll('button')) {
      const { width, height } = button.getBoundingClientRect()
      // WCAG 2.2 AA, 2.5.8: a target is at least 24 by 24 CSS pixels.
      if (height > 0) expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
    }
    return log.getBoundingClientRect().height
  })
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  expect(heights[2]).toBeGreaterThan((heights[0] ?? 0) * 1.15)
})
