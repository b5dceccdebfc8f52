import type { Agent, RunToolOptions } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'

const outside: RunToolOptions = {
  source: 'webmcp',
  taint: 'an agent outside this page',
  history: 'note',
}
const ask = (agent: Agent, name: string) => agent.runTool(name, {}, outside)
const button = (name: string) => page.getByRole('button', { name })

/** Creates a tool that runs until `end` is called. */
function slowTool() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { ship: tool('ship', () => promise, { title: 'Ship orders' }), end: () => resolve('ok') }
}

describe('OutsideCalls', () => {
  it('is not there before the first call, nor for calls of the page and of the model', async () => {
    const tools = [tool('add', () => 'ok')]
    const { agent } = await renderCopilot([calls(call('add')), 'Done.'], {}, { tools })
    await agent.runTool('add')
    await agent.chat('Add')
    await expect.element(page.getByText('Done.', { exact: true })).toBeVisible()
    expect(page.getByText('outside this page').elements()).toEqual([])
  })

  it('says that an agent outside is at work, what it did, and undoes that', async () => {
    const undone: string[] = []
    const { ship, end } = slowTool()
    const add = tool('add', (_, ctx) => ctx.undo(() => void undone.push('add')), { title: 'Add' })
    const { screen, agent } = await renderCopilot([], {}, { tools: [ship, add] })
    const run = ask(agent, 'ship')
    await expect.element(screen.getByText('An agent outside this page: Ship orders')).toBeVisible()
    end()
    await run
    await ask(agent, 'add')
    await screen.getByText('2 calls by an agent outside this page').click()
    const items = screen.getByRole('listitem').filter({ hasText: 'Done' })
    await expect.element(items.first()).toMatchTextContent('Add Done')
    await expect.element(items.last()).toMatchTextContent('Ship orders Done')
    await button('Undo').click()
    await expect.poll(() => undone).toEqual(['add'])
    await expect.element(screen.getByText('Undone', { exact: true })).toBeVisible()
  })

  it('says what it did, and not that it is at work, in another session too', async () => {
    const { screen, agent } = await renderCopilot([], {}, { tools: [tool('add', () => 'ok')] })
    await ask(agent, 'add')
    await expect.element(screen.getByText('1 call by an agent outside this page')).toBeVisible()
    await agent.sessions.create()
    await expect.element(screen.getByText('1 call by an agent outside this page')).toBeVisible()
  })

  it('stops it with one press, and lets it call again', async () => {
    const { ship } = slowTool()
    const { screen, agent } = await renderCopilot(
      [],
      {},
      { tools: [ship, tool('add', () => 'ok')] },
    )
    const run = ask(agent, 'ship')
    await button('Stop it').click()
    await expect(run).rejects.toThrow()
    await expect.element(screen.getByText('Agents outside this page are stopped')).toBeVisible()
    await expect(ask(agent, 'add')).rejects.toThrow('denied')
    await button('Allow again').click()
    expect(await ask(agent, 'add')).toBe('ok')
    await expect.element(button('Stop it')).toBeVisible()
  })

  it('14 has an approval card that says that an agent outside this page asks', async () => {
    const wipe = tool('wipe', () => 'wiped', { effect: 'destructive', title: 'Wipe all' })
    const { screen, agent } = await renderCopilot([], {}, { tools: [wipe] })
    const run = ask(agent, 'wipe')
    const card = screen.getByRole('group', { name: 'Allow “Wipe all”?' })
    await expect.element(card).toBeVisible()
    await expect
      .element(card)
      .toMatchTextContent(/An agent outside this page asks for this: neither you nor the assistant/)
    expect(card.getByText('has read').elements()).toEqual([])
    expect(card.getByRole('checkbox').elements()).toEqual([])
    await card.getByRole('button', { name: 'Deny', exact: true }).click()
    await expect(run).rejects.toThrow('denied')
    await expect.element(screen.getByText('1 call by an agent outside this page')).toBeVisible()
    // What a user writes would not go to that agent, and they are not to believe that it does.
    await screen.getByText('1 call by an agent outside this page').click()
    expect(screen.getByRole('textbox', { name: 'Tell it why' }).query()).toBeNull()
  })

  it('denies all that it asks with one press on any card', async () => {
    const wipe = tool('wipe', () => 'wiped', { effect: 'destructive', title: 'Wipe all' })
    const { screen, agent } = await renderCopilot([], {}, { tools: [wipe] })
    const runs = Promise.allSettled([1, 2, 3].map(() => ask(agent, 'wipe').then(String)))
    const cards = screen.getByRole('group', { name: 'Allow “Wipe all”?' })
    await expect.poll(() => cards.elements().length).toBe(3)
    await cards.nth(1).getByRole('button', { name: 'Deny, and stop that agent' }).click()
    expect((await runs).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect.element(screen.getByText('Agents outside this page are stopped')).toBeVisible()
    expect(cards.elements()).toEqual([])
  })

  it('is told over the page while the panel is closed, with a way to stop it and to answer it', async () => {
    const { ship } = slowTool()
    const wipe = tool('wipe', () => 'wiped', { effect: 'destructive' })
    const closed = { defaultOpen: false }
    const { screen, agent } = await renderCopilot([], closed, { tools: [ship, wipe] })
    const run = ask(agent, 'ship')
    const status = screen.getByRole('status')
    await expect.element(status).toMatchTextContent('An agent outside this page: Ship orders')
    await button('Stop it').click()
    await expect(run).rejects.toThrow()
    await expect.element(button('Stop it')).not.toBeInTheDocument()
    agent.scopes.allowOutside(true)
    const asking = ask(agent, 'wipe')
    await button('Answer').click()
    await page.getByRole('button', { name: 'Deny', exact: true }).click()
    await expect(asking).rejects.toThrow('denied')
  })
})
