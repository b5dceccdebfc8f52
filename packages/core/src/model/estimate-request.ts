import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { estimateTokens, fileTokens } from '../wire/estimate-tokens.ts'
import type { ModelRequest } from './request.ts'

/** The tokens around the text of a message, or around a tool. */
const frameTokens = 4

type Content = LanguageModelV4Message['content']
type Part = Exclude<Content, string>[number]

/** The estimates of messages and tools that cannot change, because they are frozen. */
const known = new WeakMap<object, number>()

/**
 * Estimates the tokens of a whole request, as a whole number: instructions, contexts, history,
 * tools with their schemas, and the schema of the answer.
 */
export function estimateRequest({ prompt, tools = [], responseFormat }: ModelRequest): number {
  let tokens = 0
  for (const message of prompt) tokens += once(message, () => tokensOfContent(message.content))
  for (const tool of tools) tokens += once(tool, () => estimateTokens(JSON.stringify(tool)))
  if (responseFormat?.type === 'json' && responseFormat.schema) {
    tokens += estimateTokens(JSON.stringify(responseFormat.schema))
  }
  return Math.ceil(tokens)
}

function once(value: object, estimate: () => number): number {
  const before = known.get(value)
  if (before !== undefined) return before
  const tokens = frameTokens + estimate()
  if (Object.isFrozen(value)) known.set(value, tokens)
  return tokens
}

function tokensOfContent(content: Content): number {
  if (typeof content === 'string') return estimateTokens(content)
  return content.reduce((sum, part) => sum + tokensOfPart(part), 0)
}

function tokensOfPart(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return estimateTokens(part.text)
    case 'file':
    case 'reasoning-file':
      return fileTokens
    case 'tool-call':
      return estimateTokens(part.toolName + JSON.stringify(part.input))
    case 'tool-result': {
      const { output } = part
      return output.type === 'content'
        ? output.value.reduce((sum, each) => sum + tokensOfResult(each), 0)
        : estimateTokens(JSON.stringify(output))
    }
    default:
      return estimateTokens(JSON.stringify(part))
  }
}

type ResultPart = Extract<
  Extract<Part, { type: 'tool-result' }>['output'],
  { type: 'content' }
>['value'][number]

const tokensOfResult = (part: ResultPart): number =>
  part.type === 'text' ? estimateTokens(part.text) : fileTokens
