import { createAgent, ModelError, Tool, unavailable } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { call, calls, scriptedModel } from '@ambit/testing'
import {
  convertToModelMessages,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from 'ai'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fromUIMessages, toUIMessages } from '../../src/ai-sdk/index.ts'
import { asked, show, startChat, until } from './start-chat.ts'

describe('an unchanged Chat of the AI SDK on an agent', () => {
  it('1 shows plain text, and the history converts to the same', async () => {
    const { chat, agent } = startChat(['Hello.'], { model: { cut: 2 } })
    await chat.sendMessage({ text: 'Hi' })
    expect(chat.status).toBe('ready')
    expect(show(chat.messages)).toEqual(['user: "Hi"', 'assistant: step-start "Hello."'])
    expect(show(toUIMessages(agent.history))).toEqual(show(chat.messages))
  })

  it('ends an answer that was shown although the code for its record does not load', async () => {
    vi.doMock('../../src/ai-sdk/later-chunks.ts', () => {
      throw new Error('offline')
    })
    onTestFinished(() => vi.doUnmock('../../src/ai-sdk/later-chunks.ts'))
    const { chat } = startChat(['Hello'])
    await chat.sendMessage({ text: 'hi' })
    expect(show(chat.messages)).toEqual(['user: "hi"', 'assistant: step-start "Hello"'])
    expect([chat.status, chat.error]).toEqual(['ready', undefined])
  })

  it('shows what the provider looked up, and its sources, where they came among the texts', async () => {
    const text = (id: string, delta: string) => [
      { type: 'text-start' as const, id },
      { type: 'text-delta' as const, id, delta },
      { type: 'text-end' as const, id },
    ]
    const search = { toolCallId: 's', toolName: 'web_search' }
    const source = { type: 'source', sourceType: 'url', id: '1', url: 'https://a.example' } as const
    const total = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }
    const { chat, agent } = startChat([
      [
        { type: 'stream-start', warnings: [] },
        ...text('a', 'Let me look.'),
        { type: 'tool-call', ...search, input: '{"q":"x"}', providerExecuted: true },
        { type: 'tool-result', ...search, result: { hits: 1 } },
        ...text('b', 'The answer is 1.'),
        source,
        ...text('c', 'The end.'),
        {
          type: 'finish',
          finishReason: { unified: 'stop', raw: 'stop' },
          usage: { inputTokens: total, outputTokens: { total: 1, text: 1, reasoning: 0 } },
        },
      ],
    ])
    await chat.sendMessage({ text: 'hi' })
    const { parts = [] } = chat.messages.at(-1) ?? {}
    expect(parts.map((part) => ('text' in part ? part.text : part.type))).toEqual([
      'step-start',
      'Let me look.',
      'dynamic-tool',
      'The answer is 1.',
      'source-url',
      'The end.',
    ])
    expect(parts[2]).toMatchObject({ state: 'output-available', output: { hits: 1 } })
    expect(show(toUIMessages(agent.history))).toEqual(show(chat.messages))
  })

  it('2 gets at most one chunk for a delta, after the chunk that begins the text', async () => {
    const { chat, chunks } = startChat(['abcdef'], { model: { cut: 2 } })
    await chat.sendMessage({ text: 'Hi' })
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta',
      'text-delta',
      'text-delta',
      'text-end',
      'finish-step',
      'message-metadata',
      'finish',
    ])
  })

  it('3 shows a call as its arguments stream, as it runs and as it ends', async () => {
    const states: string[] = []
    const { chat } = startChat([calls(call('add', { n: 1 })), 'Done.'], { model: { cut: 3 } })
    const stop = chat['~registerMessagesCallback'](() => {
      for (const part of chat.messages.at(-1)?.parts ?? []) {
        if ('toolCallId' in part && states.at(-1) !== part.state) states.push(part.state)
      }
    })
    await chat.sendMessage({ text: 'go' })
    stop()
    expect(states).toEqual(['input-streaming', 'input-available', 'output-available'])
  })

  it('3 shows reasoning, several iterations and errors, which core of `ai` accepts', async () => {
    const first = {
      reasoning: 'hmm',
      text: 'Adding.',
      calls: [call('add', { n: 1 }), call('boom')],
    }
    const { chat, agent, ran } = startChat([first, 'Done.'], { model: { cut: 3 } })
    await chat.sendMessage({ text: 'go' })
    expect(ran).toEqual(['add {"n":1}'])
    expect(show(chat.messages)).toEqual([
      'user: "go"',
      'assistant: step-start (hmm) "Adding." add output-available={"n":1} boom output-error=trouble step-start "Done."',
    ])
    expect(show(toUIMessages(agent.history))).toEqual(show(chat.messages))
    await expect(convertToModelMessages(chat.messages)).resolves.toHaveLength(4)
  })

  it('4 gets dynamic tools with their titles, or named ones', async () => {
    const { chat } = startChat([calls(call('add', { n: 1 })), 'Done.'])
    await chat.sendMessage({ text: 'go' })
    const [part] = toolParts(chat.messages)
    expect(part).toMatchObject({ type: 'dynamic-tool', toolName: 'add', title: 'Add a number' })

    const named = startChat([calls(call('add', { n: 1 })), 'Done.'], {
      transport: { toolParts: 'named' },
    })
    await named.chat.sendMessage({ text: 'go' })
    expect(toolParts(named.chat.messages)[0]).toMatchObject({ type: 'tool-add', output: { n: 1 } })
    expect(toUIMessages(named.agent.history, { toolParts: 'named' })[1]?.parts[1]).toMatchObject({
      type: 'tool-add',
      output: { n: 1 },
    })
  })

  it('5 asks with the whole request, and runs an approved call', async () => {
    const { chat, agent, ran } = startChat([calls(call('wipe', { id: 'a' })), 'Gone.'])
    await chat.sendMessage({ text: 'wipe' })
    expect(chat.status).toBe('ready')
    const question = asked(chat)
    expect(question.approval.descriptor).toMatchObject({
      title: 'Wipe',
      args: { id: 'a' },
      effect: 'destructive',
      cause: 'effect',
    })
    await chat.addToolApprovalResponse({ id: question.approval.id, approved: true })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Gone."') ?? false)
    expect(ran).toEqual(['wipe {"id":"a"}'])
    expect(show(chat.messages)).toEqual([
      'user: "wipe"',
      'assistant: step-start wipe output-available="gone" step-start "Gone."',
    ])
    expect(show(toUIMessages(agent.history))).toEqual(show(chat.messages))
  })

  it('5 denies a call with the words of the user', async () => {
    const { chat, model, ran } = startChat([calls(call('wipe', { id: 'a' })), 'Kept.'])
    await chat.sendMessage({ text: 'wipe' })
    const { id } = asked(chat).approval
    await chat.addToolApprovalResponse({ id, approved: false, reason: 'I need it' })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Kept."') ?? false)
    expect(ran).toEqual([])
    expect(show(chat.messages)[1]).toBe(
      'assistant: step-start wipe output-denied step-start "Kept."',
    )
    expect(toolParts(chat.messages)[0]).toMatchObject({
      approval: { approved: false, reason: 'I need it' },
    })
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('I need it')
  })

  it('5 runs a call with the arguments that the user changed', async () => {
    const { chat, ran } = startChat([calls(call('wipe', { id: 'a' })), 'Gone.'])
    await chat.sendMessage({ text: 'wipe' })
    const { id } = asked(chat).approval
    const options = { body: { args: { id: 'b' } } }
    await chat.addToolApprovalResponse({ id, approved: true, options })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Gone."') ?? false)
    expect(ran).toEqual(['wipe {"id":"b"}'])
    expect(toolParts(chat.messages)[0]).toMatchObject({ input: { id: 'b' }, output: 'gone' })
  })

  it('6 goes on after the first of two calls is answered, with `whenDecided`', async () => {
    const script = [calls(call('wipe', { id: 'a' }), call('add', { n: 2 })), 'Both.']
    const { chat, ran } = startChat(script)
    await chat.sendMessage({ text: 'both' })
    expect(show(chat.messages)[1]).toBe(
      'assistant: step-start wipe approval-requested add input-available',
    )
    await chat.addToolApprovalResponse({ id: asked(chat).approval.id, approved: true })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Both."') ?? false)
    expect(ran).toEqual(['wipe {"id":"a"}', 'add {"n":2}'])

    const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses
    const other = startChat(script, { chat: { sendAutomaticallyWhen } })
    await other.chat.sendMessage({ text: 'both' })
    await other.chat.addToolApprovalResponse({ id: asked(other.chat).approval.id, approved: true })
    expect(sendAutomaticallyWhen({ messages: other.chat.messages })).toBe(false)
  })

  it('6 asks about two calls at once, one after another', async () => {
    const script = [calls(call('wipe', { id: 'a' }), call('wipe', { id: 'b' })), 'Both.']
    const { chat, ran } = startChat(script, { agent: { calls: { order: 'parallel' } } })
    await chat.sendMessage({ text: 'both' })
    await chat.addToolApprovalResponse({ id: asked(chat).approval.id, approved: true })
    await until(chat, () => chat.status === 'ready' && ran.length === 1)
    await chat.addToolApprovalResponse({ id: asked(chat).approval.id, approved: true })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Both."') ?? false)
    expect(ran.toSorted()).toEqual(['wipe {"id":"a"}', 'wipe {"id":"b"}'])
  })

  it('7, 8 takes text in place of an answer: the wait ends, the history is whole, no button is left', async () => {
    const { chat, agent, ran } = startChat([calls(call('wipe', { id: 'a' })), 'Fine.'])
    await chat.sendMessage({ text: 'wipe' })
    await chat.sendMessage({ text: 'never mind' })
    expect(ran).toEqual([])
    expect(agent.pending.list('approval')).toEqual([])
    expect(agent.history.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
    ])
    expect(show(chat.messages)).toEqual([
      'user: "wipe"',
      expect.stringContaining('assistant: step-start wipe output-error='),
      'user: "never mind"',
      'assistant: step-start "Fine."',
    ])
    expect(show(toUIMessages(agent.history))).toEqual(show(chat.messages))
  })

  it('9 stops: the run is cancelled by the user, and the next message is answered', async () => {
    const { chat, agent } = startChat([{ text: 'Endless', hang: true }, 'Again.'])
    const sent = chat.sendMessage({ text: 'Hi' })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Endless"') ?? false)
    const ended = new Promise((resolve) => agent.on('agent:cancelled', resolve, { once: true }))
    await chat.stop()
    await sent
    expect(await ended).toMatchObject({ reason: { kind: 'user' } })
    expect(agent.getState().status).toBe('idle')
    await chat.sendMessage({ text: 'More' })
    expect(show(chat.messages).at(-1)).toBe('assistant: step-start "Again."')
  })

  it('9 closes the calls of a stopped message, so that none is left open in the chat', async () => {
    let isIn: () => void
    const inside = new Promise<void>((resolve) => (isIn = resolve))
    const slow = new Tool({
      name: 'slow',
      description: 'Slow.',
      handler: (_args, { signal }) => {
        isIn()
        return new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
      },
    })
    const { chat } = startChat([calls(call('slow')), 'Again.'], { agent: { tools: [slow] } })
    const sent = chat.sendMessage({ text: 'Hi' })
    await inside
    await chat.stop()
    await sent
    await chat.sendMessage({ text: 'More' })
    expect(show(chat.messages)[1]).toContain('slow output-error=')
    expect(toolParts(chat.messages)[0]).toMatchObject({ toolMetadata: { status: 'interrupted' } })
    await expect(convertToModelMessages(chat.messages)).resolves.toHaveLength(5)
  })

  it('10 shows the text of an error, and answers again after it', async () => {
    const { chat } = startChat(
      [
        { refuse: new ModelError('bad key', { kind: 'auth', isRetryable: false }) },
        'Now it works.',
      ],
      {
        agent: { request: { retry: { max: 0 } } },
      },
    )
    await chat.sendMessage({ text: 'Hi' })
    expect([chat.status, chat.error?.message]).toEqual([
      'error',
      expect.stringContaining('bad key'),
    ])
    await chat.regenerate()
    expect(chat.status).toBe('ready')
    expect(show(chat.messages)).toEqual(['user: "Hi"', 'assistant: step-start "Now it works."'])
  })

  it('11 keeps branches: answered again, edited, and after messages that were removed', async () => {
    const { chat, agent, model } = startChat(['one', 'two', 'three', 'four', 'five'])
    await chat.sendMessage({ text: 'Hi' })
    const first = agent.history.messages[0]?.id ?? ''
    await chat.regenerate()
    expect(agent.history.branches(agent.history.messages[1]?.id ?? '')).toHaveLength(2)
    await chat.sendMessage({ text: 'Ho', messageId: chat.messages[0]?.id ?? '' })
    expect(agent.history.branches(first)).toHaveLength(2)
    expect(show(chat.messages)).toEqual(['user: "Ho"', 'assistant: step-start "three"'])
    await chat.sendMessage({ text: 'and then?' })
    chat.messages = chat.messages.slice(0, 2)
    await chat.sendMessage({ text: 'or else?' })
    expect(show(chat.messages)).toEqual(show(toUIMessages(agent.history)))
    expect(JSON.stringify(model.requests[4]?.prompt)).not.toContain('and then?')
    expect(agent.history.all).toHaveLength(9)
  })

  it('11 edits an edited message once more', async () => {
    const { chat, agent } = startChat(['one', 'two', 'three'])
    await chat.sendMessage({ text: 'a' })
    const messageId = chat.messages[0]?.id ?? ''
    await chat.sendMessage({ text: 'b', messageId })
    await chat.sendMessage({ text: 'c', messageId })
    expect(show(toUIMessages(agent.history))).toEqual([
      'user: "c"',
      'assistant: step-start "three"',
    ])
    expect(agent.history.branches(agent.history.messages[0]?.id ?? '')).toHaveLength(3)
  })

  it('12 sends images and files, and shows those of the model', async () => {
    const url = 'data:image/png;base64,iVBORw0KGgo='
    const file = {
      type: 'file',
      mediaType: 'image/png',
      data: { type: 'data', data: 'AAAA' },
    } as const
    const { chat, agent, model } = startChat([{ parts: [file], text: 'A picture.' }])
    const files = [
      { type: 'file' as const, mediaType: 'image/png', url, filename: 'a.png' },
      { type: 'file' as const, mediaType: 'application/pdf', url: 'https://example.com/a.pdf' },
    ]
    await chat.sendMessage({ text: 'Look', files })
    const [message] = model.requests[0]?.prompt.filter(({ role }) => role === 'user') ?? []
    expect(JSON.stringify(message)).toContain('image/png')
    expect(JSON.stringify(message)).toContain('a.pdf')
    expect(show(chat.messages)[0]).toBe('user: file file "Look"')
    const shown = chat.messages[1]?.parts.find(({ type }) => type === 'file')
    expect(shown).toMatchObject({ mediaType: 'image/png', url: 'data:image/png;base64,AAAA' })
    const [user, assistant] = toUIMessages(agent.history)
    expect(user?.parts).toEqual(chat.messages[0]?.parts)
    expect(assistant?.parts.map(({ type }) => type)).toContain('file')
  })

  it('13 steers: a message that joins the run is answered below itself', async () => {
    const gate = Promise.withResolvers<void>()
    const { chat, agent, model } = startChat(
      [{ ...calls(call('add', { n: 1 })), gate: gate.promise }, 'Seen both.'],
      { agent: { onBusy: 'steer' } },
    )
    const first = chat.sendMessage({ text: 'one' })
    await model.requested(1)
    await until(chat, () => chat.messages.length === 2)
    const second = chat.sendMessage({ text: 'two' })
    await vi.waitFor(() => expect(chat.messages).toHaveLength(3))
    gate.resolve()
    await Promise.all([first, second])
    expect(show(chat.messages)).toEqual([
      'user: "one"',
      'assistant: step-start add output-available={"n":1}',
      'user: "two"',
      'assistant: step-start "Seen both."',
    ])
    expect(show(toUIMessages(agent.history))).toEqual(show(chat.messages))
  })

  it('13 queues, refuses or interrupts, as `onBusy` says', async () => {
    const queued = startChat(['one', 'two'])
    await Promise.all([
      queued.chat.sendMessage({ text: 'a' }),
      queued.chat.sendMessage({ text: 'b' }),
    ])
    expect(show(toUIMessages(queued.agent.history))).toEqual([
      'user: "a"',
      'assistant: step-start "one"',
      'user: "b"',
      'assistant: step-start "two"',
    ])
    const refused = startChat([{ text: 'one', hang: true }], { agent: { onBusy: 'reject' } })
    void refused.chat.sendMessage({ text: 'a' })
    await refused.model.requested(1)
    await refused.chat.sendMessage({ text: 'b' })
    expect(refused.chat.error?.message).toMatch(/chat/)
    refused.agent.cancel()
    const cut = startChat([{ text: 'one', hang: true }, 'two'], { agent: { onBusy: 'interrupt' } })
    const first = cut.chat.sendMessage({ text: 'a' })
    await until(cut.chat, () => cut.chat.messages.length === 2)
    await cut.chat.sendMessage({ text: 'b' })
    await first
    expect(show(cut.chat.messages).at(-1)).toBe('assistant: step-start "two"')
  })

  it('14 reconnects after a remount, and shows the whole answer', async () => {
    const gate = Promise.withResolvers<void>()
    const script = [calls(call('add', { n: 1 })), { text: 'The rest.', gate: gate.promise }]
    const { chat, agent, another, model } = startChat(script, {
      transport: { onStop: 'leave' },
    })
    const sent = chat.sendMessage({ text: 'Hi' })
    await model.requested(2)
    await chat.stop()
    await sent
    const again = another({ messages: toUIMessages(agent.history) })
    const resumed = again.resumeStream()
    await until(again, () => again.status !== 'ready')
    gate.resolve()
    await resumed
    expect(show(again.messages)).toEqual([
      'user: "Hi"',
      'assistant: step-start add output-available={"n":1} step-start "The rest."',
    ])
    expect(show(toUIMessages(agent.history))).toEqual(show(again.messages))
    await again.resumeStream()
    expect(again.status).toBe('ready')
  })

  it('14 reconnects to a run that waits for an approval', async () => {
    const { chat, another, agent, ran } = startChat([calls(call('wipe', { id: 'a' })), 'Gone.'])
    await chat.sendMessage({ text: 'wipe' })
    const again = another({ messages: toUIMessages(agent.history) })
    await again.resumeStream()
    await again.addToolApprovalResponse({ id: asked(again).approval.id, approved: true })
    await until(again, () => show(again.messages)[1]?.endsWith('"Gone."') ?? false)
    expect(ran).toEqual(['wipe {"id":"a"}'])
    expect(again.messages).toHaveLength(2)
  })

  it('15 shows a stored session after a reload, goes on in it and edits it', async () => {
    const storage = memoryStorage()
    const before = startChat(['one'], { agent: { storage } })
    await before.chat.sendMessage({ text: 'Hi' })
    const id = before.agent.sessions.current
    before.agent.sessions.close()

    const agent = createAgent({ model: scriptedModel([]), storage })
    await until(agent.sessions, () => !agent.sessions.getState().isOpening)
    const messages = toUIMessages(agent.history)
    expect(show(messages)).toEqual(show(before.chat.messages))
    agent.sessions.close()

    const after = startChat(['two', 'three'], { agent: { storage }, chat: { id, messages } })
    await after.chat.sendMessage({ text: 'More' })
    expect(after.agent.sessions.current).toBe(id)
    expect(after.agent.history.messages).toHaveLength(4)
    await after.chat.sendMessage({ text: 'Ho', messageId: messages[0]?.id ?? '' })
    expect(show(toUIMessages(after.agent.history))).toEqual([
      'user: "Ho"',
      'assistant: step-start "three"',
    ])
    expect(after.agent.history.all).toHaveLength(6)
  })

  it('15 opens the stored session that has the id of the chat', async () => {
    const storage = memoryStorage()
    const { chat, agent, another } = startChat(['one', 'two', 'three'], { agent: { storage } })
    await chat.sendMessage({ text: 'a' })
    const first = agent.sessions.current
    await another().sendMessage({ text: 'b' })
    expect(agent.sessions.current).not.toBe(first)
    const again = another({ id: first, messages: chat.messages })
    await again.sendMessage({ text: 'c' })
    expect(agent.sessions.current).toBe(first)
    expect(show(toUIMessages(agent.history))).toEqual(show(again.messages))
  })

  it('16 has the usage in its metadata, and the id of the run', async () => {
    const { chat, agent } = startChat([calls(call('add', { n: 1 })), 'Done.'])
    await chat.sendMessage({ text: 'go' })
    const usage = { promptTokens: 20, completionTokens: 10, totalTokens: 30 }
    expect(chat.messages[1]?.metadata).toMatchObject({ usage, runId: expect.any(String) })
    expect(toUIMessages(agent.history)[1]?.metadata).toMatchObject({ usage })
    expect(toUIMessages(agent)[1]?.metadata).toEqual(chat.messages[1]?.metadata)
  })

  it('16 has the run of a message that no transport has streamed, for its undo', async () => {
    const { agent } = startChat([calls(call('add', { n: 1 })), 'Done.'])
    const run = agent.chat('go')
    await run
    expect(toUIMessages(agent)[1]?.metadata).toMatchObject({ runId: run.id })
  })

  it('25 does not send by itself after a run that ended with a call', async () => {
    const end = new Tool({
      name: 'end',
      description: 'Ends.',
      result: { silent: true },
      handler: () => 1,
    })
    const { chat, model, agent } = startChat(
      Array.from({ length: 9 }, () => calls(call('end', {}))),
      {
        agent: { tools: [end] },
        chat: { sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls },
      },
    )
    // Resolves after all that the chat sends by itself.
    await chat.sendMessage({ text: 'go' })
    expect(model.requests).toHaveLength(1)
    expect(chat.messages[1]?.parts.map(({ type }) => type)).toEqual([
      'step-start',
      'dynamic-tool',
      'step-start',
    ])
    const kept = fromUIMessages(chat.messages)
    expect(kept.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(agent.getState().status).not.toBe('running')
  })

  it('17 hears of progress and events of tools as transient data, and keeps artifacts', async () => {
    const heard: unknown[] = []
    const draw = new Tool({
      name: 'draw',
      description: 'Draws.',
      handler: (_args, ctx) => {
        ctx.progress({ percent: 50, message: 'half' })
        ctx.run.emit('colour', 'red')
        ctx.artifact({ id: 'c1', type: 'chart', data: [1, 2] })
        return 'drawn'
      },
    })
    const { chat, agent } = startChat([calls(call('draw')), 'Done.'], {
      agent: { tools: [draw] },
      chat: { onData: (part) => void heard.push(part) },
    })
    await chat.sendMessage({ text: 'go' })
    expect(heard).toMatchObject([
      { type: 'data-progress', data: { tool: 'draw', percent: 50, message: 'half' } },
      { type: 'data-colour', data: 'red' },
      { type: 'data-artifact', id: 'c1', data: { type: 'chart', data: [1, 2] } },
    ])
    expect(show(chat.messages)[1]).toBe(
      'assistant: step-start draw output-available="drawn" data-artifact step-start "Done."',
    )
    const { artifacts } = agent.sessions.getState()
    expect(show(toUIMessages(agent.history, { artifacts }))).toEqual(show(chat.messages))
  })

  it('shows a call that is refused without a question as denied, and one of a tool that is off as an error', async () => {
    const off = new Tool({
      name: 'off',
      description: 'Off.',
      enabled: () => unavailable('Closed today'),
      handler: () => 1,
    })
    const wipe = new Tool({
      name: 'wipe',
      description: 'W.',
      effect: 'destructive',
      handler: () => 1,
    })
    const approval = { decide: () => false }
    const { chat } = startChat([calls(call('off'), call('wipe')), 'Neither.'], {
      agent: { tools: [off, wipe], approval },
    })
    await chat.sendMessage({ text: 'go' })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Neither."') ?? false)
    expect(show(chat.messages)[1]).toContain('off output-error=')
    expect(show(chat.messages)[1]).toContain('wipe output-denied')
  })

  it('24 keeps one session for each chat', async () => {
    const { chat, agent, another } = startChat(['one', 'two', 'three'])
    await chat.sendMessage({ text: 'a' })
    const session = agent.sessions.current
    await chat.sendMessage({ text: 'b' })
    expect(agent.sessions.current).toBe(session)
    const other = another()
    await other.sendMessage({ text: 'c' })
    expect(agent.sessions.current).not.toBe(session)
    expect(show(toUIMessages(agent.history))).toEqual([
      'user: "c"',
      'assistant: step-start "three"',
    ])
  })

  it('leaves out parts of unknown types in a message of the user, and counts them', async () => {
    const { chat, transport, model } = startChat(['Hello.'])
    const parts = [{ type: 'text', text: 'Hi' } as const, { type: 'data-mood', data: 1 } as const]
    await chat.sendMessage({ parts })
    expect([...transport.ignored]).toEqual([['data-mood', 1]])
    expect(JSON.stringify(model.requests[0]?.prompt)).not.toContain('mood')
  })

  it('takes the history of the agent for the truth, and tells the difference', async () => {
    const onDifference = vi.fn()
    const unknown = {
      id: 'x1',
      role: 'user' as const,
      parts: [{ type: 'text' as const, text: 'old' }],
    }
    const { chat, agent, model } = startChat(['one', 'two'], { transport: { onDifference } })
    await chat.sendMessage({ text: 'a' })
    chat.messages = [unknown, ...chat.messages]
    await chat.sendMessage({ text: 'b' })
    expect(onDifference).toHaveBeenCalledExactlyOnceWith({ chatId: chat.id, unknown: [unknown] })
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('old')
    expect(agent.history.messages).toHaveLength(4)
  })
})

function toolParts(messages: readonly { parts: readonly object[] }[]): readonly object[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => 'toolCallId' in part))
}
