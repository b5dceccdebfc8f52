import { jsonSchema, type ToolContext } from '@ambit/core'
import { useTool } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

function Row({ label }: { label: unknown }): ReactElement {
  const subject = { id: 'a', label: label as string }
  useTool({ name: 'open_row', description: 'Opens.', subject, handler: () => 'opened' })
  return <p>The page</p>
}

const wrong: [string, unknown][] = [
  ['a number', 7],
  ['an object', { text: 'Notes' }],
  ['an element', <b key="b">Notes</b>],
  ['null', null],
]

/** Resolves when the chat has shown the answer beside a page that is still there. */
async function untilShown(): Promise<void> {
  await expect.element(page.getByText('All done')).toBeVisible()
  await expect.element(page.getByText('The page')).toBeVisible()
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

describe('a value that is not text', () => {
  it.each(wrong)('R69 as the label of a row leaves the page: %s', async (_, label) => {
    const asked = calls(call('open_row', { instance: 'a' }))
    const { agent } = await renderCopilot([asked, 'All done'], {}, {}, <Row label={label} />)
    await expect.poll(() => agent.scopes.find('open_row')).toBeDefined()
    await say('Go')
    await untilShown()
    expect(agent.history.messages.find(({ role }) => role === 'tool')).toMatchObject({
      status: 'ok',
    })
  })

  it.each(wrong)('R69 as text of a handler leaves the page: %s', async (_, given) => {
    const message = given as string
    const seen: unknown[] = []
    const work = async (_args: unknown, ctx: ToolContext): Promise<unknown> => {
      ctx.progress({ message, percent: 50 })
      ctx.artifact({ id: given as string, type: given as string, title: message, data: given })
      const schema = jsonSchema<string>({ type: 'string' })
      seen.push(await ctx.ask({ message, schema }).catch(() => 'declined'))
      return 'worked'
    }
    const { agent } = await renderCopilot(
      [calls(call('work')), 'All done'],
      {},
      { tools: [tool('work', work)] },
      <p>The page</p>,
    )
    await say('Go')
    await expect.poll(() => agent.pending.list('question')).toHaveLength(1)
    await page.getByRole('button', { name: 'Decline' }).click()
    await untilShown()
    expect(seen).toEqual(['declined'])
  })

  it.each(wrong)('R69 as a stored label or a title leaves the page: %s', async (_, given) => {
    const work = tool('work', () => 'worked')
    Object.defineProperty(work, 'title', { value: given })
    const { agent, screen } = await renderCopilot(
      [calls(call('work')), 'All done'],
      {},
      { tools: [work] },
      <p>The page</p>,
    )
    await say('Go')
    await untilShown()
    const stored = agent.history.messages.map((message) =>
      message.role === 'tool' ? { ...message, label: given as string } : message,
    )
    await screen.unmount()
    const later = await renderCopilot([], {}, { tools: [work] }, <p>The page</p>)
    later.agent.history.load(stored)
    await untilShown()
  })
})
