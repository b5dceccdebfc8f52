import type { StandardSchema } from 'ambit'

export interface FloorTool {
  readonly declaration: object
  readonly schema: StandardSchema
  readonly handler: (args: never) => unknown
}

interface FloorCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; arguments: string }
}

export type FloorMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: FloorCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

interface ChatChunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null
      readonly tool_calls?: readonly (FloorCall & { readonly index: number })[]
    }
  }[]
}

/**
 * Runs the floor: an agent loop in thirty lines on OpenAI's chat completions. It validates
 * arguments, converts each schema once and never changes a history. It reports no errors to the
 * model and has no cancel, no limits and only deltas as events. So it is a reference, not a
 * product.
 */
export async function floorLoop(
  fetch: typeof globalThis.fetch,
  tools: ReadonlyMap<string, FloorTool>,
  start: readonly FloorMessage[],
  onDelta: (delta: string) => void,
): Promise<readonly FloorMessage[]> {
  const declarations = Array.from(tools.values(), ({ declaration }) => declaration)
  const headers = { 'content-type': 'application/json' }
  for (let messages = start; ;) {
    const request = { model: 'gpt-4.1', stream: true, messages, tools: declarations }
    const body = JSON.stringify(request)
    const response = await fetch('http://bench.invalid/chat', { method: 'POST', headers, body })
    const calls: FloorCall[] = []
    let content = ''
    await readEvents(response, (data) => {
      const delta = (JSON.parse(data) as ChatChunk).choices[0]?.delta
      if (delta?.content) onDelta(((content += delta.content), delta.content))
      for (const { index, id, type, function: called } of delta?.tool_calls ?? []) {
        const call = calls[index]
        if (call) call.function.arguments += called.arguments
        else calls[index] = { id, type, function: called }
        onDelta(called.arguments)
      }
    })
    if (calls.length === 0) return [...messages, { role: 'assistant', content }]
    const results = calls.map(async ({ id, function: { name, arguments: text } }) => {
      const tool = tools.get(name)
      const checked = await tool?.schema['~standard'].validate(JSON.parse(text))
      if (!tool || !checked || checked.issues) throw new Error(`No such call: ${name}`)
      const result = JSON.stringify(await tool.handler(checked.value as never))
      return { role: 'tool', tool_call_id: id, content: result } as const
    })
    const asked = { role: 'assistant', content, tool_calls: calls } as const
    messages = [...messages, asked, ...(await Promise.all(results))]
  }
}

/**
 * Reads the data of each event. The lines end with LF, and each event has one line, because this
 * wire sends no others.
 */
export async function readEvents(
  response: Response,
  onData: (data: string) => void,
): Promise<void> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) return
    rest += decoder.decode(value, { stream: true })
    let from = 0
    for (let to = rest.indexOf('\n\n'); to >= 0; to = rest.indexOf('\n\n', from)) {
      const data = rest.slice(from + 'data: '.length, to)
      if (data !== '[DONE]') onData(data)
      from = to + 2
    }
    rest = rest.slice(from)
  }
}
