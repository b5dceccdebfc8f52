import { createAgent, Tool } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AgentProvider } from './agent-provider.tsx'
import { useAgent } from './use-agent.ts'
import { usePending } from './use-pending.ts'
import { useTool } from '../tools/use-tool.ts'

function Requests(): ReactElement {
  const remembered = useAgent((state) => state.remembered)
  const { agent } = useAgent()
  return (
    <>
      <ul aria-label="Pending">
        {usePending('approval').map(({ id, title, args, preview, approve, deny }) => (
          <li key={id}>
            {title}: {JSON.stringify(args)} {typeof preview === 'string' && preview}
            <button onClick={() => approve()}>Yes</button>
            <button onClick={() => approve({ remember: true })}>Always</button>
            <button onClick={() => approve({ args: { to: 'bob' } })}>To Bob</button>
            <button onClick={() => deny('Not today')}>No</button>
          </li>
        ))}
      </ul>
      <ul aria-label="Remembered">
        {remembered.map(({ id, title }) => (
          <li key={id}>
            {title} <button onClick={() => agent.pending.revoke(id)}>Forget</button>
          </li>
        ))}
      </ul>
    </>
  )
}

const SignIns = (): ReactElement[] =>
  usePending('signIn').map(({ id, label }) => <p key={id}>{label}</p>)

function subject() {
  const sent: unknown[] = []
  const otherwise: Reply = ({ prompt }) =>
    prompt.at(-1)?.role === 'tool' || JSON.stringify(prompt.at(-1)).includes('changed')
      ? 'done'
      : calls(call('send_mail', { to: 'ada' }))
  const send = new Tool({
    name: 'send_mail',
    description: 'Sends.',
    parameters: {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => ({ value: value as Record<string, unknown> }),
        jsonSchema: { input: () => ({ type: 'object' }) },
      },
    },
    approval: { when: true, preview: ({ to }) => `One mail to ${String(to)}` },
    handler: (args) => void sent.push(args),
  })
  const agent = createAgent({ model: scriptedModel([], { otherwise }), tools: [send] })
  const page = (isShown: boolean) => (
    <StrictMode>
      <AgentProvider agent={agent}>{isShown && <Requests />}</AgentProvider>
    </StrictMode>
  )
  return { agent, sent, page }
}

describe('usePending of approvals', () => {
  it('R56 shows what waits, and hands the decision over', async () => {
    const { agent, sent, page } = subject()
    const screen = await render(page(true))
    const first = agent.chat('Send')
    await expect.element(screen.getByText(/Send mail: {"to":"ada"} One mail to ada/)).toBeVisible()
    await screen.getByRole('button', { name: 'Yes' }).click()
    await first
    const second = agent.chat('Send')
    await screen.getByRole('button', { name: 'To Bob' }).click()
    await expect.element(screen.getByText(/{"to":"bob"} One mail to bob/)).toBeVisible()
    await screen.getByRole('button', { name: 'Yes' }).click()
    await second
    const third = agent.chat('Send')
    await screen.getByRole('button', { name: 'No' }).click()
    await third
    expect(sent).toEqual([{ to: 'ada' }, { to: 'bob' }])
    expect(JSON.stringify(agent.history.messages)).toContain('Not today')
    await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument()
  })

  it('R58 A7 shows what is remembered, and forgets it', async () => {
    const { agent, sent, page } = subject()
    const screen = await render(page(true))
    const first = agent.chat('Send')
    await screen.getByRole('button', { name: 'Always' }).click()
    await first
    await agent.chat('Send')
    expect(sent).toHaveLength(2)
    await screen.getByRole('button', { name: 'Forget' }).click()
    const third = agent.chat('Send')
    await screen.getByRole('button', { name: 'No' }).click()
    await third
    expect(sent).toHaveLength(2)
  })

  it('R56 is the approver while it is mounted: when it goes, what waits is for the next one', async () => {
    const { agent, sent, page } = subject()
    const screen = await render(page(true))
    const run = agent.chat('Send')
    await expect.element(screen.getByRole('button', { name: 'Yes' })).toBeVisible()
    await screen.rerender(page(false))
    expect(agent.pending.isAttached('approval')).toBe(false)
    expect(agent.pending.list('approval')).toHaveLength(1)
    expect(sent).toEqual([])
    await screen.rerender(page(true))
    await screen.getByRole('button', { name: 'Yes' }).click()
    await run
    expect(agent.history.messages.at(-2)).toMatchObject({ status: 'ok' })
    expect(sent).toHaveLength(1)
  })

  it('is not drawn again for another kind', async () => {
    const { agent } = subject()
    const renders = vi.fn<() => void>()
    const Count = (): null => {
      usePending('approval')
      renders()
      return null
    }
    await render(
      <AgentProvider agent={agent}>
        <Count />
        <SignIns />
      </AgentProvider>,
    )
    const before = renders.mock.calls.length
    const takeBack = agent.pending.offer({ id: 's1', label: 'Tickets', start: () => {} })
    await expect.element(page.getByText('Tickets')).toBeVisible()
    takeBack()
    await expect.element(page.getByText('Tickets')).not.toBeInTheDocument()
    expect(renders).toHaveBeenCalledTimes(before)
    expect(agent.pending.isAttached('question')).toBe(false)
  })

  it('A4 a re-render while the user looks runs the latest closure with what was shown; a re-registered tool does not run', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const seen: string[] = []
    function Mailer({ name, description }: { name: string; description: string }): null {
      useTool({
        name: 'send_mail',
        description,
        approval: true,
        handler: () => void seen.push(name),
      })
      return null
    }
    const agent = createAgent({
      model: scriptedModel([calls(call('send_mail')), 'done', calls(call('send_mail')), 'done']),
    })
    const page = (name: string, description: string) => (
      <AgentProvider agent={agent}>
        <Mailer name={name} description={description} />
        <Requests />
      </AgentProvider>
    )
    const screen = await render(page('first', 'Sends.'))
    const run = agent.chat('Send')
    await expect.element(screen.getByRole('button', { name: 'Yes' })).toBeVisible()
    await screen.rerender(page('second', 'Sends.'))
    await screen.getByRole('button', { name: 'Yes' }).click()
    await run
    expect(seen).toEqual(['second'])
    const again = agent.chat('Send')
    await expect.element(screen.getByRole('button', { name: 'Yes' })).toBeVisible()
    await screen.rerender(page('third', 'Sends, and keeps a copy.'))
    await screen.getByRole('button', { name: 'Yes' }).click()
    await again
    expect(seen).toEqual(['second'])
    expect(agent.history.messages.at(-2)).toMatchObject({ status: 'stale' })
  })
})
