import { createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { PageTools, type PageToolsOptions } from 'ambit/page-tools'
import { AgentProvider } from 'ambit/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { Readings } from './readings.ts'

/** What the model says to the text of a page: the name and the arguments of a call, or words. */
export type Said = readonly [tool: string, args: Readonly<Record<string, string>>] | string

/** One job of the agent in the page of somebody else. */
export interface Job {
  readonly options?: PageToolsOptions | undefined
  /** Returns what the model says to a request, which has the text of the page once that is loaded. */
  readonly think: (page: string | undefined, request: string) => Said | Promise<Said>
  /** Answers a question to the user. */
  readonly decide: (question: string) => boolean | Promise<boolean>
}

/** What the model was told of a call. */
export interface Told {
  readonly name: string
  readonly status: string
  readonly content: string
}

/** Also what is in the fields: what is private is to be kept even so. */
const all = ['read', 'values', 'press', 'fill', 'links'] as const

declare global {
  interface Window {
    /** Lets an agent do a job in this page. */
    actHere?: ((job: Job) => Promise<Told[]>) | undefined
    /** Reads this page as Ambit does, and as page-agent does. */
    readHere?: (() => Promise<Readings>) | undefined
  }
}

window.actHere = async ({ options, think, decide }) => {
  const model = scriptedModel([], {
    otherwise: async (request) => {
      const said = await think(pageOf(request.prompt), JSON.stringify(request))
      return typeof said === 'string' ? said : calls(call(said[0], { ...said[1] }))
    },
  })
  // A page may take long until it shows what the model waits for.
  const agent = createAgent({ model, limits: { iterations: 500 } })
  agent.pending.attach()
  agent.on('agent:pending_added', ({ pending }) => {
    if (pending.kind !== 'approval') return
    void Promise.resolve(decide(`${pending.sentence}`)).then((isAllowed) =>
      agent.pending[isAllowed ? 'approve' : 'deny'](pending.id),
    )
  })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await new Promise<void>((resolve) => {
    const Ready = (): null => (queueMicrotask(resolve), null)
    root.render(
      createElement(
        AgentProvider,
        { agent },
        createElement(PageTools, { allow: [...all], ...options }),
        createElement(Ready),
      ),
    )
  })
  await agent.chat('Go')
  root.unmount()
  return agent.history.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .filter(({ name }) => name !== 'load_scope')
    .map(({ name, status, content }) => ({ name, status, content }))
}

window.readHere = () => import('./readings.ts').then(({ read }) => read())

/** Returns the text of the page in a prompt; undefined if there is none. */
function pageOf(prompt: unknown): string | undefined {
  const texts: string[] = []
  const add = (part: unknown): void => {
    if (typeof part === 'string') texts.push(part)
    else if (part && typeof part === 'object') for (const each of Object.values(part)) add(each)
  }
  add(prompt)
  const [, text] = /<scope-context scope="page".*>\n(.*)\n/.exec(texts.join('\n')) ?? []
  return text === undefined ? undefined : (JSON.parse(text) as string)
}
