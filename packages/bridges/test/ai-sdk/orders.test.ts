import { memoryStorage } from '@ambit/core/storage'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { toUIMessages } from '../../src/ai-sdk/index.ts'
import { asked, show, startChat, until } from './start-chat.ts'

describe('a Chat of the AI SDK in the orders that a user makes', () => {
  it('11 answers again in place of a run that goes on', async () => {
    const { chat, agent, model } = startChat([{ text: 'Endless', hang: true }, 'Other.'])
    const first = chat.sendMessage({ text: 'Hi' })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Endless"') ?? false)
    await chat.regenerate()
    await first
    expect(show(chat.messages)).toEqual(['user: "Hi"', 'assistant: step-start "Other."'])
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
    expect(model.requests).toHaveLength(2)
  })

  it('11 edits the message that a run answers', async () => {
    const { chat, agent } = startChat([{ text: 'Endless', hang: true }, 'Other.'])
    const first = chat.sendMessage({ text: 'Hi' })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Endless"') ?? false)
    await chat.sendMessage({ text: 'Ho', messageId: chat.messages[0]?.id ?? '' })
    await first
    expect(show(chat.messages)).toEqual(['user: "Ho"', 'assistant: step-start "Other."'])
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
  })

  it('11 answers an older message again, and edits an earlier one after that', async () => {
    const { chat, agent, model } = startChat(['one', 'two', 'three', 'four', 'five', 'six'])
    for (const text of ['a', 'b', 'c']) await chat.sendMessage({ text })
    await chat.regenerate({ messageId: chat.messages[1]?.id ?? '' })
    expect(show(chat.messages)).toEqual(['user: "a"', 'assistant: step-start "four"'])
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
    await chat.sendMessage({ text: 'd' })
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
    expect(JSON.stringify(model.requests[4]?.prompt)).not.toMatch(/two|three/)
    await chat.sendMessage({ text: 'e', messageId: chat.messages[2]?.id ?? '' })
    expect(show(chat.messages)).toEqual([
      'user: "a"',
      'assistant: step-start "four"',
      'user: "e"',
      'assistant: step-start "six"',
    ])
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
  })

  it('11 answers an older user message again by its id', async () => {
    const { chat, agent } = startChat(['one', 'two', 'three'])
    for (const text of ['a', 'b']) await chat.sendMessage({ text })
    await chat.regenerate({ messageId: chat.messages[0]?.id ?? '' })
    expect(show(chat.messages)).toEqual(['user: "a"', 'assistant: step-start "three"'])
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
  })

  it('11 answers again while an approval waits: the question ends', async () => {
    const { chat, agent, ran } = startChat([calls(call('wipe', { id: 'a' })), 'No.', 'x'])
    await chat.sendMessage({ text: 'wipe' })
    asked(chat)
    await chat.regenerate()
    expect(show(chat.messages)).toEqual(['user: "wipe"', 'assistant: step-start "No."'])
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
    expect(agent.pending.list('approval')).toEqual([])
    expect(ran).toEqual([])
  })

  it('11 edits an earlier message while an approval waits', async () => {
    const { chat, agent } = startChat(['one', calls(call('wipe', { id: 'a' })), 'Edited.'])
    await chat.sendMessage({ text: 'a' })
    await chat.sendMessage({ text: 'wipe' })
    asked(chat)
    await chat.sendMessage({ text: 'b', messageId: chat.messages[0]?.id ?? '' })
    expect(show(chat.messages)).toEqual(['user: "b"', 'assistant: step-start "Edited."'])
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
    expect(agent.pending.list('approval')).toEqual([])
  })

  it('14 shows a waiting approval in a second chat that mounts, and it can be answered there', async () => {
    const { chat, agent, another, ran } = startChat([calls(call('wipe', { id: 'a' })), 'Gone.'])
    await chat.sendMessage({ text: 'wipe' })
    await chat.stop()
    const again = another({ id: chat.id, messages: toUIMessages(agent) })
    await again.resumeStream()
    expect(show(again.messages)).toEqual(show(chat.messages))
    await again.addToolApprovalResponse({ id: asked(again).approval.id, approved: true })
    await until(again, () => show(again.messages)[1]?.endsWith('"Gone."') ?? false)
    expect(ran).toEqual(['wipe {"id":"a"}'])
    expect(show(toUIMessages(agent))).toEqual(show(again.messages))
  })

  it('14 without `resume`: initial messages of a waiting approval show the question and answer it', async () => {
    const { chat, agent, another, ran } = startChat([calls(call('wipe', { id: 'a' })), 'Gone.'])
    await chat.sendMessage({ text: 'wipe' })
    const again = another({ messages: toUIMessages(agent) })
    await again.addToolApprovalResponse({ id: asked(again).approval.id, approved: true })
    await until(again, () => show(again.messages)[1]?.endsWith('"Gone."') ?? false)
    expect(ran).toEqual(['wipe {"id":"a"}'])
    expect(show(toUIMessages(agent))).toEqual(show(again.messages))
  })

  it('14 comes back several times in mid run', async () => {
    const gate = Promise.withResolvers<void>()
    const { chat, agent, another, model } = startChat(
      [calls(call('add', { n: 1 })), { text: 'The rest.', gate: gate.promise }],
      { transport: { onStop: 'leave' } },
    )
    const sent = chat.sendMessage({ text: 'Hi' })
    await model.requested(2)
    await chat.stop()
    await sent
    const second = another({ id: chat.id, messages: toUIMessages(agent) })
    const one = second.resumeStream()
    await until(second, () => second.status === 'streaming')
    await second.stop()
    await one
    const third = another({ id: chat.id, messages: toUIMessages(agent) })
    const two = third.resumeStream()
    await until(third, () => third.status === 'streaming')
    gate.resolve()
    await two
    expect(show(third.messages)).toEqual(show(toUIMessages(agent)))
    expect(third.messages).toHaveLength(2)
  })

  it('14 keeps the parts of a first message of the user as the run that is resumed begins', async () => {
    const { chat, agent, another } = startChat([{ text: 'Long', hang: true }], {
      transport: { onStop: 'leave' },
    })
    const sent = chat.sendMessage({ text: 'Hi' })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Long"') ?? false)
    await chat.stop()
    await sent
    const again = another({ id: chat.id, messages: toUIMessages(agent) })
    const resumed = again.resumeStream()
    await until(again, () => show(again.messages)[1]?.endsWith('"Long"') ?? false)
    expect(show(again.messages)).toEqual(['user: "Hi"', 'assistant: step-start "Long"'])
    await again.stop()
    await resumed
    agent.cancel()
  })

  it('14 sends a message after a remount without `resume`, while the run goes on', async () => {
    const gate = Promise.withResolvers<void>()
    const { chat, agent, another, model } = startChat(
      [{ text: 'one', gate: gate.promise }, 'two'],
      { transport: { onStop: 'leave' } },
    )
    const sent = chat.sendMessage({ text: 'a' })
    await model.requested(1)
    await chat.stop()
    await sent
    const again = another({ id: chat.id, messages: toUIMessages(agent) })
    const second = again.sendMessage({ text: 'b' })
    gate.resolve()
    await second
    expect(show(again.messages).at(-1)).toBe('assistant: step-start "two"')
    expect(show(toUIMessages(agent))).toHaveLength(4)
  })

  it('5 answers a question that has ended: the chat shows the end, and nothing goes on', async () => {
    const { chat, agent, model, ran } = startChat([calls(call('wipe', { id: 'a' })), 'Never.'])
    await chat.sendMessage({ text: 'wipe' })
    const { id } = asked(chat).approval
    const ended = new Promise((resolve) => agent.on('agent:cancelled', resolve, { once: true }))
    agent.cancel({ kind: 'user' })
    await ended
    await chat.addToolApprovalResponse({ id, approved: true })
    await until(chat, () => show(chat.messages)[1]?.includes('output-error') ?? false)
    await until(chat, () => chat.status === 'ready')
    expect(ran).toEqual([])
    expect(model.requests).toHaveLength(1)
    await chat.sendMessage({ text: 'b' })
    expect(show(chat.messages).at(-1)).toBe('assistant: step-start "Never."')
  })

  it('5 answers a question right after another message: the message is answered once', async () => {
    const { chat, agent, model } = startChat([calls(call('wipe', { id: 'a' })), 'one', 'two'])
    await chat.sendMessage({ text: 'wipe' })
    const { id } = asked(chat).approval
    const sent = chat.sendMessage({ text: 'b' })
    await Promise.all([sent, chat.addToolApprovalResponse({ id, approved: true })])
    await until(chat, () => chat.status === 'ready')
    expect(model.requests).toHaveLength(2)
    // The streamed turn ends with a step without calls, so that the chat does not send by itself.
    const streamed = show(chat.messages).map((message) => message.replace(/ step-start$/, ''))
    expect(streamed).toEqual(show(toUIMessages(agent)))
    expect(show(chat.messages)[3]).toBe('assistant: step-start "one"')
  })

  it('5 shows a decision that was made elsewhere when the user answers', async () => {
    const { chat, agent, another, ran } = startChat([calls(call('wipe', { id: 'a' })), 'Gone.'])
    await chat.sendMessage({ text: 'wipe' })
    const later = another({ messages: toUIMessages(agent) })
    const { id } = asked(later).approval
    agent.pending.approve(id)
    await later.addToolApprovalResponse({ id, approved: false })
    await until(later, () => later.status === 'ready')
    await vi.waitFor(() => expect(agent.getState().status).toBe('idle'))
    expect(ran).toEqual(['wipe {"id":"a"}'])
    expect(show(later.messages)).toEqual([
      'user: "wipe"',
      'assistant: step-start wipe output-available="gone" step-start "Gone."',
    ])
  })

  it('24 a message in a second chat ends the question of the first, which a storage keeps', async () => {
    const { chat, agent, another, ran } = startChat(
      [calls(call('wipe', { id: 'a' })), 'other', 'more'],
      { agent: { storage: memoryStorage() } },
    )
    await chat.sendMessage({ text: 'wipe' })
    const other = another()
    await other.sendMessage({ text: 'b' })
    expect(show(other.messages)).toEqual(['user: "b"', 'assistant: step-start "other"'])
    await chat.addToolApprovalResponse({ id: asked(chat).approval.id, approved: true })
    await until(chat, () => show(chat.messages)[1]?.includes('wipe output-error') ?? false)
    await until(chat, () => chat.status === 'ready')
    expect(ran).toEqual([])
    await chat.sendMessage({ text: 'c' })
    expect(show(chat.messages).at(-1)).toBe('assistant: step-start "more"')
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
  })

  it('24 a message in a second chat stops the run of the first, which goes on with its next message', async () => {
    const { chat, agent, another } = startChat([{ text: 'one', hang: true }, 'two', 'three'], {
      agent: { storage: memoryStorage() },
    })
    const first = chat.sendMessage({ text: 'a' })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"one"') ?? false)
    const other = another()
    await other.sendMessage({ text: 'b' })
    await first
    expect(show(other.messages)).toEqual(['user: "b"', 'assistant: step-start "two"'])
    expect(chat.status).toBe('ready')
    await chat.sendMessage({ text: 'c' })
    expect(show(chat.messages)).toEqual([
      'user: "a"',
      'assistant: step-start "one"',
      'user: "c"',
      'assistant: step-start "three"',
    ])
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
  })

  it('11 leaves nothing of a fast answer that is written again', async () => {
    const words = 'word '.repeat(3000)
    const { chat, agent } = startChat([words, 'Other.'], { model: { cut: 5 } })
    const first = chat.sendMessage({ text: 'Hi' })
    await until(chat, () => (show(chat.messages)[1]?.length ?? 0) > 300)
    await chat.regenerate()
    await first
    expect(show(chat.messages)).toEqual(['user: "Hi"', 'assistant: step-start "Other."'])
    expect(show(toUIMessages(agent))).toEqual(show(chat.messages))
  })

  it('14 shows once an answer that is written again after calls that took effect', async () => {
    const wipe = calls(call('wipe', { id: '1' }))
    const { chat, agent, another } = startChat([wipe, 'one', wipe, 'two'], {
      transport: { onStop: 'leave', callOptions: () => ({ again: true }) },
    })
    await chat.sendMessage({ text: 'Hi' })
    await chat.addToolApprovalResponse({ id: asked(chat).approval.id, approved: true })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"one"') ?? false)
    // The model is told what the calls of the first answer have done.
    await chat.regenerate()
    const shown = toUIMessages(agent)
    expect(show(shown)[1]).toContain('approval-requested')
    const other = another({ id: chat.id, messages: shown })
    await other.resumeStream()
    expect(show(other.messages)).toEqual(show(shown))
    await other.addToolApprovalResponse({ id: asked(other).approval.id, approved: true })
    await until(other, () => show(other.messages)[1]?.endsWith('"two"') ?? false)
    expect(show(toUIMessages(agent))).toEqual(show(other.messages))
  })

  it('14 a chat that resumes twice at once stops no run', async () => {
    const gate = Promise.withResolvers<void>()
    const { chat, agent, another, model } = startChat([{ text: 'Yes.', gate: gate.promise }])
    const sent = chat.sendMessage({ text: 'Hi' })
    await model.requested(1)
    const again = another({ id: chat.id, messages: toUIMessages(agent) })
    const one = again.resumeStream()
    const two = again.resumeStream()
    await until(again, () => again.status === 'submitted')
    gate.resolve()
    await Promise.all([sent, one, two])
    expect(show(again.messages)).toEqual(['user: "Hi"', 'assistant: step-start "Yes."'])
    expect(show(toUIMessages(agent))).toEqual(show(again.messages))
  })
})
