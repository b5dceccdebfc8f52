import { Copilot, preloadMarkdown } from 'ambit/chat'
import { type Agent, createAgent, jsonSchema, Tool } from 'ambit'
import { memoryStorage } from 'ambit/storage'
import { AgentProvider } from 'ambit/react'
import { createRoot } from 'react-dom/client'
import type { Conversation } from '../../browser/page/conversation.ts'
import { frames } from '../../browser/page/stream.ts'
import { createLastingModel } from './lasting-model.ts'
import { writeChats } from './write-chats.ts'

/** A conversation of many chats, each with two calls. */
export interface Lasting extends Conversation {
  /** Holds one more chat with two calls, to its end. */
  readonly chat: () => Promise<void>
  /** Says a text. Resolves once it is drawn, before it is answered. */
  readonly say: (text: string) => Promise<void>
}

/**
 * Shows the whole widget after a number of chats: held in this page, or read from a storage, all of
 * them, by a first chat.
 */
export async function mountLasting(
  root: HTMLElement,
  chats: number,
  from: 'page' | 'storage',
): Promise<Lasting> {
  await preloadMarkdown()
  const look = new Tool({
    name: 'look',
    description: 'Looks at a lamp.',
    parameters: jsonSchema<{ lamp: number }>({ type: 'object' }),
    handler: ({ lamp }) => ({ lamp, watts: 12 }),
  })
  const model = createLastingModel()
  const storage = memoryStorage()
  const messages = writeChats(chats)
  if (from === 'storage') {
    const before = createAgent({ model, storage })
    const head = messages.at(-1)?.id ?? null
    await before.sessions.import({
      format: 'ambit-session',
      version: 1,
      createdAt: 0,
      head,
      messages,
    })
    before.sessions.close()
  }
  const agent = createAgent({ model, tools: [look], ...(from === 'storage' && { storage }) })
  if (from === 'page') for (const message of messages) agent.history.append(message)
  createRoot(root).render(
    <AgentProvider agent={agent}>
      <Copilot form="inline" />
    </AgentProvider>,
  )
  const chat = async (): Promise<void> => {
    await agent.chat('Which lamp?')
    await frames(2)
  }
  await shown(root)
  if (from === 'storage') await chat()
  await quiet(agent)
  const ask: Conversation['ask'] = () => {
    const sink = model.nextSink()
    void agent.chat('Which lamp?')
    return sink
  }
  const say = async (text: string): Promise<void> => {
    void agent.chat(text)
    await frames(10)
  }
  return { ask, chat, say }
}

async function shown(root: HTMLElement): Promise<void> {
  while (!root.querySelector('article')) await frames(1)
}

/** Waits until the page shows all that it is going to show, and is idle. */
async function quiet(agent: Agent): Promise<void> {
  let before = -1
  for (let same = 0; same < 20; same++) {
    await frames(2)
    const now = document.getElementsByTagName('*').length
    if (now !== before || agent.getState().status !== 'idle') same = 0
    before = now
  }
  await new Promise((resolve) => requestIdleCallback(resolve))
}
