import { createAgent, jsonSchema, Tool } from '@ambit/core'
import { digest } from '@ambit/core/tool-list'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { fromUIMessages, toUIMessages } from '../../src/ai-sdk/index.ts'
import { asked, show, startChat, until } from './start-chat.ts'

const used = (name: string, args: object) => call('use_tool', { name, arguments: args })

const script = [
  calls(call('find_tools', { query: 'wipe' })),
  calls(used('wipe', { id: 'a' }), used('add', { n: 1 })),
  'Done.',
]

const tools = [
  new Tool({
    name: 'add',
    title: 'Add a number',
    description: 'Adds.',
    parameters: jsonSchema<{ n: number }>({
      type: 'object',
      properties: { n: { type: 'number' } },
    }),
    handler: ({ n }) => ({ n }),
  }),
  new Tool({
    name: 'wipe',
    title: 'Wipe all',
    description: 'Wipes.',
    effect: 'destructive',
    parameters: jsonSchema<{ id: string }>({
      type: 'object',
      properties: { id: { type: 'string' } },
    }),
    handler: () => 'gone',
  }),
]

describe('a chat of the AI SDK on an agent with a digest', () => {
  it('2 shows the tool that a call of `use_tool` means, with its title', async () => {
    const { chat, agent } = startChat(script, {
      agent: { tools, use: [digest({ above: 0 })] },
      model: { cut: 5 },
    })
    await chat.sendMessage({ text: 'go' })
    expect(asked(chat)).toMatchObject({ toolName: 'wipe', title: 'Wipe all', input: { id: 'a' } })
    await chat.addToolApprovalResponse({ id: asked(chat).approval.id, approved: true })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Done."') ?? false)
    const shown = show(chat.messages)[1]
    expect(shown).toContain('find_tools output-available=')
    expect(shown).toContain('wipe output-available="gone" add output-available={"n":1}')
    expect(shown).not.toContain('use_tool')
    expect(show(toUIMessages(agent.history))).toEqual(show(chat.messages))
    const titles = (messages: readonly { parts: readonly object[] }[]): unknown[] =>
      messages.flatMap(({ parts }) =>
        parts.flatMap((part) =>
          'toolCallId' in part && 'title' in part && part.title ? [part.title] : [],
        ),
      )
    expect(titles(chat.messages)).toEqual(['Wipe all', 'Add a number'])
    expect(titles(toUIMessages(agent))).toEqual(titles(chat.messages))
  })

  it('2 gives the meant calls of a named form, there and back', async () => {
    const { chat, agent } = startChat(script, {
      agent: { tools, use: [digest({ above: 0 })] },
      transport: { toolParts: 'named' },
    })
    await chat.sendMessage({ text: 'go' })
    await chat.addToolApprovalResponse({ id: asked(chat).approval.id, approved: true })
    await until(chat, () => show(chat.messages)[1]?.endsWith('"Done."') ?? false)
    const types = chat.messages[1]?.parts.map(({ type }) => type)
    expect(types).toContain('tool-wipe')
    expect(toUIMessages(agent, { toolParts: 'named' })[1]?.parts.map(({ type }) => type)).toEqual(
      types,
    )
    const again = createAgent({ model: scriptedModel([]) })
    again.history.load(fromUIMessages(chat.messages))
    expect(show(toUIMessages(again.history, { toolParts: 'named' }))).toEqual(show(chat.messages))
  })

  it('2 shows the meant calls of a run that it comes back to', async () => {
    const { chat, agent, another } = startChat(script, {
      agent: { tools, use: [digest({ above: 0 })] },
    })
    await chat.sendMessage({ text: 'go' })
    const again = another({ messages: toUIMessages(agent) })
    await again.resumeStream()
    expect(asked(again)).toMatchObject({ toolName: 'wipe', title: 'Wipe all', input: { id: 'a' } })
    expect(show(again.messages)).toEqual(show(chat.messages))
  })
})
