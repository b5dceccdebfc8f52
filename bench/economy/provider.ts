import type { AnthropicBody, Block } from '../../packages/proxy/test/anthropic-cache.ts'
import { answer, type Call } from './page.ts'

/** A provider on Anthropic's wire that plays a script. */
export interface Provider {
  readonly fetch: typeof globalThis.fetch
  /** Returns the next reply of the script: a call, or undefined for the answer. */
  readonly next: () => Call | undefined
  /** The bodies of all requests. */
  readonly bodies: AnthropicBody[]
}

/** Creates a provider whose reply to the `nth` request, from 0, is a call or the answer. */
export function createProvider(replyTo: (nth: number) => Call | undefined): Provider {
  const bodies: AnthropicBody[] = []
  let requests = 0
  const next = (): Call | undefined => replyTo(requests++)
  return {
    bodies,
    next,
    fetch: async (input, init) => {
      bodies.push(toBody((await new Request(input, init).json()) as SentBody))
      const headers = { 'content-type': 'text/event-stream' }
      return new Response(toEvents(next(), requests), { headers })
    },
  }
}

type SentBody = Omit<AnthropicBody, 'messages'> & {
  readonly messages: readonly {
    readonly role: string
    readonly content: readonly Block[] | string
  }[]
}

/** Returns a body without the short form of a message, in which one text stands for one block. */
const toBody = (body: SentBody): AnthropicBody => ({
  ...body,
  messages: body.messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? [toBlock(content)] : content,
  })),
})

const toBlock = (text: string): Block => ({ type: 'text', text }) as Block

const toEvents = (call: Call | undefined, nth: number): string => {
  const usage = { input_tokens: 5, output_tokens: 1 }
  const message = {
    id: `msg_${nth}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5-5',
    content: [],
    usage,
  }
  const block = call
    ? { type: 'tool_use', id: `toolu_${nth}`, name: call.name, input: {} }
    : { type: 'text', text: '' }
  const delta = call
    ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
    : { type: 'text_delta', text: answer }
  return [
    toEvent('message_start', { message }),
    toEvent('content_block_start', { index: 0, content_block: block }),
    toEvent('content_block_delta', { index: 0, delta }),
    toEvent('content_block_stop', { index: 0 }),
    toEvent('message_delta', {
      delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 3 },
    }),
    toEvent('message_stop', {}),
  ].join('')
}

const toEvent = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
