import type { AgentOptions } from '@ambit/core'
import { call, calls, type Reply } from '@ambit/testing'
import type { Chat } from '@ai-sdk/react'
import type { UIMessage } from 'ai'
import { describe, expect, it, vi } from 'vitest'
import { createPages } from '../../../core/test/pages-under-test.ts'
import { toUIMessages } from '../../src/ai-sdk/index.ts'
import { asked, show, startChat, type Started, until } from './start-chat.ts'

/** Begins a chat in a page that is closed when `isCut` says so, and opens it in another page. */
async function reload(
  before: Reply[],
  after: Reply[],
  isCut: (page: Started) => boolean,
  agentOptions: Partial<AgentOptions> = {},
): Promise<Started> {
  const pages = createPages()
  const { storage, die } = pages.open()
  const first = startChat(before, { agent: { storage, ...agentOptions } })
  void first.chat.sendMessage({ text: 'Go' })
  await vi.waitFor(() => expect(isCut(first)).toBe(true))
  await die()
  const next = startChat(after, { agent: { storage: pages.open().storage, ...agentOptions } })
  const { sessions } = next.agent
  await until(sessions, () => !sessions.getState().isOpening)
  return next
}

/** Opens the chat of the stored session, as `useChat({ id, messages, resume: true })` does. */
function open({ agent, another }: Started): Chat<UIMessage> {
  return another({ id: agent.sessions.current, messages: toUIMessages(agent) })
}

const two = [calls(call('add', { n: 1 })), { text: 'half', hang: true }]

describe('a chat of the AI SDK after a reload in mid run', () => {
  it.each([true, false])(
    '15 shows the conversation and goes on, with autoResume %s',
    async (autoResume) => {
      const gate = Promise.withResolvers<void>()
      const page = await reload(
        two,
        [{ text: 'The rest.', gate: gate.promise }],
        ({ chat }) => show(chat.messages)[1]?.endsWith('"half"') ?? false,
        { session: { autoResume } },
      )
      const chat = open(page)
      expect(show(chat.messages)).toEqual([
        'user: "Go"',
        'assistant: step-start add output-available={"n":1}',
      ])
      const resumed = chat.resumeStream()
      await until(chat, () => chat.status !== 'ready')
      gate.resolve()
      await resumed
      expect(show(chat.messages)).toEqual([
        'user: "Go"',
        'assistant: step-start add output-available={"n":1} step-start "The rest."',
      ])
      expect(show(toUIMessages(page.agent))).toEqual(show(chat.messages))
      expect(chat.status).toBe('ready')
      await chat.resumeStream()
      expect(page.model.requests).toHaveLength(1)
    },
  )

  it('15 shows a run that went on and ended while the chat looked for it', async () => {
    const page = await reload(
      two,
      ['The rest.'],
      ({ chat }) => show(chat.messages)[1]?.endsWith('"half"') ?? false,
      { session: { autoResume: true } },
    )
    const chat = open(page)
    await chat.resumeStream()
    expect(show(chat.messages)[1]).toMatch(/"The rest."$/)
  })

  it('15 goes on with a run that was cut before its first answer', async () => {
    const page = await reload(
      [{ text: 'h', hang: true }],
      ['Hello.'],
      ({ chat }) => show(chat.messages)[1]?.endsWith('"h"') ?? false,
    )
    const chat = open(page)
    await chat.resumeStream()
    expect(show(chat.messages)).toEqual(['user: "Go"', 'assistant: step-start "Hello."'])
  })

  it('15 asks again about a call that waited for an approval', async () => {
    const page = await reload(
      [calls(call('wipe', { id: 'a' }))],
      ['Gone.'],
      ({ agent }) => agent.pending.list('approval').length === 1,
    )
    const chat = open(page)
    await chat.resumeStream()
    expect(show(chat.messages)).toEqual([
      'user: "Go"',
      'assistant: step-start wipe approval-requested',
    ])
    await chat.addToolApprovalResponse({ id: asked(chat).approval.id, approved: true })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Gone."') ?? false)
    await until(chat, () => chat.status === 'ready')
    expect(page.ran).toEqual(['wipe {"id":"a"}'])
    expect(show(toUIMessages(page.agent))).toEqual(show(chat.messages))
  })

  it('15 goes on once for a chat that mounts twice', async () => {
    const page = await reload(
      two,
      ['The rest.'],
      ({ chat }) => show(chat.messages)[1]?.endsWith('"half"') ?? false,
    )
    const chat = open(page)
    const one = chat.resumeStream()
    void chat.stop()
    const other = chat.resumeStream()
    await Promise.all([one, other])
    expect(show(chat.messages)[1]).toMatch(/"The rest."$/)
    expect(page.model.requests).toHaveLength(1)
  })

  it('15 leaves a cut run alone without `resume`: the next message follows it', async () => {
    const page = await reload(
      two,
      ['Fine.'],
      ({ chat }) => show(chat.messages)[1]?.endsWith('"half"') ?? false,
    )
    const chat = open(page)
    await chat.sendMessage({ text: 'Stop that' })
    expect(show(chat.messages)).toEqual([
      'user: "Go"',
      'assistant: step-start add output-available={"n":1}',
      'user: "Stop that"',
      'assistant: step-start "Fine."',
    ])
    expect(show(toUIMessages(page.agent))).toEqual(show(chat.messages))
  })
})
