import { createOpenAI } from '@ai-sdk/openai'
import { type End, type Frame, isCall, type Refusal, typedEvent, type Wire } from '../wire.ts'

interface InputItem {
  type?: string
  role?: string
  id?: string
  call_id?: string
  arguments?: string
  content?: unknown
}

const refusals: Record<Refusal, { code: string; message: string }> = {
  overloaded: { code: 'server_overloaded', message: 'The server is overloaded.' },
  invalid: { code: 'invalid_prompt', message: 'Bad request.' },
  spent: { code: 'insufficient_quota', message: 'You exceeded your current quota.' },
  limited: { code: 'rate_limit_exceeded', message: 'Slow down.' },
}

const meta = { id: 'resp_1', created_at: 1, model: 'gpt-5' }

/** Creates the event that ends a response. */
export const finish = (end: End, usage = true): Frame => {
  const reason = {
    length: 'max_output_tokens',
    content_filter: 'content_filter',
    unknown: 'weather',
  }[end as 'length'] as string | undefined
  return typedEvent('finish', {
    type: reason ? 'response.incomplete' : 'response.completed',
    response: {
      ...meta,
      ...(reason && { incomplete_details: { reason } }),
      ...(usage && { usage: { input_tokens: 10, output_tokens: 5 } }),
    },
  })
}

let items = 0

export const openaiResponses: Wire = {
  name: 'openai responses',
  createModel: (baseURL, fetch) =>
    createOpenAI({ apiKey: 'planted', baseURL, ...(fetch && { fetch }) }).responses('gpt-5'),
  message: (said, end, options) => {
    let calls = 0
    return [
      typedEvent('open', { type: 'response.created', response: meta }),
      typedEvent('open', { type: 'response.in_progress', response: meta }),
      ...said.flatMap((item, outputIndex): Frame[] => {
        const at = { output_index: outputIndex }
        const done = { type: 'response.output_item.done', ...at }
        const added = { type: 'response.output_item.added', ...at }
        if (!isCall(item)) {
          const id = `msg_${++items}`
          const message = { type: 'message', id, role: 'assistant' }
          return [
            typedEvent('text', { ...added, item: message }),
            ...item.text.map((delta) =>
              typedEvent(
                'text',
                { type: 'response.output_text.delta', ...at, item_id: id, delta },
                {
                  text: delta,
                },
              ),
            ),
            typedEvent('text', { ...done, item: message }),
          ]
        }
        const id = `fc_${++items}`
        const call = {
          type: 'function_call',
          id,
          call_id: item.id === null ? '' : (item.id ?? `call_${++calls}`),
          name: item.name,
        }
        return [
          typedEvent('call', { ...added, item: { ...call, arguments: '' } }),
          ...item.input.map((delta) =>
            typedEvent(
              'input',
              { type: 'response.function_call_arguments.delta', ...at, item_id: id, delta },
              { input: delta },
            ),
          ),
          typedEvent('call-end', {
            ...done,
            item: { ...call, arguments: item.input.join(''), status: 'completed' },
          }),
        ]
      }),
      finish(end, options?.usage),
    ]
  },
  error: (refusal) =>
    typedEvent('end', { type: 'error', sequence_number: 9, ...refusals[refusal], param: null }),
  errorBody: (refusal) =>
    JSON.stringify({ error: { ...refusals[refusal], type: refusals[refusal].code } }),
  spent: { status: 429, code: 'spend_limit' },
  quirks: { peeks: true, countsCalls: true, trustsUnknownReasons: true },
  unknown: typedEvent('open', { type: 'response.telemetry', hop: 1 }),
  refuse: (body) => {
    const { input } = body as { input: InputItem[] }
    const breaches: string[] = []
    const seen = new Set<string>()
    const open = new Set<string>()
    for (const [at, item] of input.entries()) {
      const { type = 'message', call_id: callId = '', id } = item
      if (type === 'function_call_output') {
        if (!open.delete(callId)) breaches.push(`${at}: answers no open call`)
        continue
      }
      if (item.role && item.role !== 'assistant' && open.size) {
        breaches.push(`${at}: calls without an answer before it`)
      }
      const known = id ?? (type === 'function_call' ? callId : undefined)
      if (known !== undefined && (known === '' || seen.has(known)))
        breaches.push(`${at}: "${known}" stands twice`)
      if (known !== undefined) seen.add(known)
      if (type !== 'function_call') continue
      if (!callId || open.has(callId)) breaches.push(`${at}: the id "${callId}" is taken or empty`)
      open.add(callId)
      if (!/^\{.*\}$/s.test(item.arguments ?? ''))
        breaches.push(`${at}: arguments are not an object`)
    }
    if (open.size) breaches.push('the last calls have no answer')
    return breaches
  },
}
