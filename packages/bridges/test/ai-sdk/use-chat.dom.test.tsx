import { useChat } from '@ai-sdk/react'
import type { Agent } from '@ambit/core'
import { call, calls, type Reply } from '@ambit/testing'
import { configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, StrictMode, useState } from 'react'
import { describe, expect, it } from 'vitest'
import {
  type AgentTransportOptions,
  createAgentTransport,
  toUIMessages,
  whenDecided,
} from '../../src/ai-sdk/index.ts'
import { show, startChat, type Started } from './start-chat.ts'

configure({ asyncUtilTimeout: 20_000 })

interface PanelProps {
  readonly agent: Agent
  readonly transport?: AgentTransportOptions | undefined
  readonly resume?: boolean | undefined
  readonly name?: string | undefined
}

/** Shows a chat of the AI SDK, as a user would write it. */
function Panel({ agent, transport, resume = true, name = 'Chat' }: PanelProps): ReactElement {
  const { messages, status, sendMessage, regenerate, stop, addToolApprovalResponse } = useChat({
    id: agent.sessions.current,
    // A new one at each render, as pages write it.
    transport: createAgentTransport(agent, transport),
    messages: toUIMessages(agent),
    sendAutomaticallyWhen: whenDecided,
    resume,
  })
  return (
    <section aria-label={name}>
      <p role="status">{status}</p>
      <ol>
        {messages.map((message) => (
          <li key={message.id}>
            {show([message])}
            {message.parts.map((part) => {
              if (part.type !== 'dynamic-tool' || part.state !== 'approval-requested') return null
              const { id } = part.approval
              return (
                <button
                  key={id}
                  onClick={() => void addToolApprovalResponse({ id, approved: true })}
                >
                  Allow {part.title}
                </button>
              )
            })}
          </li>
        ))}
      </ol>
      <button onClick={() => void sendMessage({ text: 'Go' })}>Go</button>
      <button onClick={() => void regenerate()}>Again</button>
      <button onClick={() => void stop()}>Stop</button>
    </section>
  )
}

/** Shows a panel that a user opens and closes. */
function Page(props: PanelProps): ReactElement {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'Close' : 'Open'}</button>
      {isOpen && <Panel {...props} />}
    </>
  )
}

const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))

const shown = (): string[] =>
  screen.getAllByRole('listitem').map((item) => item.firstChild?.textContent ?? '')

function open(replies: Reply[], props: Omit<PanelProps, 'agent'> = {}): Started {
  const started = startChat(replies)
  render(
    <StrictMode>
      <Page agent={started.agent} {...props} />
    </StrictMode>,
  )
  return started
}

describe('useChat on an agent', () => {
  it('14 unmounts in mid run and mounts again, with onStop `leave`', async () => {
    const gate = Promise.withResolvers<void>()
    const { agent, model } = open(
      [calls(call('add', { n: 1 })), { text: 'The rest.', gate: gate.promise }],
      { transport: { onStop: 'leave' } },
    )
    await press('Go')
    await model.requested(2)
    await press('Close')
    await press('Open')
    await waitFor(() => expect(shown()[1]).toContain('add output-available'))
    gate.resolve()
    await waitFor(() => expect(shown()[1]).toMatch(/"The rest."$/))
    expect(shown()).toEqual(show(toUIMessages(agent)))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('ready'))
  })

  it('14 shows a call that streams its arguments, after a mount in between', async () => {
    const gate = Promise.withResolvers<void>()
    const { agent, model } = open([{ text: 'Long', gate: gate.promise }, 'Never.'], {
      transport: { onStop: 'leave' },
    })
    await press('Go')
    await model.requested(1)
    for (let times = 0; times < 3; times++) {
      await press('Close')
      await press('Open')
    }
    gate.resolve()
    await waitFor(() => expect(shown()[1]).toMatch(/"Long"$/))
    expect(shown()).toEqual(show(toUIMessages(agent)))
    expect(model.requests).toHaveLength(1)
  })

  it.each([true, false])(
    '14 mounts again while an approval waits, with resume %s: it is shown and answered',
    async (resume) => {
      const { agent, ran } = open([calls(call('wipe', { id: 'a' })), 'Gone.'], { resume })
      await press('Go')
      await screen.findByRole('button', { name: 'Allow Wipe' })
      await press('Close')
      await press('Open')
      await press('Allow Wipe')
      await waitFor(() => expect(shown()[1]).toMatch(/"Gone."$/))
      expect(ran).toEqual(['wipe {"id":"a"}'])
      expect(screen.queryByRole('button', { name: 'Allow Wipe' })).toBeNull()
      await waitFor(() => expect(shown()).toEqual(show(toUIMessages(agent))))
    },
  )

  it('14 cancels the run when it unmounts, and goes on after a mount', async () => {
    const { agent } = open([{ text: 'Endless', hang: true }, 'Fine.'])
    await press('Go')
    await waitFor(() => expect(shown()[1]).toMatch(/"Endless"$/))
    await press('Close')
    await waitFor(() => expect(agent.getState().status).toBe('idle'))
    await press('Open')
    await press('Go')
    await waitFor(() => expect(shown()[3]).toMatch(/"Fine."$/))
    expect(shown()).toEqual(show(toUIMessages(agent)))
  })

  it('11 answers again in mid run', async () => {
    const { agent } = open([{ text: 'Endless', hang: true }, 'Other.'])
    await press('Go')
    await waitFor(() => expect(shown()[1]).toMatch(/"Endless"$/))
    await press('Again')
    await waitFor(() => expect(shown()).toEqual(['user: "Go"', 'assistant: step-start "Other."']))
    await waitFor(() => expect(shown()).toEqual(show(toUIMessages(agent))))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('ready'))
  })

  it('11 answers again right after a stop', async () => {
    const { agent } = open([{ text: 'Endless', hang: true }, 'Other.'])
    await press('Go')
    await waitFor(() => expect(shown()[1]).toMatch(/"Endless"$/))
    screen.getByRole('button', { name: 'Stop' }).click()
    screen.getByRole('button', { name: 'Again' }).click()
    await waitFor(() => expect(shown()).toEqual(['user: "Go"', 'assistant: step-start "Other."']))
    await waitFor(() => expect(shown()).toEqual(show(toUIMessages(agent))))
  })

  it('14 a second panel shows a waiting approval and answers it', async () => {
    const { agent, ran } = open([calls(call('wipe', { id: 'a' })), 'Gone.'])
    await press('Go')
    await screen.findByRole('button', { name: 'Allow Wipe' })
    await press('Close')
    render(<Panel agent={agent} name="Other" />)
    await press('Allow Wipe')
    await waitFor(() => expect(shown()[1]).toMatch(/"Gone."$/))
    expect(ran).toEqual(['wipe {"id":"a"}'])
  })
})
