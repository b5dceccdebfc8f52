import { type Agent, createAgent, Scope, Tool, unavailable } from '@ambit/core'
import { steadyTools } from '@ambit/core/tool-list'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { compareRequests, type Comparison } from './compare-requests.ts'
import { findBefore } from './difference.tsx'
import type { KeptRequest } from '../../watch/request-log.ts'
import { toBlocks } from './request-text.ts'

type Options = Omit<Parameters<typeof createAgent>[0], 'model'>

/** Returns an agent with a script, and the requests that it will make. */
function watch(
  replies: readonly Reply[],
  options: Options = {},
): { readonly agent: Agent; readonly requests: KeptRequest[] } {
  const agent = createAgent({ model: scriptedModel(replies), ...options })
  const requests: KeptRequest[] = []
  agent.on('agent:request_started', (event) => requests.push(event as KeptRequest))
  return { agent, requests }
}

/** Compares the last two requests. */
function compareLast(requests: readonly KeptRequest[]): Comparison {
  const [before, after] = requests.slice(-2).map(({ built }) => ({ request: built, facts: {} }))
  if (!before || !after) throw new Error('There are no two requests.')
  return compareRequests(before, after)
}

const tool = (name: string, options: object = {}): Tool =>
  new Tool({ name, description: `Does ${name}.`, handler: () => 'ok', ...options }) as Tool

/** Returns the request at a place. */
function nth(requests: readonly KeptRequest[], at: number): KeptRequest {
  const request = requests[at]
  if (!request) throw new Error(`There is no request ${at}.`)
  return request
}

/** Returns the whole text of a request. */
const toText = (request: KeptRequest): string =>
  toBlocks(request.built)
    .map(({ text }) => text)
    .join('')

/** Counts the shared bytes of two requests anew, from their whole text. */
function countShared(requests: readonly KeptRequest[]): number {
  const [a = Buffer.of(), b = Buffer.of()] = requests
    .slice(-2)
    .map((request) => Buffer.from(toText(request)))
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

describe('compareRequests', () => {
  it('5 counts the shared prefix right to the byte', async () => {
    let shown = 'é😀'
    const scope = new Scope({ name: 'page', context: () => shown, tools: [tool('beep')] })
    const { agent, requests } = watch([calls(call('beep')), 'one', 'two'], { scopes: [scope] })
    await agent.chat('first 😀')
    // The same first three bytes of four.
    shown = 'é😁'
    await agent.chat('second')
    for (const at of [2, 3]) {
      const some = requests.slice(0, at)
      const { bytes, sharedBytes, share, repeated, cause } = compareLast(some)
      expect(sharedBytes).toBe(countShared(some))
      expect(bytes).toBe(Buffer.byteLength(toText(nth(some, at - 1))))
      expect(share).toBe(sharedBytes / bytes)
      expect(repeated).toBe(1)
      expect(cause).toBeUndefined()
    }
  })

  it('5 counts the bytes of a character that is cut', () => {
    const of = (content: string): KeptRequest =>
      ({ built: { request: { prompt: [{ role: 'system', content }] } } }) as never
    const begin = Buffer.byteLength('{"role":"system","content":"')
    expect(compareLast([of('😀'), of('😁')])).toMatchObject({ sharedBytes: begin + 3 })
  })

  it('5 names a tool that appeared, left, or changed', async () => {
    const { agent, requests } = watch(['1', '2', '3', '4'], {
      scopes: [new Scope({ name: 'page', tools: [tool('a')] })],
    })
    await agent.chat('1')
    const remove = agent.scopes.addTool('page', tool('b'))
    await agent.chat('2')
    expect(compareLast(requests)).toMatchObject({
      cause: 'The tool "b" appeared.',
      changes: [{ how: 'added', what: 'tool b' }, {}, {}],
    })
    expect(compareLast(requests).repeated).toBeLessThan(1)
    agent.scopes.replaceTool(tool('a', { description: 'Does more.' }))
    await agent.chat('3')
    expect(compareLast(requests).cause).toBe('The tool "a" changed.')
    remove()
    await agent.chat('4')
    expect(compareLast(requests)).toMatchObject({
      cause: 'The tool "b" left.',
      changes: [{ how: 'removed', what: 'tool b' }, {}, {}],
    })
  })

  it('5 names no cause where a tool only goes off, and says so among the changes', async () => {
    let isOn = true
    const enabled = () => isOn || unavailable('Your role may not refund')
    const { agent, requests } = watch(['1', '2'], {
      tools: [tool('pay'), tool('refund', { enabled })],
      use: [steadyTools()],
    })
    await agent.chat('1')
    isOn = false
    await agent.chat('2')
    const { cause, repeated, notes, changes } = compareLast(requests)
    expect([cause, repeated, notes]).toEqual([undefined, 1, []])
    expect(changes.at(-1)).toMatchObject({
      how: 'added',
      what: 'tools that are off',
      after: expect.stringContaining('refund: Your role may not refund'),
    })
  })

  it('5 names changed instructions, and those of scopes', async () => {
    let now = 1
    const scopes = [
      new Scope({ name: 'still', instructions: 'same' }),
      new Scope({ name: 'clock', instructions: () => `${now}` }),
    ]
    const { agent, requests } = watch(['1', '2', '3'], { scopes, instructions: () => `At ${now}` })
    await agent.chat('1')
    now = 2
    await agent.chat('2')
    expect(compareLast(requests).cause).toBe('The instructions changed.')
    const other = watch(['1', '2'], { scopes, instructions: 'Be kind.' })
    await other.agent.chat('1')
    now = 3
    await other.agent.chat('2')
    expect(compareLast(other.requests).cause).toBe('The instructions changed.')
    expect(compareLast(other.requests).changes).toMatchObject([
      { how: 'changed', what: 'instructions of scopes' },
      { how: 'added', what: 'message of assistant: text' },
      { how: 'added', what: 'message of user: text' },
    ])
  })

  it('5 names an earlier message that changed, also one that a compaction left out', async () => {
    const { agent, requests } = watch(['1', '2', '3'])
    agent.use({
      name: 'other',
      request: ({ request }, next) => {
        const prompt = request.prompt.map((message) =>
          requests.length === 1 && message.role === 'user'
            ? { ...message, content: [{ type: 'text' as const, text: 'other' }] }
            : message,
        )
        return next({ prompt })
      },
    })
    await agent.chat('1')
    await agent.chat('2')
    expect(compareLast(requests).cause).toBe('An earlier message changed: number 1 of the history.')
    const [before, after] = [nth(requests, 0), nth(requests, 1)]
    const shortened = compareRequests(
      { request: before.built, facts: {} },
      { request: after.built, facts: { isCompacted: true } },
    )
    expect(shortened.cause).toContain('The compaction shortened the history, from message 1 on.')
  })

  it('5 names another model, a long pause and changed settings', async () => {
    const { agent, requests } = watch(['1', '2'])
    await agent.chat('1')
    await agent.with({ request: { reasoning: 'high' } }).chat('2')
    const [before, after] = [nth(requests, 0), nth(requests, 1)]
    const { cause, notes } = compareRequests(
      { request: before.built, facts: { modelId: 'small', endedAt: 0 } },
      { request: after.built, facts: { modelId: 'large', startedAt: 600_000 } },
    )
    expect(cause).toMatch(/^Another model: small was called, and now large\./)
    expect(notes).toEqual([
      expect.stringMatching(/^10 minutes/),
      expect.stringContaining('reasoning'),
    ])
  })
})

describe('findBefore', () => {
  it('finds the request before in the run, else in the conversation, else at all', async () => {
    const { agent, requests } = watch([calls(call('a')), '1', 'apart', '2'], { tools: [tool('a')] })
    await agent.chat('one')
    await agent.execute('elsewhere')
    await agent.chat('two')
    const [first, second] = requests
    expect(findBefore(requests, nth(requests, 1))).toBe(first)
    expect(findBefore(requests, nth(requests, 3))).toBe(second)
    expect(findBefore(requests, nth(requests, 2))).toBe(second)
    expect(findBefore(requests, nth(requests, 0))).toBeUndefined()
  })
})
