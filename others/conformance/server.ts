// The server of the suite `active`: `exposeOverMcp` of a page, each session with an agent of its own,
// behind HTTP. Tells its address on the first line.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stdout } from 'node:process'
import { text } from 'node:stream/consumers'
import { exposeOverMcp } from '@ambit/bridges/mcp-server'
import { type ContentPart, Scope, Tool } from '@ambit/core'
import { readyAgent } from './drive.ts'

interface Message {
  readonly id?: number | string
  readonly method?: string
}

interface Session {
  readonly port: MessagePort
  /** What gets the messages of the page, by the ids of the requests that are open. */
  readonly open: Map<unknown, (message: Message) => void>
}

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const media = (part: ContentPart) => ({
  handler: () => part,
  result: { toModel: () => [part] },
})

const tools = [
  ['test_simple_text', { handler: () => 'This is a simple text response for testing.' }],
  ['test_image_content', media({ type: 'image', data: png, mediaType: 'image/png' })],
  ['test_audio_content', media({ type: 'audio', data: wav, mediaType: 'audio/wav' })],
  [
    'test_error_handling',
    {
      handler: () => {
        throw new Error('This tool intentionally returns an error for testing')
      },
    },
  ],
  [
    'test_tool_with_progress',
    {
      handler: async (_args: unknown, ctx: { progress(report: object): void }) => {
        for (const percent of [0, 50, 100]) {
          ctx.progress({ percent })
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        return 'done'
      },
    },
  ],
] as const

function openSession(): Session {
  const agent = readyAgent()
  const made = tools.map(
    ([name, rest]) =>
      new Tool({
        name,
        description: `Does ${name}.`,
        effect: 'read',
        ...(rest as object),
      } as never),
  )
  agent.scopes.register(
    new Scope({ name: 'own', context: () => ({ hello: 'world' }), tools: made }),
  )
  const { port1, port2 } = new MessageChannel()
  exposeOverMcp(agent, port1, {
    name: 'page',
    callsPerMinute: 1_000,
    resources: () => [
      {
        uri: 'test://static-text',
        name: 'Static',
        read: () => 'This is the content of the static text resource.',
      },
    ],
  })
  const open: Session['open'] = new Map()
  port2.addEventListener('message', ({ data }) => {
    const message = (typeof data === 'string' ? JSON.parse(data) : data) as Message
    const own = message.method === undefined ? open.get(message.id) : undefined
    for (const take of own ? [own] : open.values()) take(message)
  })
  port2.start()
  return { port: port2, open }
}

const sessions = new Map<unknown, Session>()

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const message = JSON.parse(await text(request)) as Message
  let id = request.headers['mcp-session-id']
  if (message.method === 'initialize') sessions.set((id = crypto.randomUUID()), openSession())
  const session = sessions.get(id)
  if (!session) return void response.writeHead(404).end()
  const { port, open } = session
  if (message.id === undefined || message.method === undefined) {
    port.postMessage(message)
    return void response.writeHead(202).end()
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': String(id) })
  open.set(message.id, (told) => {
    response.write(`event: message\ndata: ${JSON.stringify(told)}\n\n`)
    if (told.method !== undefined) return
    open.delete(message.id)
    response.end()
  })
  port.postMessage(message)
}

const listener = createServer((request, response) => void answer(request, response))
listener.listen(0, '127.0.0.1', () => {
  stdout.write(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp\n`)
})
