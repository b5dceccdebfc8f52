import { createOpenAI } from '@ai-sdk/openai'
import { insert } from '../fault.ts'
import { type End, type Frame, isCall, type Refusal, type Wire } from '../wire.ts'

interface ChatMessage {
  role: string
  content?: unknown
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

const ends: Record<End, string> = {
  stop: 'stop',
  tool_calls: 'tool_calls',
  length: 'length',
  content_filter: 'content_filter',
  unknown: 'weather',
}

const refusals: Record<Refusal, object> = {
  overloaded: { message: 'The server is overloaded.', type: 'server_error', code: 'overloaded' },
  invalid: { message: 'Bad request.', type: 'invalid_request_error', code: 'invalid_request' },
  spent: {
    message: 'You exceeded your current quota.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  limited: { message: 'Slow down.', type: 'requests', code: 'rate_limit_exceeded' },
}

/** Creates a chunk of a chat completion with this delta. */
export const chunk = (delta: object, finishReason: string | null = null): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  })

const usage = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-4o',
  choices: [],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
})

export const openaiChat: Wire = {
  name: 'openai chat',
  createModel: (baseURL, fetch) =>
    createOpenAI({ apiKey: 'planted', baseURL, ...(fetch && { fetch }) }).chat('gpt-4o'),
  message: (items, end, options) => {
    let index = -1
    return [
      { label: 'open', data: chunk({ role: 'assistant', content: '' }) },
      ...items.flatMap((item): Frame[] => {
        if (!isCall(item)) {
          return item.text.map((text) => ({ label: 'text', data: chunk({ content: text }), text }))
        }
        index++
        const id = item.id === null ? {} : { id: item.id ?? `call_${index + 1}` }
        const call = {
          index,
          ...id,
          type: 'function',
          function: { name: item.name, arguments: '' },
        }
        return [
          { label: 'call', data: chunk({ tool_calls: [call] }) },
          ...item.input.map((input): Frame => {
            const delta = { tool_calls: [{ index, function: { arguments: input } }] }
            return { label: 'input', data: chunk(delta), input }
          }),
        ]
      }),
      { label: 'finish', data: chunk({}, ends[end]) },
      ...(options?.usage === false ? [] : [{ label: 'end', data: usage } as const]),
      { label: 'end', data: '[DONE]' },
    ]
  },
  error: (refusal) => ({ label: 'end', data: JSON.stringify({ error: refusals[refusal] }) }),
  errorBody: (refusal) => JSON.stringify({ error: refusals[refusal] }),
  spent: { status: 429, code: 'spend_limit' },
  quirks: { peeks: true },
  unknown: {
    label: 'open',
    event: 'telemetry',
    data: JSON.stringify({ choices: [], x_trace: { hop: 1 } }),
  },
  refuse: (body) => {
    const { messages } = body as { messages: ChatMessage[] }
    const breaches: string[] = []
    const seen = new Set<string>()
    let open = new Set<string>()
    for (const [
      at,
      { role, content, tool_calls: calls = [], tool_call_id: answered },
    ] of messages.entries()) {
      if (role === 'tool') {
        if (!open.delete(answered ?? '')) breaches.push(`${at}: answers no open call`)
        continue
      }
      if (open.size) breaches.push(`${at}: calls without an answer before it`)
      open = new Set(calls.map(({ id }) => id))
      if (role === 'assistant' && !content && calls.length === 0)
        breaches.push(`${at}: says nothing`)
      for (const { id, function: called } of calls) {
        if (!id || seen.has(id)) breaches.push(`${at}: the id "${id}" is taken or empty`)
        seen.add(id)
        if (!/^\{.*\}$/s.test(called.arguments)) breaches.push(`${at}: arguments are not an object`)
      }
    }
    if (open.size) breaches.push('the last calls have no answer')
    return breaches
  },
}

export const raw = (data: object): Frame => ({ label: 'text', data: JSON.stringify(data) })
export const done: Frame = { label: 'end', data: '[DONE]' }
export const delta = (given: object): Frame => ({ label: 'text', data: chunk(given) })
export const toCall = (index: number, args: string, id?: string): object => ({
  index,
  id: id ?? `call_${index}`,
  type: 'function',
  function: { name: 'save', arguments: args },
})
export const call = (index: number, args: string, id?: string): Frame =>
  delta({ tool_calls: [toCall(index, args, id)] })
export const more = (index: number, args: string): Frame =>
  delta({ tool_calls: [{ index, function: { arguments: args } }] })

/** Creates a message of these events, with the end of a message with calls. */
export const message = (...frames: Frame[]): Frame[] =>
  insert(openaiChat.message([], 'tool_calls'), { after: 'open' }, ...frames)
