import { useTool } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openSteps } from '../../test/open-steps.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const weather = z.object({ city: z.string() })

function Weather(): undefined {
  useTool({
    name: 'weather',
    description: 'Shows the weather.',
    parameters: weather,
    result: { silent: true },
    render: ({ args, state }) => (
      <section aria-label={`Weather in ${args.city}`}>
        <Forecast />
        {state}
      </section>
    ),
  })
}

function Forecast() {
  const [days, setDays] = useState(1)
  return (
    <button style={{ marginTop: 7 }} className="page-button" onClick={() => setDays(days + 1)}>
      {days} days
    </button>
  )
}

describe('ToolCalls', () => {
  it('shows a call by the `render` of its tool, in place of a card', async () => {
    const { screen } = await renderCopilot(
      [calls(call('weather', { city: 'Oslo' }))],
      {},
      {},
      <Weather />,
    )
    await say('Weather?')
    const own = screen.getByRole('group', { name: 'Weather' })
    await expect.element(own.getByRole('region', { name: 'Weather in Oslo' })).toBeVisible()
    await own.getByRole('button', { name: '1 days' }).click()
    await expect.element(own.getByRole('button', { name: '2 days' })).toBeVisible()
    expect(own.getByText('Arguments').query()).toBeNull()
  })

  it("leaves the page's own styles to what the page shows", async () => {
    const sheet = document.createElement('style')
    sheet.textContent = '.page-button { border: 3px solid rgb(1, 2, 3); margin: 5px }'
    document.head.prepend(sheet)
    const { screen } = await renderCopilot(
      [calls(call('weather', { city: 'Oslo' }))],
      {},
      {},
      <Weather />,
    )
    await say('Weather?')
    const button = screen.getByRole('button', { name: '1 days' })
    await expect.element(button).toBeVisible()
    expect(getComputedStyle(button.element())).toMatchObject({
      borderTopColor: 'rgb(1, 2, 3)',
      marginLeft: '5px',
    })
    sheet.remove()
  })

  it('R70 shows the end of a call in parallel when it ends, by card and by `render`', async () => {
    const slow = Promise.withResolvers<unknown>()
    const { screen } = await renderCopilot(
      [calls(call('slow'), call('quick'), call('weather', { city: 'Oslo' })), 'done'],
      {},
      {
        calls: { order: 'parallel' },
        tools: [tool('slow', () => slow.promise), tool('quick', () => 1)],
      },
      <Weather />,
    )
    await say('Go')
    await openSteps()
    const card = screen.getByRole('group', { name: 'Quick', exact: true })
    await expect.element(card.getByText('Done')).toBeVisible()
    const own = screen.getByRole('region', { name: 'Weather in Oslo' })
    await expect.poll(() => own.query()?.textContent).toContain('succeeded')
    const first = screen.getByRole('group', { name: 'Slow', exact: true })
    expect(first.getByText('Done').query()).toBeNull()
    slow.resolve(1)
    await expect.element(first.getByText('Done')).toBeVisible()
  })

  it('shows the card where `render` throws', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    function Broken(): undefined {
      useTool({
        name: 'broken',
        description: 'Breaks.',
        handler: () => 'fine',
        render: () => {
          throw new Error('no')
        },
      })
    }
    const { screen } = await renderCopilot([calls(call('broken')), 'Done.'], {}, {}, <Broken />)
    await say('Go')
    await expect.element(screen.getByText('Done.', { exact: true })).toBeVisible()
    const card = screen.getByRole('group', { name: 'Broken' }).last()
    await expect.element(card).toMatchTextContent('Broken')
    await expect.element(card).toHaveAttribute('data-state', 'succeeded')
    vi.restoreAllMocks()
  })

  it('shows arguments while the model writes them, in the card', async () => {
    const written = { type: 'tool-input-delta', id: 'c', delta: '{"disk":"fir' } as const
    const started = { type: 'tool-input-start', id: 'c', toolName: 'wipe' } as const
    const { screen } = await renderCopilot(
      [{ parts: [started, written], hang: true }],
      {},
      { tools: [tool('wipe', () => 1)] },
    )
    await say('Wipe')
    const card = screen.getByRole('group', { name: 'Wipe', exact: true }).first()
    await expect.element(card).toHaveAttribute('data-state', 'input-streaming')
    await card.getByText('Preparing').click()
    await expect.element(card.getByText('{"disk":"fir')).toBeVisible()
  })

  it('leaves what waits for a decision to its own card, and shows what was denied', async () => {
    const wipe = tool('wipe', () => 1, { effect: 'destructive' })
    const { screen, agent } = await renderCopilot(
      [calls(call('wipe')), 'Fine.'],
      {},
      { tools: [wipe] },
    )
    await say('Wipe')
    const card = screen.getByRole('group', { name: 'Wipe', exact: true }).first()
    await expect.element(screen.getByRole('group', { name: 'Allow “Wipe”?' })).toBeVisible()
    expect(card.query()).toBeNull()
    const [request] = agent.pending.list('approval')
    agent.pending.deny(request?.id ?? '', 'Not that one')
    await expect.element(card).toHaveAttribute('data-state', 'denied')
    await expect.element(card).toMatchTextContent('You said no: Not that one')
  })
})
