import type {
  LanguageModelV4,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
} from '@ai-sdk/provider'
import type { StandardSchema } from '@ambit/core'

export interface FloorTool {
  readonly declaration: LanguageModelV4FunctionTool
  readonly schema: StandardSchema
  readonly handler: (args: never) => unknown
}

/**
 * The floor: an agent loop in thirty lines that validates arguments, converts each schema once and never changes a history. No errors told to
 * the model, no cancel, no limits, no events but deltas: an anchor, not a product.
 */
export async function floorLoop(
  model: LanguageModelV4,
  tools: ReadonlyMap<string, FloorTool>,
  start: readonly LanguageModelV4Message[],
  onDelta: (delta: string) => void,
): Promise<readonly LanguageModelV4Message[]> {
  const declarations = Array.from(tools.values(), ({ declaration }) => declaration)
  let history = start
  const append = (message: LanguageModelV4Message): void => {
    history = Object.freeze([...history, Object.freeze(message)])
  }
  for (;;) {
    const { stream } = await model.doStream({ prompt: [...history], tools: declarations })
    const calls: { id: string; name: string; input: unknown }[] = []
    let text = ''
    const reader = stream.getReader()
    for (;;) {
      const { done, value: part } = await reader.read()
      if (done) break
      if (part.type === 'text-delta') text += part.delta
      if (part.type === 'text-delta' || part.type === 'tool-input-delta') onDelta(part.delta)
      if (part.type === 'tool-call') {
        calls.push({ id: part.toolCallId, name: part.toolName, input: JSON.parse(part.input) })
      }
    }
    const asked = calls.map(
      ({ id: toolCallId, name: toolName, input }) =>
        ({ type: 'tool-call', toolCallId, toolName, input }) as const,
    )
    append({ role: 'assistant', content: text ? [{ type: 'text', text }, ...asked] : asked })
    if (calls.length === 0) return history
    for (const { id: toolCallId, name: toolName, input } of calls) {
      const tool = tools.get(toolName)
      const checked = await tool?.schema['~standard'].validate(input)
      if (!tool || !checked || checked.issues) throw new Error(`No such call: ${toolName}`)
      const value = JSON.stringify(await tool.handler(checked.value as never))
      const output = { type: 'text', value } as const
      append({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] })
    }
  }
}
