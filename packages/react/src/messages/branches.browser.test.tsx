import { type Agent, createAgent } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgent } from '../agent/use-agent.ts'
import { useMessage } from './use-message.ts'
import { useMessages } from './use-messages.ts'
import { useTool } from '../tools/use-tool.ts'

function Row({ id }: { id: string }): ReactElement {
  const message = useMessage(id)
  const { agent, chat, resume } = useAgent()
  const branches = useAgent(() => agent.history.branches(id))
  const at = branches.indexOf(id)
  return (
    <li>
      {typeof message?.content === 'string' && message.content}
      {branches.length > 1 && ` ${at + 1}/${branches.length}`}
      {message?.role === 'user' && (
        <button onClick={() => chat(`${String(message.content)}!`, { replaces: id })}>Edit</button>
      )}
      {message?.role === 'assistant' && <button onClick={() => resume({ from: id })}>Again</button>}
      {at > 0 && (
        <button onClick={() => agent.history.select(branches[at - 1] ?? id)}>Previous</button>
      )}
    </li>
  )
}

function Conversation(): ReactElement {
  const { chat, status } = useAgent()
  useTool({
    name: 'wait',
    description: 'Waits.',
    effect: 'read',
    handler: () => new Promise(() => undefined),
  })
  return (
    <>
      <output>{status}</output>
      <ul>
        {useMessages().ids.map((id) => (
          <Row key={id} id={id} />
        ))}
      </ul>
      <button onClick={() => chat('Hi')}>Send</button>
    </>
  )
}

async function conversation(...replies: Reply[]) {
  const agent = createAgent({ model: scriptedModel(replies) })
  const screen = await render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Conversation />
      </AgentProvider>
    </StrictMode>,
  )
  return {
    agent,
    screen,
    shown: () =>
      screen
        .getByRole('listitem')
        .elements()
        .map((row) => row.firstChild?.textContent + (row.textContent?.match(/ \d\/\d/)?.[0] ?? '')),
    click: (name: string) => screen.getByRole('button', { name }).first().click(),
    isIdle: async () => {
      await expect.element(screen.getByRole('status')).toHaveTextContent('idle')
    },
  }
}

/** Checks that every call of every branch that can be selected has its answer. */
function expectClosed({ history }: Agent): void {
  for (const { role, id } of history.messages) {
    if (role === 'tool') continue
    const { calls: asked = [] } = { calls: [], ...history.get(id) } as { calls?: { id: string }[] }
    for (const { id: callId } of asked) expect(history.get(callId)?.role).toBe('tool')
  }
}

describe('useAgent().resume with `from`', () => {
  it('answers again, and the answer before it can be shown again', async () => {
    const { shown, click, isIdle } = await conversation('One', 'Two')
    await click('Send')
    await expect.poll(shown).toEqual(['Hi', 'One'])
    await isIdle()
    await click('Again')
    await expect.poll(shown).toEqual(['Hi', 'Two 2/2'])
    await isIdle()
    await click('Previous')
    await expect.poll(shown).toEqual(['Hi', 'One 1/2'])
  })

  it('cancels the run that goes on first, whose branch is closed', async () => {
    const { agent, shown, click, isIdle } = await conversation(calls(call('wait')), 'Two')
    await click('Send')
    await expect.poll(() => agent.calls.getState().size).toBe(1)
    await click('Again')
    await expect.poll(shown).toEqual(['Hi', 'Two 2/2'])
    await isIdle()
    await click('Previous')
    await expect.poll(() => agent.history.messages.at(-1)?.role).toBe('tool')
    expectClosed(agent)
  })
})

describe('useAgent().chat with `replaces`', () => {
  it('says something else in the place of a message, beside the branch it leaves', async () => {
    const { shown, click, isIdle } = await conversation('One', 'Two')
    await click('Send')
    await expect.poll(shown).toEqual(['Hi', 'One'])
    await isIdle()
    await click('Edit')
    await expect.poll(shown).toEqual(['Hi! 2/2', 'Two'])
    await isIdle()
    await click('Previous')
    await expect.poll(shown).toEqual(['Hi 1/2', 'One'])
  })

  it('keeps what goes wrong as state', async () => {
    const { agent, screen } = await conversation('One')
    let result: ReturnType<typeof useAgent> | undefined
    const Reader = (): null => {
      result = useAgent()
      return null
    }
    await screen.rerender(
      <AgentProvider agent={agent}>
        <Reader />
      </AgentProvider>,
    )
    expect(await result?.chat('Hi', { replaces: 'nothing' })).toBeUndefined()
    expect(agent.getState().error).toMatchObject({
      message: expect.stringContaining('There is no message "nothing"') as string,
    })
  })
})
