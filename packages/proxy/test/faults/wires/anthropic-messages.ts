import { createAnthropic } from '@ai-sdk/anthropic'
import { type End, type Frame, isCall, type Refusal, typedEvent, type Wire } from '../wire.ts'

interface Block {
  type: string
  id?: string
  tool_use_id?: string
  text?: string
  input?: unknown
}

const ends: Record<End, string> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
  unknown: 'weather',
}

const refusals: Record<Refusal, object> = {
  overloaded: { type: 'overloaded_error', message: 'Overloaded' },
  invalid: { type: 'invalid_request_error', message: 'Bad request.' },
  spent: { type: 'billing_error', message: 'Your credit balance is too low.' },
  limited: { type: 'rate_limit_error', message: 'Slow down.' },
}

export const messageStart = (id = 'msg_1'): Frame =>
  typedEvent('open', {
    type: 'message_start',
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  })

export const messageDelta = (stopReason: string | null): Frame =>
  typedEvent('finish', {
    type: 'message_delta',
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: 5 },
  })

export const messageStop: Frame = typedEvent('end', { type: 'message_stop' })

/** Creates a delta of one block. */
export const delta = (index: number, given: object, shows: Partial<Frame> = {}): Frame =>
  typedEvent(
    shows.input === undefined ? 'text' : 'input',
    { type: 'content_block_delta', index, delta: given },
    shows,
  )

export const blockStart = (label: Frame['label'], index: number, block: object): Frame =>
  typedEvent(label, { type: 'content_block_start', index, content_block: block })

export const blockStop = (label: Frame['label'], index: number): Frame =>
  typedEvent(label, { type: 'content_block_stop', index })

export const anthropicMessages: Wire = {
  name: 'anthropic messages',
  createModel: (baseURL, fetch) =>
    createAnthropic({ apiKey: 'planted', baseURL, ...(fetch && { fetch }) })('claude-sonnet-4-5'),
  message: (items, end) => {
    let calls = 0
    return [
      messageStart(),
      ...items.flatMap((item, index): Frame[] => {
        if (!isCall(item)) {
          return [
            blockStart('text', index, { type: 'text', text: '' }),
            ...item.text.map((text) => delta(index, { type: 'text_delta', text }, { text })),
            blockStop('text', index),
          ]
        }
        const id = item.id === null ? '' : (item.id ?? `call_${++calls}`)
        return [
          blockStart('call', index, { type: 'tool_use', id, name: item.name, input: {} }),
          ...item.input.map((input) =>
            delta(index, { type: 'input_json_delta', partial_json: input }, { input }),
          ),
          blockStop('call-end', index),
        ]
      }),
      messageDelta(ends[end]),
      messageStop,
    ]
  },
  error: (refusal) => typedEvent('end', { type: 'error', error: refusals[refusal] }),
  errorBody: (refusal) => JSON.stringify({ type: 'error', error: refusals[refusal] }),
  spent: { status: 402, code: 'spend_limit' },
  quirks: { endsEarly: true, refusesUnknownEvents: true },
  unknown: typedEvent('open', { type: 'telemetry', hop: 1 }),
  refuse: (body) => {
    const { messages } = body as { messages: { role: string; content: Block[] }[] }
    const breaches: string[] = []
    const seen = new Set<string>()
    let open: string[] = []
    for (const [at, { role, content }] of messages.entries()) {
      if (role !== (at % 2 ? 'assistant' : 'user')) breaches.push(`${at}: roles do not take turns`)
      if (content.length === 0) breaches.push(`${at}: says nothing`)
      const answers = content.slice(
        0,
        content.findLastIndex(({ type }) => type === 'tool_result') + 1,
      )
      const answered = answers.map(({ tool_use_id: id = '' }) => id)
      if (
        answered.length !== new Set(answered).size ||
        answered.toSorted().join() !== open.toSorted().join()
      ) {
        breaches.push(`${at}: answers "${answered.join()}" where "${open.join()}" was asked`)
      }
      if (content.some(({ type, text }) => type === 'text' && !text?.trim()))
        breaches.push(`${at}: empty text`)
      for (const { type, id } of content) {
        if (type !== 'server_tool_use' || content.some((block) => block.tool_use_id === id))
          continue
        breaches.push(`${at}: a hosted call without its result`)
      }
      const calls = content.filter(({ type }) => type === 'tool_use')
      open = calls.map(({ id = '' }) => id)
      for (const { id = '', input } of calls) {
        if (!/^[a-zA-Z0-9_-]+$/.test(id) || seen.has(id))
          breaches.push(`${at}: the id "${id}" is taken or unfit`)
        seen.add(id)
        if (typeof input !== 'object' || input === null || Array.isArray(input))
          breaches.push(`${at}: input is not an object`)
      }
    }
    if (open.length) breaches.push('the last calls have no answer')
    return breaches
  },
}
