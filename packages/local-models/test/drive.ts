import type {
  LanguageModelV4,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import { createDemoModel } from '../src/demo/create-demo-model.ts'
import { labelsOf } from './unlike/schemas.ts'

/** A small invented page: its tools, its context, and the work of its tools. */
export interface App {
  tools: () => LanguageModelV4FunctionTool[]
  unavailable?: () => Record<string, string>
  context?: () => Record<string, unknown>
  run: (tool: string, input: Record<string, unknown>) => unknown
}

export interface Drive {
  /** The calls of each model call, in order. The last, empty entry is the final text. */
  iterations: [tool: string, input: unknown][][]
  calls: [tool: string, input: unknown][]
  ids: string[]
  text: string
  prompt: LanguageModelV4Prompt
}

/** The day of the tests, a Friday. */
const today = new Date(2026, 10, 20, 12, 0)

const escape = (json: string) =>
  json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')

export function envelope(
  context: Record<string, unknown>,
  unavailable: Record<string, string> = {},
): string[] {
  const scopes = Object.entries(context).map(
    ([scope, value]) =>
      `<scope-context scope="${scope}" label="${scope}">\n${escape(JSON.stringify(value))}\n</scope-context>`,
  )
  const off = Object.entries(unavailable).map(([name, reason]) => `${name}: ${reason}`)
  return off.length > 0
    ? [...scopes, `<unavailable-tools>\n${off.join('\n')}\n</unavailable-tools>`]
    : scopes
}

/** Returns the envelope of what calls of a tool can be for; none for most tools. */
function instancesOf({ name, inputSchema }: LanguageModelV4FunctionTool): string[] {
  const { properties = {} } = Object(inputSchema) as LanguageModelV4FunctionTool['inputSchema']
  const labels = labelsOf.get(Object(properties['instance']) as object)
  if (!labels) return []
  const instances = Object.entries(labels).map(([id, label]) => ({ id, label }))
  return [
    `<tool-instances tool="${name}">\n${escape(JSON.stringify(instances))}\n</tool-instances>`,
  ]
}

const system: LanguageModelV4Message = { role: 'system', content: 'You help on this page.' }

/** Plays a conversation against a page until the model has answered each message with text. */
export async function drive(
  app: App,
  messages: readonly string[],
  model: LanguageModelV4 = createDemoModel({ chunkDelayMs: 0, now: () => today }),
): Promise<Drive> {
  const prompt: LanguageModelV4Prompt = [system]
  const done: Drive = { iterations: [], calls: [], ids: [], text: '', prompt }
  for (const message of messages) {
    prompt.push({ role: 'user', content: [{ type: 'text', text: message }] })
    for (let count = 0; count < 12; count += 1) {
      const tools = app.tools()
      const texts = [
        ...envelope(app.context?.() ?? {}, app.unavailable?.()),
        ...tools.flatMap(instancesOf),
      ]
      const last: LanguageModelV4Message = {
        role: 'user',
        content: texts.map((text) => ({ type: 'text', text })),
      }
      const request = texts.length > 0 ? [...prompt, last] : prompt
      const { content } = await model.doGenerate({
        prompt: structuredClone(request),
        tools,
      })
      const made = content.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
      const calls = made.map(({ toolName, input }): [string, unknown] => [
        toolName,
        JSON.parse(input),
      ])
      done.iterations.push(calls)
      done.calls.push(...calls)
      done.ids.push(...made.map(({ toolCallId }) => toolCallId))
      done.text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
      if (made.length === 0) {
        prompt.push({ role: 'assistant', content: [{ type: 'text', text: done.text }] })
        break
      }
      prompt.push({
        role: 'assistant',
        content: made.map(({ toolCallId, toolName, input }) => ({
          type: 'tool-call',
          toolCallId,
          toolName,
          input: JSON.parse(input) as unknown,
        })),
      })
      prompt.push({
        role: 'tool',
        content: made.map(({ toolCallId, toolName, input }): LanguageModelV4ToolResultPart => ({
          type: 'tool-result',
          toolCallId,
          toolName,
          output: runTool(app, toolName, JSON.parse(input) as Record<string, unknown>),
        })),
      })
    }
  }
  return done
}

function runTool(
  app: App,
  tool: string,
  input: Record<string, unknown>,
): LanguageModelV4ToolResultPart['output'] {
  try {
    if (!app.tools().some(({ name }) => name === tool)) throw new Error(`${tool} is not there`)
    return { type: 'text', value: JSON.stringify(app.run(tool, input) ?? null) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      type: 'error-text',
      value: JSON.stringify({ error: { name: 'AgentError', code: 'handler', message } }),
    }
  }
}

/**
 * Creates a function tool with an object schema. A `?` after a name makes the property optional.
 */
export function tool(
  name: string,
  description: string,
  properties: Record<string, object> = {},
): LanguageModelV4FunctionTool {
  const names = Object.keys(properties)
  return {
    type: 'function',
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, schema]) => [key.replace('?', ''), schema]),
      ),
      required: names.filter((key) => !key.endsWith('?')),
      additionalProperties: false,
    },
  }
}
