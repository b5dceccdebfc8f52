import { stdout } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { type Agent, type AgentOptions, createAgent, Tool, type ToolOptions } from 'ambit'
import { memoryStorage, type SessionClaim } from 'ambit/storage'
import { AgentProvider, useTool } from 'ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { Window } from 'happy-dom'
import { createElement, type ReactNode } from 'react'
import { createParameters, describeTool, question, type Search, search } from '../task.ts'
import { countEntered, type Entered, startCounting } from './coverage.ts'

/** The entered functions of each walk, by its name. */
export type Walks = Readonly<Record<string, Entered>>

const walks: Record<string, Entered> = {}

/** Ends a walk. The last of each name counts: everything is loaded by then. */
const arrive = (walk: string): void => void (walks[walk] = countEntered())

const chosen = describeTool(0)

/** Creates a model that calls the tool and then answers. */
const createModel = (): LanguageModelV4 =>
  scriptedModel([calls(call(chosen.name, { query: 'lamp', limit: 10, sort: 'price' })), 'Done.'], {
    otherwise: 'Done.',
    before: ({ type }) => {
      if (type === 'tool-call') startCounting()
    },
  })

const createTool = (walk: string, options: Partial<ToolOptions<Search, unknown>> = {}) =>
  new Tool({
    ...chosen,
    parameters: createParameters(),
    handler: (args) => {
      arrive(walk)
      return search(args)
    },
    ...options,
  })

const create = (options: Partial<AgentOptions>): Agent =>
  createAgent({ model: createModel(), ...options })

/** Creates an agent whose walk to the model ends at each request. */
const createAsked = (walk: string, model: LanguageModelV4, tools: readonly Tool[] = []): Agent =>
  create({
    model: {
      ...model,
      doStream: (request) => {
        arrive(walk)
        return model.doStream(request)
      },
    },
    tools,
  })

/** Creates an agent and chats, the first time in this process: what loads by then counts too. */
async function chatFirst(): Promise<void> {
  const model = scriptedModel(['Done.'])
  startCounting()
  await createAsked('the first chat, to the model', model).chat(question)
}

/** Chats twice, the second time in an agent that has everything loaded and counts. */
async function chat(): Promise<void> {
  const tools = [createTool('one call, to the handler')]
  const agent = createAsked('one chat, to the model', createModel(), tools)
  await agent.chat(question)
  startCounting()
  await agent.chat(question)
}

/** Chats with a call, and counts up to the end of the chat and after it. */
async function chatToEnd(walk: string, restMs: number): Promise<void> {
  const called = call(chosen.name, { query: 'lamp', limit: 10, sort: 'price' })
  const tool = new Tool({ ...chosen, parameters: createParameters(), handler: search })
  const agent = create({ model: scriptedModel([calls(called), 'Done.']), tools: [tool] })
  startCounting()
  await agent.chat(question)
  if (restMs > 0) await setTimeout(restMs)
  arrive(walk)
}

/** Shows a text delta to an observer of the agent, as the hooks of React are one. */
async function observeDelta(): Promise<void> {
  let deltas = 0
  const model = scriptedModel(['word '.repeat(100)], {
    cut: 5,
    before: ({ type }) => {
      if (type !== 'text-delta') return
      deltas++
      if (deltas === 50) startCounting()
      if (deltas === 51) arrive('one observed text delta')
    },
  })
  const agent = create({ model })
  let length = 0
  agent.subscribe(({ draft }) => (length = draft?.content.length ?? length))
  await agent.chat(question)
  if (length === 0) throw new Error('No delta was observed.')
}

/** Asks for approval of a call. The request is answered once all of its code has run. */
async function approve(): Promise<void> {
  const agent = create({
    tools: [createTool('one yes, to the handler', { approval: true })],
  })
  agent.pending.attach('approval')
  agent.pending.subscribe(({ items: [request] }) => {
    if (!request) return
    arrive('one approval, until it is shown')
    setImmediate(() => {
      startCounting()
      agent.pending.approve(request.id)
    })
  })
  await agent.chat(question)
}

/** Ends a page in the middle of a call, and resumes its run in a new one. */
async function reload(): Promise<void> {
  const storage = memoryStorage()
  const held: SessionClaim[] = []
  const started = Promise.withResolvers<void>()
  const before = create({
    storage: {
      ...storage,
      claim: async (...args) => {
        const claim = await storage.claim(...args)
        if (claim) held.push(claim)
        return claim
      },
    },
    tools: [
      createTool('', {
        handler: () => {
          started.resolve()
          return new Promise(() => undefined)
        },
      }),
    ],
  })
  void before.chat(question)
  await started.promise
  for (const claim of held) await claim.release()

  startCounting()
  const agent = create({
    model: scriptedModel(['Done.']),
    storage,
    tools: [createTool('one reload, to the resumed handler', { resume: { how: 'again' } })],
  })
  await agent.sessions.opening
  await agent.resume()
}

/** Mounts a component that registers a tool. */
async function mount(): Promise<void> {
  const window = new Window()
  Object.assign(globalThis, { window, document: window.document })
  // Loaded here, because it looks for the window as it loads.
  const [{ createRoot }, { flushSync }] = await Promise.all([
    import('react-dom/client'),
    import('react-dom'),
  ])
  const agent = create({})
  const root = createRoot(document.createElement('div'))
  const render = (children?: ReactNode): void =>
    flushSync(() => root.render(createElement(AgentProvider, { agent }, children)))
  function Searching(): null {
    useTool({ ...chosen, parameters: createParameters(), handler: search })
    return null
  }
  for (let nth = 0; nth < 2; nth++) {
    render()
    startCounting()
    render(createElement(Searching))
    arrive('one mount of useTool')
  }
  root.unmount()
}

await chatFirst()
for (let nth = 0; nth < 2; nth++) {
  await chat()
  await chatToEnd('one chat, to its end', 0)
  await chatToEnd('one chat, to one second after its end', 1_000)
  for (const walk of [observeDelta, approve, reload, mount]) await walk()
}
stdout.write(JSON.stringify(walks))
