import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider'

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
interface Turn {
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

/** The context of a scope in the request. */
interface ScopeContext {
  scope: string
  label: string
  value: unknown
}

interface Envelopes {
  contexts: ScopeContext[]
  /** The tools that exist but are off, with the reason; the reason is empty if none was given. */
  unavailable: Map<string, string>
  /** The names of the things that a tool's parameter `instance` can be, by id, by tool. */
  instances: Map<string, ReadonlyMap<string, string>>
}

/**
 * The form of an envelope. The name of an envelope has a hyphen, so a user's own `<b>bold</b>`
 * stays a message.
 */
const block = /<([a-z]+-[a-z0-9-]*)((?:\s[^<>]*)?)>\n?([^<]*)<\/\1>/g

/**
 * Whether a text holds nothing but envelopes. Such a message is from the app, and never a request.
 */
function isEnvelope(text: string): boolean {
  return text.includes('<') && text.replace(block, '').trim() === ''
}

/**
 * Collects the values in the envelopes of a text. The values are data from the page, trusted or
 * not, and nothing in them is read as a request. The sender escapes each `<` inside, so a value
 * cannot close its envelope.
 */
function readEnvelopes(text: string, into: Envelopes): void {
  for (const [, tag, attributes = '', body = ''] of text.matchAll(block)) {
    if (tag === 'scope-context') {
      const scope = attribute(attributes, 'scope')
      const label = attribute(attributes, 'label') || scope
      into.contexts.push({ scope, label, value: parseLoosely(body.trim()) })
    }
    if (tag === 'tool-instances') {
      into.instances.set(attribute(attributes, 'tool'), readNames(parseLoosely(body.trim())))
    }
    if (tag === 'unavailable-tools') {
      for (const line of body.trim().split('\n')) {
        const [name = '', ...reason] = line.split(':')
        if (name.trim()) into.unavailable.set(name.trim(), unescape(reason.join(':').trim()))
      }
    }
  }
}

/** Reads the names of the instances that are on. An instance without a name has its id as one. */
function readNames(instances: unknown): Map<string, string> {
  const names = new Map<string, string>()
  for (const instance of Array.isArray(instances) ? (instances as unknown[]) : []) {
    const { id, label, off } = Object(instance) as Record<string, unknown>
    if (typeof id !== 'string' || off !== undefined) continue
    names.set(id, typeof label === 'string' ? label : id)
  }
  return names
}

/**
 * Returns the value of a tool's result. That of a third party stands in an envelope, and may be
 * JSON in a text of JSON.
 */
export function parseResult(text: string): unknown {
  const inner = /^<untrusted-content[^<>]*>\n([^<]*)\n<\/untrusted-content>$/.exec(text)?.[1]
  if (inner === undefined) return parseLoosely(text)
  const value = parseLoosely(inner)
  return typeof value === 'string' ? parseLoosely(value) : value
}

/** Parses JSON, or returns the text itself if it is not JSON. */
export function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function attribute(attributes: string, name: string): string {
  return unescape(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** The message that is being worked on, and its progress. */
export interface Request {
  text: string
  /**
   * The number of messages after this one: more than 0 if the last message answers a question about
   * it.
   */
  back: number
  /** The replies to questions about the next step. */
  answers: readonly string[]
  /** The offset in the text up to which the request is done. */
  done: number
  /** The calls since the last message. */
  calls: readonly PastCall[]
  /**
   * The offset up to which each of those calls has done the text. Undefined for a call of another
   * model.
   */
  ends: readonly (number | undefined)[]
}

/**
 * Finds the request in a conversation. A message after a question of the assistant answers that
 * question, unless `isNew` says that the message is a request of its own.
 */
export function findRequest(
  { turns }: Conversation,
  isNew: (text: string) => boolean,
): Request | undefined {
  const last = turns.length - 1
  const turn = turns[last]
  if (!turn) return undefined
  let root = last
  for (;;) {
    const marks = turns[root]?.calls.map(({ id }) => readCallId(id)).find(Boolean)
    if (marks) {
      root = Math.max(0, root - marks.back)
      break
    }
    const asked = turns[root - 1]?.reply.trim().endsWith('?') ?? false
    if (!asked || isNew(turns[root]?.text ?? '')) break
    root -= 1
  }

  let done = -1
  let lastWithCalls = root
  for (let at = root; at <= last; at += 1) {
    for (const { id } of turns[at]?.calls ?? []) {
      const mark = readCallId(id)
      if (!mark || at - mark.back !== root) continue
      done = Math.max(done, mark.end)
      lastWithCalls = at
    }
  }
  return {
    text: turns[root]?.text ?? '',
    back: last - root,
    answers: turns.slice(lastWithCalls + 1).map(({ text }) => text),
    done,
    calls: turn.calls,
    ends: turn.calls.map(({ id }) => readCallId(id)?.end),
  }
}

/**
 * The progress that a call id holds, because the model keeps no state between calls. `back` counts
 * messages from the last one to the request. `end` is the offset in the request up to which it is
 * done.
 */
interface CallMark {
  back: number
  end: number
}

export function writeCallId(ordinal: number, { back, end }: CallMark, hash: string): string {
  return `demo_${ordinal}_${back}_${end}_${hash}`
}

/**
 * Reads the progress from a call id. Returns undefined for a call of another model or of the app.
 */
function readCallId(id: string): CallMark | undefined {
  const match = /^demo_\d+_(\d+)_(\d+)_[a-z0-9]+$/.exec(id)
  return match ? { back: Number(match[1]), end: Number(match[2]) } : undefined
}

/**
 * Computes a hash to tell prompts apart: FNV-1a, 32 bits, in base 36. The hash protects nothing.
 */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
