import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import type { CopilotProps } from '../opening/late-copilot.tsx'

/** Renders the widget, and notes each text that its live region for answers speaks. */
async function renderHeard(replies: readonly string[], props: CopilotProps = {}) {
  const heard: string[] = []
  const attach = vi.spyOn(Element.prototype, 'attachShadow')
  await renderCopilot(replies, props)
  const roots = attach.mock.results.map(({ value }) => value as ShadowRoot)
  attach.mockRestore()
  const observer = new MutationObserver(() => {
    const text = roots.map(({ textContent }) => textContent).join('')
    if (text !== '' && text !== heard.at(-1)) heard.push(text)
  })
  for (const root of roots) observer.observe(root, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return heard
}

describe('SpokenAnswer', () => {
  it('speaks each finished answer once, without marks and code', async () => {
    const answer =
      '**Two** orders are [unpaid](https://a.example).\n\n```sh\nnpm i\n```\n\n- Ada\n- Bob'
    const heard = await renderHeard([answer, 'Yes.'])
    await say('Which?')
    await expect.poll(() => heard).toEqual(['Two orders are unpaid. Ada Bob'])
    await say('Sure?')
    await expect.poll(() => heard).toEqual(['Two orders are unpaid. Ada Bob', 'Yes.'])
  })

  it('cuts a long answer at the end of a sentence', async () => {
    const heard = await renderHeard(['This is one sentence of many. '.repeat(100)])
    await say('Go')
    await expect.poll(() => heard).toHaveLength(1)
    expect(heard[0]).toMatch(/many\. …$/)
    expect(heard[0]?.length).toBeLessThan(510)
  })

  it('is silent if the application wants that', async () => {
    const heard = await renderHeard(['Hello.'], { messages: { announce: false } })
    await say('Hi')
    await expect.element(page.getByText('Hello.')).toBeVisible()
    await expect.element(page.getByText('Done', { exact: true })).toBeInTheDocument()
    expect(heard).toEqual([])
  })
})
