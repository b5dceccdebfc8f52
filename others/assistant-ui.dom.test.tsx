import {
  ActionBarPrimitive,
  AssistantRuntimeProvider,
  BranchPickerPrimitive,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  type ToolCallMessagePartProps,
} from '@assistant-ui/react'
import { useChatRuntime } from '@assistant-ui/react-ai-sdk'
import type { Agent } from 'ambit'
import { call, calls, type Reply } from '@ambit/testing'
import { configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { createAgentTransport, toUIMessages, whenDecided } from '@ambit/bridges/ai-sdk'
import { show, startChat, type Started } from '../packages/bridges/test/ai-sdk/start-chat.ts'

configure({ asyncUtilTimeout: 20_000 })

/** Shows a thread of assistant-ui on its runtime for the AI SDK. Only the transport is ours. */
function Thread({ agent }: { readonly agent: Agent }): ReactElement {
  const runtime = useChatRuntime({
    transport: createAgentTransport(agent),
    sendAutomaticallyWhen: whenDecided,
  })
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Messages components={{ UserMessage, AssistantMessage, EditComposer }} />
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" submitMode="enter" />
          <ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel>
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  )
}

const Branches = (): ReactElement => (
  <BranchPickerPrimitive.Root>
    <BranchPickerPrimitive.Previous>Earlier branch</BranchPickerPrimitive.Previous>
    <BranchPickerPrimitive.Number /> of <BranchPickerPrimitive.Count />
  </BranchPickerPrimitive.Root>
)

const UserMessage = (): ReactElement => (
  <MessagePrimitive.Root>
    <article aria-label="Person">
      <MessagePrimitive.Parts />
      <ActionBarPrimitive.Edit>Edit</ActionBarPrimitive.Edit>
      <Branches />
    </article>
  </MessagePrimitive.Root>
)

const EditComposer = (): ReactElement => (
  <ComposerPrimitive.Root>
    <ComposerPrimitive.Input aria-label="Edited" />
    <ComposerPrimitive.Send>Save</ComposerPrimitive.Send>
  </ComposerPrimitive.Root>
)

const AssistantMessage = (): ReactElement => (
  <MessagePrimitive.Root>
    <article aria-label="Assistant">
      <MessagePrimitive.Parts components={{ tools: { Fallback: Call } }} />
      <ActionBarPrimitive.Reload>Again</ActionBarPrimitive.Reload>
      <Branches />
    </article>
  </MessagePrimitive.Root>
)

function Call(props: ToolCallMessagePartProps): ReactElement {
  const { toolName, args, result, status, approval, respondToApproval } = props
  const isAsking = status.type === 'requires-action' && approval?.approved === undefined
  return (
    <section aria-label={toolName}>
      {JSON.stringify(args)} {result === undefined ? status.type : JSON.stringify(result)}
      {isAsking && (
        <>
          <button onClick={() => void respondToApproval({ approved: true })}>Allow</button>
          <button onClick={() => void respondToApproval({ approved: false })}>Deny</button>
        </>
      )}
    </section>
  )
}

/** Renders a thread on an agent that plays a script. */
function open(replies: Reply[]): Started {
  const started = startChat(replies)
  render(<Thread agent={started.agent} />)
  return started
}

async function say(text: string): Promise<void> {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), text)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
}

const answers = (): HTMLElement[] => screen.queryAllByRole('article', { name: 'Assistant' })

describe("assistant-ui's runtime for the AI SDK on an agent", () => {
  it('18 shows a message and its answer', async () => {
    const { agent } = open(['Hello.'])
    await say('Hi')
    expect(await screen.findByText('Hello.')).toBeTruthy()
    expect(show(toUIMessages(agent))).toEqual(['user: "Hi"', 'assistant: step-start "Hello."'])
  })

  it('18 asks about a call in its own card, and runs it when a user allows it', async () => {
    const { ran } = open([calls(call('wipe', { id: 'a' }), call('add', { n: 1 })), 'Gone.'])
    await say('wipe')
    const card = await screen.findByRole('region', { name: 'wipe' })
    await userEvent.click(await within(card).findByRole('button', { name: 'Allow' }))
    expect(await screen.findByText('Gone.')).toBeTruthy()
    expect(ran).toEqual(['wipe {"id":"a"}', 'add {"n":1}'])
    expect(screen.getByRole('region', { name: 'wipe' }).textContent).toContain('"gone"')
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  })

  it('18 denies a call', async () => {
    const { ran } = open([calls(call('wipe', { id: 'a' })), 'Kept.'])
    await say('wipe')
    await userEvent.click(await screen.findByRole('button', { name: 'Deny' }))
    expect(await screen.findByText('Kept.')).toBeTruthy()
    expect(ran).toEqual([])
  })

  it('18 edits a message, and answers one again: both make branches', async () => {
    const { agent } = open(['one', 'two', 'three'])
    await say('a')
    await screen.findByText('one')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const field = await screen.findByRole('textbox', { name: 'Edited' })
    await userEvent.clear(field)
    await userEvent.type(field, 'b')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('two')
    const [person] = await screen.findAllByRole('article', { name: 'Person' })
    expect(person?.textContent).toContain('2 of 2')
    await waitFor(() => expect(agent.getState().status).toBe('idle'))
    expect(show(toUIMessages(agent))).toEqual(['user: "b"', 'assistant: step-start "two"'])
    expect(agent.history.branches(agent.history.messages[0]?.id ?? '')).toHaveLength(2)

    await userEvent.click(await screen.findByRole('button', { name: 'Again' }))
    await screen.findByText('three')
    await waitFor(() => expect(agent.getState().status).toBe('idle'))
    expect(show(toUIMessages(agent))).toEqual(['user: "b"', 'assistant: step-start "three"'])
    expect(answers()).toHaveLength(1)
  })

  it('18 cancels a run, and answers the next message', async () => {
    const { agent } = open([{ text: 'Endless', hang: true }, 'Again.'])
    await say('a')
    await screen.findByText('Endless')
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(agent.getState().status).toBe('idle'))
    await say('b')
    await screen.findByText('Again.')
    expect(show(toUIMessages(agent))).toEqual([
      'user: "a"',
      'assistant: step-start "Endless"',
      'user: "b"',
      'assistant: step-start "Again."',
    ])
  })

  it('18 goes back to a branch, and goes on from there', async () => {
    const { agent } = open(['one', 'two', 'three'])
    await say('a')
    await screen.findByText('one')
    await userEvent.click(await screen.findByRole('button', { name: 'Again' }))
    await screen.findByText('two')
    await waitFor(() => expect(agent.getState().status).toBe('idle'))
    const answer = await screen.findByRole('article', { name: 'Assistant' })
    await userEvent.click(within(answer).getByRole('button', { name: 'Earlier branch' }))
    await screen.findByText('one')
    await say('b')
    await screen.findByText('three')
    await waitFor(() => expect(agent.getState().status).toBe('idle'))
    expect(show(toUIMessages(agent))).toEqual([
      'user: "a"',
      'assistant: step-start "one"',
      'user: "b"',
      'assistant: step-start "three"',
    ])
  })
})
