import { Chat } from '@ai-sdk/react'
import { type Agent, createAgent, Tool } from '@ambit/core'
import {
  type Reply,
  scriptedModel,
  type ScriptedModel,
  type ScriptedModelOptions,
} from '@ambit/testing'
import {
  asSchema,
  type ChatInit,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai'
import * as z from 'zod'
import {
  type AgentTransport,
  type AgentTransportOptions,
  createAgentTransport,
  whenDecided,
} from '../../src/ai-sdk/index.ts'

/** The options of a test: those of the agent, of the transport, of the chat and of the model. */
export interface StartOptions {
  readonly agent?: Partial<Parameters<typeof createAgent>[0]>
  readonly transport?: AgentTransportOptions
  readonly chat?: Omit<ChatInit<UIMessage>, 'transport'>
  readonly model?: ScriptedModelOptions
}

/** An unchanged `Chat` of the AI SDK on an agent that plays a script. */
export interface Started {
  readonly agent: Agent
  readonly model: ScriptedModel
  readonly chat: Chat<UIMessage>
  readonly transport: AgentTransport
  /** The tool calls that ran, such as `add {"n":1}`. */
  readonly ran: readonly string[]
  /** Every chunk that the chat was sent. */
  readonly chunks: readonly UIMessageChunk[]
  /** Makes one more chat on the same agent. */
  another(chat?: Omit<ChatInit<UIMessage>, 'transport'>): Chat<UIMessage>
}

export function startChat(replies: Iterable<Reply>, options: StartOptions = {}): Started {
  const ran: string[] = []
  const note = (name: string, args: unknown): void =>
    void ran.push(`${name} ${JSON.stringify(args)}`)
  const tools = [
    new Tool({
      name: 'add',
      title: 'Add a number',
      description: 'Adds.',
      parameters: z.object({ n: z.number() }),
      handler: ({ n }) => {
        note('add', { n })
        return { n }
      },
    }),
    new Tool({
      name: 'wipe',
      description: 'Wipes.',
      effect: 'destructive',
      parameters: z.object({ id: z.string() }),
      handler: (args) => {
        note('wipe', args)
        return 'gone'
      },
    }),
    new Tool({
      name: 'boom',
      description: 'Fails.',
      handler: () => {
        throw new Error('trouble')
      },
    }),
  ]
  const model = scriptedModel(replies, options.model)
  const agent = createAgent({ model, tools, ...options.agent })
  const chunks: UIMessageChunk[] = []
  const transport = watch(createAgentTransport(agent, options.transport), chunks)
  const another: Started['another'] = (chat = {}) =>
    new Chat({ transport, sendAutomaticallyWhen: whenDecided, ...chat })
  return { agent, model, transport, ran, chunks, another, chat: another(options.chat) }
}

/** Notes each chunk, and lets the AI SDK's own schema check it. */
function watch(transport: AgentTransport, chunks: UIMessageChunk[]): AgentTransport {
  const through = (): TransformStream<UIMessageChunk, UIMessageChunk> =>
    new TransformStream({
      async transform(chunk, to) {
        const checked = await asSchema(uiMessageChunkSchema).validate?.(chunk)
        if (!checked?.success) throw new Error(`This is not a chunk: ${JSON.stringify(chunk)}`)
        chunks.push(chunk)
        to.enqueue(chunk)
      },
    })
  return {
    ...transport,
    sendMessages: async (sent) => (await transport.sendMessages(sent)).pipeThrough(through()),
    reconnectToStream: async (chat) =>
      (await transport.reconnectToStream(chat))?.pipeThrough(through()) ?? null,
  }
}

/** Something that tells its changes: a chat, or a store of the agent. */
type Changing = Chat<UIMessage> | { subscribe(check: () => void): () => void }

/** Resolves once a chat, or a store, is as `isThere` says. */
export function until(changing: Changing, isThere: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const check = (): void => {
      if (!isThere()) return
      for (const stop of stops) stop()
      resolve()
    }
    if ('subscribe' in changing) stops.push(changing.subscribe(check))
    else {
      stops.push(
        changing['~registerMessagesCallback'](check),
        changing['~registerStatusCallback'](check),
        changing['~registerErrorCallback'](check),
      )
    }
    check()
  })
}

/** Returns the parts of a chat in short, one line for each message. */
export const show = (messages: readonly UIMessage[]): string[] =>
  messages.map(({ role, parts }) => [`${role}:`, ...parts.map(toWords)].join(' '))

function toWords(part: UIMessage['parts'][number]): string {
  if (part.type === 'text') return JSON.stringify(part.text)
  if (part.type === 'reasoning') return `(${part.text})`
  if (!('toolCallId' in part)) return part.type
  const name = 'toolName' in part ? part.toolName : part.type
  const end = part.errorText ?? (part.output === undefined ? '' : JSON.stringify(part.output))
  return `${name} ${part.state}${end && `=${end}`}`
}

/** Returns the part about which the user is asked. */
export function asked(chat: Chat<UIMessage>): { approval: { id: string; descriptor?: unknown } } {
  for (const part of chat.messages.at(-1)?.parts ?? []) {
    if ('approval' in part && part.state === 'approval-requested') return part
  }
  throw new Error(`Nothing is asked: ${show(chat.messages).join('\n')}`)
}
