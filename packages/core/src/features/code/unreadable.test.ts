import { describe, expect, it } from 'vitest'
import { type AgentEvent, createAgent, Tool } from '../../index.ts'
import { memoryAudit } from '../audit/index.ts'
import { replay, runAgent } from '../code/index.ts'
import { call, calls, scriptedModel } from '@ambit/testing'

const refuse = (): never => {
  throw new Error('it cannot be read')
}

/** Makes the values that throw when they are read: at once, or at the second reading. */
const unreadable: [string, () => object][] = [
  ['a getter', () => Object.defineProperty({}, 'a', { enumerable: true, get: refuse })],
  [
    'a getter deeper down',
    () => ({
      list: [
        { get: 1 },
        {
          inner: {
            get a() {
              return refuse()
            },
          },
        },
      ],
    }),
  ],
  ['a list with a getter', () => Object.defineProperty([1], 0, { get: refuse })],
  ['keys', () => new Proxy({ a: 1 }, { ownKeys: refuse })],
  ['a prototype', () => new Proxy({ a: 1 }, { getPrototypeOf: refuse })],
  [
    'the second reading',
    () => {
      let reads = 0
      return {
        get a() {
          return ++reads > 1 ? refuse() : 1
        },
      }
    },
  ],
]

const typesOf = (events: readonly AgentEvent[]): string[] =>
  events.map(({ type }) => type.replace('agent:', ''))

describe('values that throw when they are read', () => {
  it.each(unreadable)('R75 a call whose input is one has its end: %s', async (_what, make) => {
    const audit = memoryAudit()
    const input = make()
    const run = runAgent((agent) => agent.tool('g', input, (given) => given === input), {
      limits: { time: 50 },
      use: [audit],
    })
    expect(await run).toMatchObject({ result: true })
    expect(typesOf(run.events)).toEqual(['started', 'tool_started', 'tool_succeeded', 'completed'])
    expect(audit.query()).toMatchObject([{ tool: 'g', status: 'ok' }])
  })

  it('R75 a call whose input is one passes the plug-ins', async () => {
    const input = unreadable[0]?.[1]()
    const run = runAgent((agent) => agent.tool('g', input, () => 1), {
      use: [{ name: 'around', call: (_at, next) => next() }],
    })
    expect((await run).result).toBe(1)
  })

  it.each(unreadable.slice(0, -1))(
    'R76 an event that holds one is JSON: %s',
    async (_what, make) => {
      const run = runAgent((agent) => agent.tool('g', make(), () => make()))
      await run.catch(() => undefined)
      const copy = JSON.parse(JSON.stringify(run.events)) as AgentEvent[]
      expect(typesOf(copy)).toEqual(typesOf(run.events))
      expect(replay(copy).trace).toEqual(replay(run.events).trace)
    },
  )

  it.each(unreadable.slice(0, -1))(
    'R76 a chat whose result is one is JSON: %s',
    async (_what, make) => {
      const tools = [new Tool({ name: 'w', description: 'w', handler: make })]
      const agent = createAgent({ model: scriptedModel([calls(call('w')), 'done']), tools })
      const run = agent.chat('go')
      expect((await run).content).toBe('done')
      const copy = JSON.parse(JSON.stringify(run.events)) as AgentEvent[]
      expect(typesOf(copy)).toEqual(typesOf(run.events))
    },
  )
})
