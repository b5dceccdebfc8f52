import { ModelError } from '@ambit/core'
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import type { AnswerForm } from './answer.ts'
import type { TextEngine, TextMessage } from './text-model.ts'

/** The most tools whose parameters the prompt describes. The grammar has those of all. */
const mostDescribed = 12

/** The prompt of a request, and what had to be left out of it. */
export interface TextPrompt {
  readonly messages: readonly TextMessage[]
  readonly tokens: number
  /** The number of turns that were left out, the oldest first. */
  readonly leftOut: number
}

/**
 * Returns a request as plain text that leaves room for an answer of `maxTokens`. Whole turns are
 * left out for that, the oldest first. The two newest stay: the last one may be of the page. If the
 * agent compacts, throws `ModelError` with the share that fits instead.
 */
export async function toPrompt(
  { prompt, providerOptions }: LanguageModelV4CallOptions,
  form: AnswerForm,
  engine: TextEngine,
  { maxTokens, ratio }: { readonly maxTokens: number; readonly ratio: number },
): Promise<TextPrompt> {
  const { contextTokens = Infinity } = engine
  const room = contextTokens - maxTokens
  const turns = prompt.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const without = async (leftOut: number): Promise<TextPrompt> => {
    const start = turns[leftOut] ?? 0
    const kept = prompt.filter(({ role }, index) => role === 'system' || index >= start)
    const messages = toMessages(kept, form)
    const tokens = await (engine.countTokens?.(messages) ?? guess(messages) * ratio)
    return { messages, tokens, leftOut }
  }
  const whole = await without(0)
  let most = Math.max(0, turns.length - 2)
  if (whole.tokens <= room) return whole
  if (most > 0 && providerOptions?.['ambit']?.['whole']) throw tooLarge(room / whole.tokens)
  // An engine may take long to count, so it does so for a few prompts of a long conversation.
  for (let least = 1; least < most;) {
    const middle = Math.floor((least + most) / 2)
    if ((await without(middle)).tokens <= room) most = middle
    else least = middle + 1
  }
  const shortest = await without(most)
  // What is only estimated may fit.
  if (engine.countTokens && shortest.tokens >= contextTokens) throw tooLarge()
  return shortest
}

const tooLarge = (fittingShare?: number): ModelError =>
  new ModelError('The conversation does not fit into the context of the model.', {
    kind: 'too_large',
    isRetryable: false,
    fittingShare,
  })

const guess = (messages: readonly TextMessage[]): number =>
  messages.reduce((sum, { content }) => sum + 4 + Math.ceil(content.length / 3), 0)

function toMessages(prompt: readonly LanguageModelV4Message[], form: AnswerForm): TextMessage[] {
  const messages: TextMessage[] = []
  const add = (role: LanguageModelV4Message['role'], content: string): void => {
    const last = messages.at(-1)
    // Most templates refuse two messages of one role.
    const as = role === 'tool' ? 'user' : role
    if (last?.role === as) last.content += `\n\n${content}`
    else messages.push({ role: as, content })
  }
  const { kind, says = 'say' } = form
  const isChoice = kind === 'choice'
  for (const { role, content } of prompt) if (role === 'system') add(role, content)
  if (isChoice) add('system', toInstructions(form))
  if (kind === 'json')
    add('system', `Answer with JSON of this schema: ${JSON.stringify(form.schema)}`)
  for (const { role, content } of prompt) {
    if (role === 'system') continue
    for (const part of content) {
      if (part.type === 'text')
        add(
          role,
          isChoice && role === 'assistant' ? JSON.stringify({ [says]: part.text }) : part.text,
        )
      else if (part.type === 'tool-call')
        add('assistant', JSON.stringify({ call: { name: part.toolName, arguments: part.input } }))
      else if (part.type === 'tool-result')
        add('user', `Result of ${part.toolName}: ${toResult(part.output)}`)
      else if (part.type === 'file')
        add(
          'user',
          part.data.type === 'text' ? part.data.text : `[${part.mediaType}: not readable]`,
        )
    }
  }
  return messages
}

function toInstructions({ tools, says }: AnswerForm): string {
  const isShort = tools.length > mostDescribed
  const say = says ? `{"${says}": …} to ${says}, or ` : ''
  return [
    `Answer with one JSON object: ${say}{"call": {"name", "arguments"}} to use one of these tools:`,
    ...tools.map((tool) => `- ${isShort ? toLine(tool) : toDescription(tool)}`),
  ].join('\n')
}

const toDescription = ({
  name,
  description = '',
  inputSchema,
}: LanguageModelV4FunctionTool): string => `${name}: ${description} ${JSON.stringify(inputSchema)}`

/** Returns a tool of many: the first sentence about it, and the names of its parameters. */
function toLine({ name, description = '', inputSchema }: LanguageModelV4FunctionTool): string {
  const { properties = {}, required = [] } = inputSchema
  const names = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`))
  return `${name}(${names.join(', ')}): ${/^.*?(?:[.!?](?=\s)|$)/m.exec(description)?.[0]}`
}

function toResult(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case 'text':
      return output.value
    case 'error-text':
      return `failed: ${output.value}`
    case 'execution-denied':
      return `not allowed. ${output.reason ?? ''}`
    case 'content':
      return output.value
        .map((part) => (part.type === 'text' ? part.text : `[${part.type}: not readable]`))
        .join('\n')
    default:
      return JSON.stringify(output.value)
  }
}
