import { createGoogle } from '@ai-sdk/google'
import { type End, type Frame, isCall, type Refusal, type Wire } from '../wire.ts'

interface Part {
  text?: string
  functionCall?: { id?: string; name: string; args: unknown }
  functionResponse?: { id?: string; name: string }
}

const ends: Record<End, string> = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
  unknown: 'WEATHER',
}

const refusals: Record<
  Refusal,
  { code: number; status: string; message: string; details?: object[] }
> = {
  overloaded: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' },
  invalid: { code: 400, status: 'INVALID_ARGUMENT', message: 'Bad request.' },
  spent: { code: 403, status: 'PERMISSION_DENIED', message: 'Billing is disabled.' },
  limited: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Slow down.' },
}

/** Creates a chunk of one candidate with these parts. */
const chunk = (parts: readonly object[], finishReason?: string): string =>
  JSON.stringify({
    candidates: [
      { content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) },
    ],
    modelVersion: 'gemini-2.5-flash',
    responseId: 'resp-1',
  })

/** Converts the arguments to the wire's form: a value, which should be an object. */
function toArgs(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const googleGenerateContent: Wire = {
  name: 'google generateContent',
  createModel: (baseURL, fetch) =>
    createGoogle({ apiKey: 'planted', baseURL, ...(fetch && { fetch }) })('gemini-2.5-flash'),
  message: (items, end, options) => {
    let calls = 0
    return [
      {
        label: 'open',
        data: JSON.stringify({ responseId: 'resp-1', usageMetadata: { promptTokenCount: 10 } }),
      },
      ...items.flatMap((item): Frame[] => {
        if (!isCall(item)) {
          return item.text.map((text) => ({ label: 'text', data: chunk([{ text }]), text }))
        }
        // On this wire a call is one event.
        const input = item.input.join('')
        const id = item.id === null ? {} : { id: item.id ?? `call_${++calls}` }
        const functionCall = { ...id, name: item.name, ...(input && { args: toArgs(input) }) }
        return [{ label: 'input', data: chunk([{ functionCall }]), input }]
      }),
      {
        label: 'finish',
        data: JSON.stringify({
          candidates: [
            { content: { role: 'model', parts: [] }, finishReason: ends[end], index: 0 },
          ],
          responseId: 'resp-1',
          ...(options?.usage !== false && {
            usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
          }),
        }),
      },
    ]
  },
  error: (refusal) => ({ label: 'end', data: JSON.stringify({ error: refusals[refusal] }) }),
  errorBody: (refusal) => JSON.stringify({ error: refusals[refusal] }),
  spent: { status: 403, code: 'forbidden' },
  quirks: { countsCalls: true, callsComeWhole: true },
  unknown: { label: 'open', event: 'telemetry', data: JSON.stringify({ xTrace: { hop: 1 } }) },
  refuse: (body) => {
    const { contents } = body as { contents: { role: string; parts: Part[] }[] }
    const breaches: string[] = []
    const seen = new Set<string>()
    let open: string[] = []
    for (const [at, { role, parts }] of contents.entries()) {
      if (at === 0 && role !== 'user') breaches.push('a model speaks first')
      if (parts.length === 0) breaches.push(`${at}: says nothing`)
      const answered = parts.flatMap(({ functionResponse: r }) => (r ? [`${r.id} ${r.name}`] : []))
      if (answered.toSorted().join() !== open.toSorted().join()) {
        breaches.push(`${at}: answers "${answered.join()}" where "${open.join()}" was asked`)
      }
      open = parts.flatMap(({ functionCall: c }) => (c ? [`${c.id} ${c.name}`] : []))
      for (const call of open) {
        if (seen.has(call)) breaches.push(`${at}: "${call}" stands twice`)
        seen.add(call)
      }
      if (
        parts.some(
          ({ functionCall: c }) =>
            c && (typeof c.args !== 'object' || c.args === null || Array.isArray(c.args)),
        )
      ) {
        breaches.push(`${at}: arguments are not an object`)
      }
    }
    if (open.length) breaches.push('the last calls have no answer')
    return breaches
  },
}

export const data = (given: object): Frame => ({ label: 'text', data: JSON.stringify(given) })
export const parts = (...given: object[]): Frame => ({ label: 'text', data: chunk(given) })
export const raw = (given: object[] | undefined, reason: string): Frame => ({
  label: 'finish',
  data: given ? chunk(given, reason) : JSON.stringify({ candidates: [{ finishReason: reason }] }),
})
export const called = (title: string): object => ({
  functionCall: { name: 'save', args: { title } },
})
