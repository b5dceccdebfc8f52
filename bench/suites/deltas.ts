import { createAgentTransport } from '@ambit/bridges/ai-sdk'
import { type Agent, createAgent } from 'ambit'
import type { UIMessage } from 'ai'
import { createEndpointModel } from '../contestants/ambit.ts'
import { floorLoop, type FloorMessage } from '../contestants/floor-loop.ts'
import { peers } from '../contestants/peers.ts'
import { events } from '../contestants/reading.ts'
import { type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort, type Subject } from '../measure.ts'
import { question, type Task, word } from '../task.ts'
import { type Script, writeScript } from '../wire/script.ts'
import { createScriptedFetch } from '../wire/scripted-fetch.ts'
import { toSubjects } from './to-subjects.ts'

const toTask = (words: number): Task => ({ iterations: 0, calls: 0, tools: 0, words })
const [few, many] = [toTask(2_000), toTask(20_000)]
const floorName = 'floor, smallest store'

/**
 * The cost of a text delta for an observer of the store that React reads. It must not grow with the
 * message or the history.
 */
export const deltas: Suite = {
  name: 'deltas',
  async run(isFull, rivals = peers) {
    const [short, long] = [await writeScript(few), await writeScript(many)]
    const us = await measure(
      [
        observed('short', few, short, 0),
        observed('long', many, long, 0),
        observed('late', many, long, 1_000),
        iterated('iterated', long),
        streamed('streamed', long),
        floor('floor', long, 0),
        floor('late floor', long, 1_000),
        ...(await toSubjects([events, ...rivals], many, many.words)),
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
      toFigure(
        `${what}, to useChat's transport`,
        us('streamed'),
        'Ambit, observed',
        us('long'),
        1.5,
      ),
      ...rivals.map(({ name }) => toFigure(what, us('long'), `${name}, no store`, us(name))),
      toFigure(what, us('long'), events.name, us(events.name)),
    ]
  },
}

function createChat({ endpoint }: Script, earlier: number): Agent {
  const agent = createAgent({ model: createEndpointModel(endpoint) })
  for (let at = 0; at < earlier; at++) {
    agent.history.append({ id: `m${at}`, role: 'user', createdAt: 0, content: `Message ${at}` })
  }
  return agent
}

const observed = (name: string, { words }: Task, script: Script, earlier: number): Subject => ({
  name,
  operations: words,
  make: () => {
    const agent = createChat(script, earlier)
    let length = 0
    agent.subscribe(({ draft }) => (length = draft?.content.length ?? length))
    return async () => {
      await agent.chat(question)
      requireAll(length, words)
    }
  },
})

const iterated = (name: string, script: Script): Subject => ({
  name,
  operations: many.words,
  make: () => {
    const agent = createChat(script, 0)
    return async () => {
      let length = 0
      for await (const event of agent.chat(question)) {
        if (event.type === 'agent:delta') length += event.text.length
      }
      requireAll(length, many.words)
    }
  },
})

/** Returns a reader of the stream that a transport gives to a chat of the AI SDK. */
const streamed = (name: string, script: Script): Subject => ({
  name,
  operations: many.words,
  make: () => {
    const transport = createAgentTransport(createChat(script, 0))
    const messages: UIMessage[] = [
      { id: 'u1', role: 'user', parts: [{ type: 'text', text: question }] },
    ]
    const trigger = 'submit-message'
    const sent = {
      chatId: 'c1',
      messageId: undefined,
      abortSignal: undefined,
      trigger,
      messages,
    } as const
    return async () => {
      let length = 0
      const reader = (await transport.sendMessages({ ...sent, messages })).getReader()
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        if (read.value.type === 'text-delta') length += read.value.delta.length
      }
      requireAll(length, many.words)
    }
  },
})

/** Returns the thirty-line loop with one subscriber and a state that each delta replaces. */
const floor = (name: string, { chat }: Script, earlier: number): Subject => ({
  name,
  operations: many.words,
  make: () => {
    const fetch = createScriptedFetch(chat)
    const messages = Array.from({ length: earlier }, (_, at): FloorMessage => ({
      role: 'user',
      content: `Message ${at}`,
    }))
    let length = 0
    let state = { draft: { content: '' } }
    const listeners = new Set([(): void => void (length = state.draft.content.length)])
    return async () => {
      await floorLoop(fetch, new Map(), messages, (delta) => {
        state = { draft: { content: state.draft.content + delta } }
        for (const listener of listeners) listener()
      })
      requireAll(length, many.words)
    }
  },
})

function requireAll(length: number, words: number): void {
  if (length !== words * word.length) throw new Error('A delta was lost.')
}
