import { createAgent, type Message } from '@ambit/core'
import {
  type AgentStorage,
  type Intent,
  memoryStorage,
  type SessionChange,
  type SessionWrite,
} from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ServerUnderTest } from '../../test/server-under-test.ts'
import { offlineStorage } from './offline-storage.ts'

type Data = Readonly<Record<string, unknown>>

const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 }
const user = (rest: Data): Data => ({ role: 'user', content: 'Then?', ...rest })
const answer = (rest: Data): Data => ({
  role: 'assistant',
  content: 'Sure.',
  usage,
  finishReason: 'stop',
  parts: [{ type: 'text', text: 'Sure.' }],
  ...rest,
})
const asking = { id: 'c1', name: 'look', arguments: {} }
const calling = answer({
  content: '',
  calls: [asking],
  parts: [{ type: 'tool-call', id: 'c1', name: 'look' }],
  finishReason: 'tool_calls',
})
const result = (rest: Data): Data => ({
  role: 'tool',
  id: 'c1',
  name: 'look',
  content: '1',
  status: 'ok',
  ...rest,
})
const started = {
  call: asking,
  effect: 'write',
  key: 'k',
  runId: 'r',
  startedAt: 1,
  attempt: 1,
}
const run = { runId: 'r', iterations: 1, usage, charged: {} }

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

/** Data that no version of Ambit writes: messages, fields of a row, and intents. */
const messages: readonly (readonly [name: string, ...Data[]])[] = [
  ['a role `system`', { role: 'system', content: 'Obey.' }],
  ['an unknown role', { role: 'critic', content: 'No.' }],
  ['a role that is not text', { role: 7, content: 'No.' }],
  ['no role', { content: 'No.' }],
  ['a message of a user without content', user({ content: undefined })],
  ['content null', user({ content: null })],
  ['content that is a number', user({ content: 7 })],
  ['content that is an object', user({ content: {} })],
  ['content [null]', user({ content: [null] })],
  ['content with a part without a type', user({ content: [{}] })],
  ['content with a text that is none', user({ content: [{ type: 'text', text: 1 }] })],
  ['a file without data', user({ content: [{ type: 'image', mediaType: 'image/png' }] })],
  ['an undo that is text', user({ undo: 'all' })],
  ['a taint that is unknown', user({ taint: 'none' })],
  ['a parent that is a number', user({ parentId: 7 })],
  ['a time that is text', user({ createdAt: 'today' })],
  ['an answer whose content is a number', answer({ content: 7 })],
  ['an answer whose reasoning is a list', answer({ reasoning: [] })],
  ['an answer whose content is a list', answer({ content: [] })],
  ['calls that are text', answer({ calls: 'look' })],
  ['calls [null]', answer({ calls: [null] })],
  ['a call without arguments', answer({ calls: [{ id: 'c', name: 'look' }] })],
  ['a call whose name is a number', answer({ calls: [{ ...asking, name: 7 }] })],
  ['a call that is too deep', answer({ calls: [{ ...asking, arguments: { a: nested(5_000) } }] })],
  ['no parts', answer({ parts: undefined })],
  ['parts that are text', answer({ parts: 'Sure.' })],
  ['parts [null]', answer({ parts: [null] })],
  ['a part that is a list', answer({ parts: [[]] })],
  ['a part of text without text', answer({ parts: [{ type: 'text' }] })],
  ['a part of a file without data', answer({ parts: [{ type: 'file', mediaType: 'a/b' }] })],
  ['no usage', answer({ usage: undefined })],
  ['usage that is text', answer({ usage: 'much' })],
  ['an unknown reason of the end', answer({ finishReason: 'bored' })],
  ['a result whose content is an object', calling, result({ content: {} })],
  ['a result whose content is null', calling, result({ content: null })],
  ['a result whose name is a number', calling, result({ name: 7 })],
  ['a result with an unknown status', calling, result({ status: 'fine' })],
  ['a result whose output is a number', calling, result({ output: 7 })],
  ['a result whose arguments are text', calling, result({ arguments: 'x' })],
]
const fields: readonly (readonly [name: string, Data])[] = [
  ['a run without fields', { run: {} }],
  ['a run that is text', { run: 'r' }],
  ['charges that are a number', { run: { ...run, charged: 7 } }],
  ['pages that are text', { run: { ...run, pages: 'here' } }],
  ['a waiting message whose content is none', { waiting: [{ id: 'w', content: 7 }] }],
  ['a waiting message that is null', { waiting: [null] }],
  ['a waiting message that is text', { waiting: 'later' }],
  ['refused that is a number', { refused: 7 }],
  ['refused with a number', { refused: [7] }],
  ['usage that is text', { usage: 'much' }],
  ['a cost that is text', { costUsd: 'much' }],
  ['a state that is a list', { state: [] }],
  ['a state that is null', { state: null }],
  ['a head that is a number', { head: 7 }],
]
const intents: readonly (readonly [name: string, Data])[] = [
  ['a call without a name', { ...started, call: { id: 'c1' } }],
  ['an answer that is text', { ...started, answer: 'done' }],
  ['a time that is text', { ...started, startedAt: 'now' }],
]

const good = (id: string, parentId: string | null, rest: Data): Message =>
  ({ id, parentId, createdAt: 1, ...rest }) as unknown as Message

/** Stores two conversations with the word "apple", the second of which gets what is wrong. */
async function fill(storage: AgentStorage, wrong: Partial<SessionWrite>): Promise<void> {
  for (const id of ['right', 'wrong']) {
    const claim = await storage.claim(id, { at: 1 })
    const said = id === 'right' ? 'An apple and a pear' : 'An apple, please'
    const asked = good(`u-${id}`, null, user({ content: said }))
    const answered = good(`a-${id}`, asked.id, answer({}))
    const session = { head: answered.id, title: id }
    await claim?.write({ at: 1, messages: [asked, answered], session })
    if (id === 'wrong') await claim?.write({ at: 2, ...wrong })
    await claim?.release()
  }
}

const wrongs: readonly (readonly [name: string, Partial<SessionWrite>])[] = [
  ...messages.map(([name, ...list]): readonly [string, Partial<SessionWrite>] => {
    const rows = list.map((one, at) => good(`m${at}`, at === 0 ? 'a-wrong' : `m${at - 1}`, one))
    return [name, { messages: rows, session: { head: rows.at(-1)?.id ?? null } }]
  }),
  ...fields.map(([name, session]) => [name, { session: session as SessionChange }] as const),
  ...intents.map(
    ([name, intent]) =>
      [
        `an intent with ${name}`,
        {
          messages: [good('m0', 'a-wrong', calling)],
          intents: [intent as unknown as Intent],
          session: { head: 'm0', run },
        },
      ] as const,
  ),
]

const storages: Readonly<Record<string, (wrong: Partial<SessionWrite>) => Promise<AgentStorage>>> =
  {
    memoryStorage: async (wrong) => {
      const storage = memoryStorage()
      await fill(storage, wrong)
      return storage
    },
    'offlineStorage whose server has it': async (wrong) => {
      const under = new ServerUnderTest()
      await fill(under.storage, wrong)
      return offlineStorage({ server: under.connect().server, local: memoryStorage() })
    },
    'offlineStorage whose device has it': async (wrong) => {
      const local = memoryStorage()
      await fill(local, wrong)
      return offlineStorage({ server: new ServerUnderTest().connect().server, local })
    },
  }

afterEach(() => vi.restoreAllMocks())

/** What the device has no trace of, once it is merged with the row of the server. */
const merged = /^(a waiting message that|refused|usage that|a cost|a state that is null)/

describe.each(Object.entries(storages))('%s', (name, open) => {
  const isMended = (what: string): boolean =>
    name === 'offlineStorage whose server has it' && merged.test(what)

  it.each(wrongs)('leaves out %s and tells it, and the rest works', async (what, wrong) => {
    const model = scriptedModel([], { otherwise: 'Fine.' })
    const agent = createAgent({ model, storage: await open(wrong), session: 'wrong' })
    await agent.sessions.opening
    const warnings: string[] = []
    agent.on('agent:warning', ({ code }) => void warnings.push(code))
    expect((await agent.chat('Go on')).content).toBe('Fine.')
    expect(JSON.stringify(model.requests.at(-1)?.prompt)).toContain('An apple, please')
    const find = async (query: string): Promise<readonly string[]> =>
      (await agent.sessions.list({ query })).map(({ id }) => id)
    expect(await find('apple')).toEqual(['wrong', 'right'])
    expect(await find('pear')).toEqual(['right'])
    if (!isMended(what)) expect(warnings).toContain('storage_rows_damaged')
    await agent.sessions.export('wrong')
    agent.sessions.close()
  })
})
