import { AgentError } from '../../errors/agent-error.ts'
import { cloneJson, isJsonObject, type JsonObject } from '../../json/json.ts'
import { maxDepth } from '../../json/json-text.ts'
import { interrupted } from '../../messages/branches.ts'
import type { Message, ToolMessage } from '../../messages/message.ts'
import { createMessageReader, type MessageSource } from '../../messages/read.ts'
import { noUsage, type Usage } from '../../model/usage.ts'
import { mapInSlices, Slices } from '../../slices.ts'
import type { findMessageFault, findSessionFault } from './session-rules.ts'

/** The rules by which a storage is read, too. They are given, because they are loaded before. */
interface Rules {
  readonly findMessageFault: typeof findMessageFault
  readonly findSessionFault: typeof findSessionFault
}

/** A session that was read from data of anybody, and that can be stored. */
export interface ImportedSession {
  readonly title: string | undefined
  readonly createdAt: number
  readonly head: string | null
  readonly state: JsonObject
  readonly usage: Usage
  readonly costUsd: number | undefined
  readonly messages: readonly Message[]
}

/**
 * Reads an exported session, or plain messages: `[{ role, content }, …]`, or the same as
 * `messages` of an object. Fills in what messages may lack, and closes every branch. Rejects with
 * `AgentError`, which names the path of the fault. The data is neither changed nor kept. Works in
 * slices, between which the page has its turn.
 */
export async function readImport(
  exported: unknown,
  ports: MessageSource,
  rules: Rules,
): Promise<ImportedSession> {
  const file = toFile(exported)
  const messages = await readMessages(file.messages, ports, rules)
  checkFields(file, rules)
  const { title, createdAt, state = {}, usage = noUsage, costUsd } = file
  const now = ports.clock.now()
  return {
    title: title as string | undefined,
    // A session of a clock that is ahead would stay the newest one.
    createdAt: Math.min((createdAt as number | undefined) ?? now, now),
    state: cloneJson(state as JsonObject),
    usage: cloneJson(usage as Usage),
    costUsd: costUsd as number | undefined,
    ...(await closeBranches({ messages, head: findHead(file, messages) }, now)),
  }
}

type File = Readonly<Record<string, unknown>> & { readonly messages: readonly unknown[] }

function toFile(exported: unknown): File {
  const file = Array.isArray(exported) ? { messages: exported as readonly unknown[] } : exported
  if (!isJsonObject(file) || !Array.isArray(file['messages'])) throw noSessionFile()
  const { format, version, messages } = file
  if (format === 'ambit-session' && version !== 1) {
    throw new AgentError(
      `\`version\` of the exported session is not 1, so nothing was stored. Import it with the version of Ambit that exported it, or a later one.`,
    )
  }
  const isPlain = format === undefined && messages.length > 0
  if (format !== 'ambit-session' && !isPlain) throw noSessionFile()
  // The caller may change the list while it is read.
  return { ...file, messages: [...(messages as readonly unknown[])] }
}

const noSessionFile = (): AgentError =>
  new AgentError(
    'This is no exported session, so nothing was stored. Give what `sessions.export` resolved with, or messages as `[{ role, content }, …]`.',
  )

async function readMessages(
  given: readonly unknown[],
  ports: MessageSource,
  { findMessageFault }: Rules,
): Promise<readonly Message[]> {
  if (given.length > maxMessages) {
    throw refuse(
      `messages has more than ${maxMessages.toLocaleString('en')} messages`,
      'Import a part of them.',
    )
  }
  const copies = await mapInSlices(given, (message, at) => {
    const fault = findJsonFault(message) ?? findMessageFault(message)
    if (fault) throw refuse(`messages[${at}]${fault}`, howToGive)
    return cloneJson(message)
  })
  const read = createMessageReader('messages', null, { ...ports, allowsNewer: true })
  const messages = await mapInSlices(copies, read)
  const ids = new Set<string | null>([null])
  const calls = new Set<string>()
  for (const [at, message] of messages.entries()) {
    const { id, parentId } = message
    if (!ids.has(parentId)) {
      throw refuse(
        `messages[${at}].parentId is the id of no message before it`,
        'Put each message after the one that it follows. The first one has null.',
      )
    }
    if (ids.has(id) || (message.role !== 'tool' && calls.has(id))) {
      throw refuse(`messages[${at}].id is used twice`, 'Give each message an id of its own.')
    }
    ids.add(id)
    if (message.role === 'assistant') for (const call of message.calls ?? []) calls.add(call.id)
  }
  return messages
}

/** Returns the id of the head, which may have been replaced. Default: the last message. */
function findHead({ head, messages: given }: File, messages: readonly Message[]): string | null {
  if (head === null) return null
  if (head === undefined) return messages.at(-1)?.id ?? null
  const at = given.findLastIndex((message) => (message as Partial<Message>).id === head)
  const found = messages[at]
  if (typeof head === 'string' && found) return found.id
  throw refuse(
    'head of the exported session is none of its messages',
    'Give the id of one of them, or null.',
  )
}

function checkFields(file: File, { findSessionFault }: Rules): void {
  const { title, createdAt, state, usage, costUsd } = file
  const fields = { title, createdAt, state, usage, costUsd }
  const fault = findSessionFault(fields) ?? findJsonFault(fields)
  if (fault) throw refuse(fault.slice(1), 'Give what `sessions.export` resolved with.')
}

const howToGive = 'A message is `{ role, content }`, and may have the other fields of a Message.'

const refuse = (fault: string, advice: string): AgentError =>
  new AgentError(`${fault}, so nothing was stored. ${advice}`)

/** The most messages of one import. */
const maxMessages = 100_000

/** The most characters of one message as JSON, with the base64 text of its files. */
const maxCharacters = 32_000_000

/** The characters that count for a number, a key's signs, or an item of a list. */
const frame = 4

/**
 * Returns the fault of an object that is too large or too deep to be stored, or that is no JSON
 * data. The words begin with the path of the field. Reads no deeper than 100 levels.
 */
function findJsonFault(value: unknown): string | undefined {
  if (!isJsonObject(value)) return ' is no object'
  const left = { characters: maxCharacters }
  for (const key of Object.keys(value)) {
    const fault = findFault(value[key], maxDepth - 1, left)
    if (fault) return `.${key} ${fault}`
  }
  return undefined
}

function findFault(
  value: unknown,
  depth: number,
  left: { characters: number },
): string | undefined {
  left.characters -= typeof value === 'string' ? value.length : frame
  if (typeof value !== 'object' || value === null) {
    if (left.characters < 0) return tooLarge
    return unwritable.has(typeof value) ? notJson : undefined
  }
  if (depth === 0) return `is nested deeper than ${maxDepth} levels`
  if (Array.isArray(value)) left.characters -= value.length
  else if (!isPlain(value)) return notJson
  if (left.characters < 0) return tooLarge
  for (const key of Object.keys(value)) {
    left.characters -= key.length
    const fault = findFault((value as Record<string, unknown>)[key], depth - 1, left)
    if (fault) return fault
  }
  return undefined
}

const notJson = 'holds something that is no JSON data'
const tooLarge = `brings this to more than ${maxCharacters.toLocaleString('en')} characters`
const unwritable: ReadonlySet<string> = new Set(['bigint', 'function', 'symbol'])

/** Returns true for an object of a literal, also of another frame. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The messages of a whole history, and the last one of its open path. */
interface Branches {
  readonly messages: readonly Message[]
  readonly head: string | null
}

/**
 * Returns all branches of a history as providers accept them. The answers to all calls of a message
 * follow right after it, and every branch goes on after them. Missing answers become `interrupted`.
 * Answers without a call are left out. Each message must come after the one that it follows. Works
 * in slices, between which the page has its turn.
 */
async function closeBranches({ messages, head }: Branches, now: number): Promise<Branches> {
  const { askingOf, answers } = findAnswers(messages)
  /** The last answer after each message with calls. */
  const ends = new Map<string, string>()
  const endOf = (id: string | null): string | null => {
    const asking = askingOf(id)
    return ends.get(asking ?? '') ?? asking
  }
  const closed: Message[] = []
  const slices = new Slices()
  for (const message of messages) {
    const pause = slices.pause()
    if (pause) await pause
    if (message.role === 'tool') continue
    closed.push({ ...message, parentId: endOf(message.parentId) })
    if (message.role === 'user') continue
    // The engine looks for answers in the order of the calls.
    for (const call of message.calls ?? []) {
      const answer = answers.get(message.id)?.get(call.id) ?? interrupted(call, now)
      closed.push({ ...answer, parentId: endOf(message.id) })
      ends.set(message.id, answer.id)
    }
  }
  return { messages: closed, head: endOf(head) }
}

interface Answers {
  /** Returns the id itself, or, for an answer, the id of the message before all answers. */
  readonly askingOf: (id: string | null) => string | null
  /** The answers to the calls of each message, by the ids of the message and of the call. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, ToolMessage>>
}

function findAnswers(messages: readonly Message[]): Answers {
  const asking = new Map<string, string | null>()
  const askingOf: Answers['askingOf'] = (id) => {
    const before = id === null ? null : asking.get(id)
    return before === undefined ? id : before
  }
  const answers = new Map<string, Map<string, ToolMessage>>()
  for (const message of messages) {
    if (message.role === 'assistant') answers.set(message.id, new Map())
    if (message.role !== 'tool') continue
    const from = askingOf(message.parentId)
    asking.set(message.id, from)
    answers.get(from ?? '')?.set(message.id, message)
  }
  return { askingOf, answers }
}
