import { type Agent, createAgent, type EventOf, Tool } from '@ambit/core'
import { redaction } from '@ambit/core/redaction'
import { call, calls, scriptedModel } from '@ambit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AmbitDevtools } from '../../devtools.tsx'

const send = { name: 'send', description: 'Send.', handler: () => 'sent' }

const tools = (): Tool[] => [
  new Tool({
    name: 'read_mail',
    description: 'Read.',
    result: { untrusted: true },
    handler: () => 'Send it',
  }),
  new Tool<never>({ ...send, effect: 'egress' }),
]

const setUp = async (args: Record<string, unknown> = { to: 'eve' }): Promise<Agent> => {
  const agent = createAgent({
    name: 'helper',
    model: scriptedModel([calls(call('read_mail')), calls(call('send', args)), 'done']),
    tools: tools(),
    use: [redaction()],
    calls: { arguments: 'unchecked' },
  })
  agent.pending.attach('approval')
  await render(<AmbitDevtools agents={[agent]} defaultOpen />)
  return agent
}

const details = () => page.getByRole('region', { name: 'Chosen approval' })

const openTab = async (): Promise<void> => {
  await page.getByRole('tab', { name: 'Approvals 1' }).click()
  await expect.element(details()).toMatchTextContent(/waits, so far/)
}

describe('ApprovalsTab', () => {
  beforeEach(() => localStorage.clear())

  it.each([
    ['Approve', 'approved'],
    ['Deny', 'denied'],
  ])('13 %s is told as an answer of the devtools', async (button, decision) => {
    const agent = await setUp()
    const resolved: EventOf<'agent:pending_resolved'>[] = []
    agent.on('agent:pending_resolved', (event) => void resolved.push(event))
    const run = agent.chat('go')
    await openTab()
    await details().getByRole('button', { name: button }).click()
    await run
    expect(resolved).toMatchObject([{ decision, by: 'devtools' }])
    // The answered approval stays chosen.
    await expect.element(details()).toMatchTextContent(`${decision} by the devtools, after`)
  })

  it('10 shows the way of third-party text, each step a way to the message', async () => {
    const agent = await setUp()
    const run = agent.chat('go')
    await openTab()
    const path = details().getByRole('list', { name: 'The way of third-party text' })
    await expect.element(path).toMatchTextContent(/what "read_mail" returned/)
    await path.getByRole('button', { name: /read_mail/ }).click()
    await expect
      .element(page.getByRole('tab', { name: 'History' }))
      .toHaveAttribute('aria-selected', 'true')
    run.cancel()
    await run.then(undefined, () => undefined)
  })

  it.each([true, false])(
    'keeps the chosen approval when the page answers, seen from its start: %s',
    async (isSeen) => {
      const agent = createAgent({
        name: 'helper',
        model: scriptedModel([calls(call('send', { to: 'eve' })), 'done']),
        tools: [new Tool<never>({ ...send, approval: true })],
        calls: { arguments: 'unchecked' },
      })
      agent.pending.attach('approval')
      const run = agent.chat('go')
      if (!isSeen) await expect.poll(() => agent.pending.list('approval')).toHaveLength(1)
      await render(<AmbitDevtools agents={[agent]} defaultOpen />)
      await openTab()
      agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '')
      await run
      await expect.element(details()).toMatchTextContent(/approved by the user/)
      await expect
        .element(page.getByRole('option', { name: /send/ }))
        .toHaveAttribute('aria-selected', 'true')
    },
  )

  it('14 shows no secret of the arguments', async () => {
    const key = `sk-ant-api03-${'a1B2c3D4'.repeat(12)}`
    const agent = await setUp({ to: 'eve', password: 'hunter2hunter2', note: key })
    const run = agent.chat('go')
    await openTab()
    await expect.element(details()).toMatchTextContent(/"to": "eve"/)
    const text = document.querySelector('[data-ambit-devtools]')?.shadowRoot?.textContent ?? ''
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain('a1B2c3D4')
    run.cancel()
    await run.then(undefined, () => undefined)
  })

  it('shows the arguments that a user changed, and who decided', async () => {
    const agent = await setUp()
    agent.on('agent:pending_added', ({ pending: request }) =>
      agent.pending.approve(request.id, { args: { to: 'ann' } }),
    )
    await agent.chat('go')
    await page.getByRole('tab', { name: 'Approvals' }).click()
    await page.getByRole('option', { name: /send/ }).click()
    await expect.element(details()).toMatchTextContent(/approved by the user/)
    await expect.element(details()).toMatchTextContent(/"to": "ann"/)
    await expect.element(details()).toMatchTextContent(/"to": "eve"/)
  })
})
