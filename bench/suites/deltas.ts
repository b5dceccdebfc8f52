import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type Agent, createAgent } from '@ambit/core'
import { floorLoop } from '../contestants/floor-loop.ts'
import { type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort, type Subject } from '../measure.ts'
import { createStreamingModel, opening, toFinish } from '../wire-model.ts'

const few = 2_000
const many = 20_000
const floorName = 'floor, smallest store'

/** What a text delta costs, to an observer of the store that React reads, however long the message and the history. */
export const deltas: Suite = {
  name: 'deltas',
  async run(isFull) {
    const us = await measure(
      [
        observed('short', few, 0),
        observed('long', many, 0),
        observed('late', many, 1_000),
        iterated('iterated', many),
        floor('floor', many, 0),
        floor('late floor', many, 1_000),
      ],
      isFull ? fullEffort : { ...shortEffort, rounds: 5 },
    )
    const what = 'delta of 20,000'
    const late = `${what}, 1,000 messages before`
    return [
      toFigure(what, us('long'), floorName, us('floor'), 2),
      toFigure(what, us('long'), 'Ambit, delta of 2,000', us('short'), 1.25),
      toFigure(late, us('late'), floorName, us('late floor'), 2),
      toFigure(late, us('late'), 'Ambit, none before', us('long'), 1.15),
      toFigure(`${what}, run iterated`, us('iterated'), floorName, us('floor')),
    ]
  },
}

const word = 'lamp and '

const toParts = (count: number): LanguageModelV4StreamPart[] => [
  ...opening,
  { type: 'text-start', id: 'text' },
  ...Array.from({ length: count }, () => ({
    type: 'text-delta' as const,
    id: 'text',
    delta: word,
  })),
  { type: 'text-end', id: 'text' },
  toFinish('stop'),
]

function createChat(count: number, earlier: number): Agent {
  const parts = toParts(count)
  const agent = createAgent({ model: createStreamingModel(() => parts) })
  for (let at = 0; at < earlier; at++) {
    agent.history.append({ id: `m${at}`, role: 'user', createdAt: 0, content: `Message ${at}` })
  }
  return agent
}

const observed = (name: string, count: number, earlier: number): Subject => ({
  name,
  operations: count,
  make: () => {
    const agent = createChat(count, earlier)
    let length = 0
    agent.activity.subscribe(({ draft }) => (length = draft?.content.length ?? length))
    return async () => {
      await agent.chat('Tell me about lamps.')
      requireAll(length, count)
    }
  },
})

const iterated = (name: string, count: number): Subject => ({
  name,
  operations: count,
  make: () => {
    const agent = createChat(count, 0)
    return async () => {
      let length = 0
      for await (const event of agent.chat('Tell me about lamps.')) {
        if (event.type === 'agent:content_delta') length += event.delta.length
      }
      requireAll(length, count)
    }
  },
})

/** The thirty-line loop with a state that is replaced at each delta, and one subscriber. */
const floor = (name: string, count: number, earlier: number): Subject => ({
  name,
  operations: count,
  make: () => {
    const parts = toParts(count)
    const model = createStreamingModel(() => parts)
    const history = Array.from({ length: earlier }, (_, at) => ({
      role: 'user' as const,
      content: [{ type: 'text' as const, text: `Message ${at}` }],
    }))
    let length = 0
    let state = { draft: { content: '' } }
    const listeners = new Set([(): void => void (length = state.draft.content.length)])
    return async () => {
      await floorLoop(model, new Map(), history, (delta) => {
        state = { draft: { content: state.draft.content + delta } }
        for (const listener of listeners) listener()
      })
      requireAll(length, count)
    }
  },
})

function requireAll(length: number, count: number): void {
  if (length !== count * word.length) throw new Error('A delta was lost.')
}
