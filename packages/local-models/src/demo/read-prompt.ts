import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider'
import { isEnvelope, parseLoosely, parseResult, readEnvelopes } from './read-envelope.ts'
import type { Envelopes } from './read-envelope.ts'

/** A tool call in the prompt, with its result. */
export interface PastCall {
  id: string
  tool: string
  input: unknown
  /** The result. A text that holds JSON is parsed. */
  value: unknown
  /** The reason of the failure; absent if the call did not fail. */
  error?: string
}

/** A message of the user, and everything that followed. */
export interface Turn {
  text: string
  calls: PastCall[]
  /** The last text of the assistant. */
  reply: string
}

export interface Conversation extends Envelopes {
  turns: Turn[]
}

/**
 * Sorts a prompt into the messages of the user, the calls and replies after each, and the context
 * of the page.
 */
export function readPrompt(prompt: LanguageModelV4Prompt): Conversation {
  const conversation: Conversation = {
    turns: [],
    contexts: [],
    unavailable: new Map(),
    instances: new Map(),
  }
  const calls = new Map<string, PastCall>()
  let turn: Turn = { text: '', calls: [], reply: '' }

  for (const message of prompt) {
    if (message.role === 'system') {
      readEnvelopes(message.content, conversation)
    } else if (message.role === 'user') {
      const texts = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      const said = texts.filter((text) => !isEnvelope(text))
      for (const text of texts) if (isEnvelope(text)) readEnvelopes(text, conversation)
      if (said.length > 0 || texts.length === 0) {
        turn = { text: said.join('\n').trim(), calls: [], reply: '' }
        conversation.turns.push(turn)
      }
    } else if (message.role === 'assistant') {
      for (const part of message.content) {
        if (part.type === 'text') turn.reply = part.text
        if (part.type === 'tool-call') {
          const call = {
            id: part.toolCallId,
            tool: part.toolName,
            input: typeof part.input === 'string' ? parseLoosely(part.input) : part.input,
            value: undefined,
          }
          calls.set(part.toolCallId, call)
          turn.calls.push(call)
        }
      }
    } else {
      for (const part of message.content) {
        const call = part.type === 'tool-result' && calls.get(part.toolCallId)
        if (call) Object.assign(call, readOutput(part.output))
      }
    }
  }
  return conversation
}

function readOutput(output: LanguageModelV4ToolResultOutput): Pick<PastCall, 'value' | 'error'> {
  switch (output.type) {
    case 'text':
    case 'error-text': {
      const value = parseResult(output.value)
      return withError(value, output.type === 'error-text')
    }
    case 'json':
    case 'error-json':
      return withError(output.value, output.type === 'error-json')
    case 'execution-denied':
      return { value: undefined, error: output.reason ?? 'it was not allowed' }
    case 'content': {
      const text = output.value.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      return { value: parseResult(text) }
    }
  }
}

/**
 * Finds the error in a result. An object with `error` alone is a failure too, whatever the type of
 * the output.
 */
function withError(value: unknown, failed: boolean): Pick<PastCall, 'value' | 'error'> {
  const stated = isRecord(value) && Object.hasOwn(value, 'error') ? value['error'] : undefined
  const only = isRecord(value) && Object.keys(value).length === 1 && stated != null
  if (!failed && !only) return { value }
  const error = stated ?? value
  const message = isRecord(error) && Object.hasOwn(error, 'message') ? error['message'] : error
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  return { value, error: text || 'it failed without a message' }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
