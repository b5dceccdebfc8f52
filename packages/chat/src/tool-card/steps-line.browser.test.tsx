import { jsonSchema } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { useTool } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import type { CopilotProps } from '../opening/late-copilot.tsx'

const anything = { parameters: jsonSchema<Record<string, unknown>>({ type: 'object' }) }

const list = () => {
  const items: string[] = []
  const add = tool(
    'add_item',
    ({ title }, ctx) => {
      items.push(String(title))
      ctx.undo(() => void items.splice(items.indexOf(String(title)), 1))
    },
    anything,
  )
  return { items, tools: [add, tool('look_up', () => 'fine')] }
}

const line = (name: RegExp) => page.getByRole('button', { name })
const cards = (name: string) => page.getByRole('group', { name, exact: true })

describe('the steps of a run', () => {
  it('are one line that opens to the cards, by the keyboard too', async () => {
    const { tools } = list()
    const { screen } = await renderCopilot(
      [
        calls(call('look_up')),
        calls(call('add_item', { title: 'tea' }), call('look_up')),
        'Added.',
      ],
      {},
      { tools },
    )
    await say('Add tea')
    await expect.element(screen.getByText('Added.')).toBeVisible()
    const steps = line(/^3 steps, /)
    await expect.element(steps).toHaveAttribute('aria-expanded', 'false')
    expect(cards('Look up').elements()).toHaveLength(0)
    ;(steps.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(steps).toHaveAttribute('aria-expanded', 'true')
    expect(cards('Look up').elements()).toHaveLength(2)
    expect(cards('Add item').elements()).toHaveLength(1)
    expect(cards('Look up').nth(0).element().textContent).not.toMatch(/\d ms/)
    await userEvent.keyboard('{Enter}')
    await expect.element(cards('Look up')).not.toBeInTheDocument()
  })

  it('do not render again for the runs that follow', async () => {
    let lines = 0
    const strings: CopilotProps['strings'] = {
      calls: { steps: (count) => `${count} steps (${(lines += 1)})` },
    }
    const { screen, agent } = await renderCopilot(
      [calls(call('look_up')), calls(call('look_up')), 'Found.', 'Yes.', 'Sure.'],
      { strings },
      { tools: list().tools, storage: memoryStorage() },
    )
    await agent.chat('Look twice')
    await agent.chat('Really?')
    await expect.element(screen.getByText('Yes.')).toBeVisible()
    await expect.element(line(/^2 steps/)).toBeVisible()
    const before = lines
    await agent.chat('Sure?')
    await expect.element(screen.getByText('Sure.')).toBeVisible()
    await expect.element(screen.getByRole('status').filter({ hasText: 'Done' })).toBeInTheDocument()
    expect(lines).toBe(before)
  })

  it('are a card while there is only one, and begin anew after text', async () => {
    const { tools } = list()
    const { screen } = await renderCopilot(
      [calls(call('look_up')), { text: 'I add it.', calls: [call('add_item')] }, 'Added.'],
      {},
      { tools },
    )
    await say('Add tea')
    await expect.element(screen.getByText('Added.')).toBeVisible()
    await expect.element(cards('Look up')).toBeVisible()
    await expect.element(cards('Add item')).toBeVisible()
    expect(line(/steps/).query()).toBeNull()
  })

  it('show the step that runs, in words', async () => {
    const gate = Promise.withResolvers<void>()
    const { screen } = await renderCopilot(
      [calls(call('look_up')), calls(call('slow_one')), 'Done now.'],
      {},
      { tools: [tool('look_up', () => 1), tool('slow_one', () => gate.promise)] },
    )
    await say('Go')
    await expect.element(line(/^Step 2: Slow one$/)).toBeVisible()
    expect(document.querySelector('.ambit-steps')).toHaveAttribute('data-state', 'working')
    gate.resolve()
    await expect.element(screen.getByText('Done now.')).toBeVisible()
    await expect.element(line(/^2 steps/)).toBeVisible()
    expect(document.querySelector('.ambit-steps')).toHaveAttribute('data-state', 'done')
  })

  it('keep a call that waits for the user in view, with its card', async () => {
    const tools = [tool('look_up', () => 1), tool('wipe', () => 1, { approval: true })]
    const { agent } = await renderCopilot(
      [calls(call('look_up')), calls(call('wipe')), 'Wiped.'],
      {},
      { tools },
    )
    await say('Wipe')
    await expect.element(page.getByRole('group', { name: 'Allow “Wipe”?' })).toBeVisible()
    await expect.element(line(/^2 steps/)).toBeVisible()
    expect(cards('Look up').query()).toBeNull()
    const [request] = agent.pending.list('approval')
    void agent.pending.approve(request?.id ?? '')
    await expect.element(page.getByText('Wiped.')).toBeVisible()
    expect(cards('Wipe').query()).toBeNull()
  })

  it('keep a failure at the end in view, and one that the agent got over folded', async () => {
    const fails = tool('save', () => {
      throw new Error('It is locked.')
    })
    const { screen } = await renderCopilot(
      [
        calls(call('save')),
        calls(call('look_up')),
        'Got it.',
        calls(call('look_up'), call('save')),
        'No.',
      ],
      {},
      { tools: [tool('look_up', () => 1), fails] },
    )
    await say('One')
    await expect.element(screen.getByText('Got it.')).toBeVisible()
    await expect.element(line(/^2 steps, .*1 failed$/)).toBeVisible()
    expect(cards('Save').query()).toBeNull()
    await say('Two')
    await expect.element(screen.getByText('No.', { exact: true })).toBeVisible()
    await expect.element(cards('Save')).toMatchTextContent('It is locked.')
  })

  it('keep what a tool renders itself outside of the line', async () => {
    function Chart(): undefined {
      useTool({
        name: 'chart',
        description: 'Shows a chart.',
        handler: () => 1,
        render: () => <p>A fine chart</p>,
      })
    }
    await renderCopilot(
      [calls(call('look_up')), calls(call('chart')), 'There.'],
      {},
      { tools: [tool('look_up', () => 1)] },
      <Chart />,
    )
    await say('Chart')
    await expect.element(page.getByText('There.')).toBeVisible()
    await expect.element(page.getByText('A fine chart')).toBeVisible()
    expect(cards('Look up').query()).toBeNull()
  })

  it('are undone by their line, and are then only undone, after a reload too', async () => {
    const { items, tools } = list()
    const storage = memoryStorage()
    const asked = [
      calls(call('add_item', { title: 'tea' })),
      calls(call('add_item', { title: 'milk' })),
    ]
    const { screen, agent } = await renderCopilot([...asked, 'Added both.'], {}, { tools, storage })
    await say('Add both')
    await expect.element(screen.getByText('Added both.')).toBeVisible()
    await screen.getByRole('button', { name: 'Undo all' }).click()
    const steps = line(/^2 steps, undone$/)
    await expect.element(steps).toBeVisible()
    expect(document.activeElement).toBe(steps.element())
    expect(items).toEqual([])
    await steps.click()
    await expect.element(cards('Add item').nth(1)).toMatchTextContent('Undone')
    expect(cards('Add item').nth(1).element().textContent).not.toContain('Done')
    expect(cards('Add item').nth(1).element()).toHaveAttribute('data-state', 'undone')
    await screen.unmount()
    agent.sessions.close()
    await renderCopilot([], {}, { storage, tools })
    await line(/^2 steps, undone$/).click()
    await expect.element(cards('Add item').nth(0)).toMatchTextContent('Undone')
  })

  it('tell how many are undone, if another step has nothing to undo', async () => {
    const { tools } = list()
    const send = tool('send', () => 'sent', { effect: 'write' })
    const asked = calls(call('add_item', { title: 'tea' }), call('send'))
    const { screen } = await renderCopilot([asked, 'Added.'], {}, { tools: [...tools, send] })
    await say('Add and send')
    await expect.element(screen.getByText('Added.')).toBeVisible()
    await screen.getByRole('button', { name: /^Undo/ }).click()
    await expect.element(line(/^2 steps, .*, 1 undone$/)).toBeVisible()
  })

  it('of two runs are two lines, and an earlier one is not drawn again by a delta', async () => {
    const { tools } = list()
    const { screen } = await renderCopilot(
      [
        calls(call('look_up'), call('look_up')),
        'One.',
        calls(call('look_up'), call('look_up')),
        'Two.',
      ],
      {},
      { tools },
    )
    await say('First')
    await expect.element(screen.getByText('One.')).toBeVisible()
    const first = document.querySelector('.ambit-steps')
    let changes = 0
    const watch = new MutationObserver((records) => (changes += records.length))
    if (first)
      watch.observe(first, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    await say('Second')
    await expect.element(screen.getByText('Two.')).toBeVisible()
    expect(line(/^2 steps/).elements()).toHaveLength(2)
    expect(document.querySelector('.ambit-steps')).toBe(first)
    expect(changes).toBe(0)
    watch.disconnect()
  })
})
