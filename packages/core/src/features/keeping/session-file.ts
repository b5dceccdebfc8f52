import { AgentError } from '../../errors/agent-error.ts'
import { cloneJson, isJsonObject, type JsonObject } from '../../json/json.ts'
import { maxDepth } from '../../json/json-text.ts'
import { interrupted } from '../../messages/branches.ts'
import { type Message, type ToolMessage, unmarked } from '../../messages/message.ts'
import { createMessageReader, type MessageSource } from '../../messages/read.ts'
import { noUsage, type Usage } from '../../model/usage.ts'
import type { ImportOptions, SessionExport } from '../../session-port.ts'
import { mapInSlices, Slices } from '../../slices.ts'
import { loadSearch, orAborted, pageOf } from './list-sessions.ts'
import type {
  AgentStorage,
  ReadOptions,
  SessionInfo,
  SessionQuery,
  SessionRow,
} from '../../storage.ts'
import { keptBack } from './safe-storage.ts'
import { findMessageFault, sessionRules } from './session-rules.ts'
import { titleOf } from './run-journal.ts'

/** Resolves with the row of a stored session. Rejects with `AgentError` if none has the id. */
export async function readStored(
  storage: AgentStorage,
  id: string,
  options?: ReadOptions,
): Promise<SessionRow> {
  const row = await storage.read(id, options)
  if (row) return row
  throw noSession(id)
}

/** Returns the error for a session that is not stored. */
export const noSession = (id: string): AgentError =>
  new AgentError(
    `There is no stored session "${id}": it was deleted, or has no message yet. \`sessions.list\` resolves with those there are.`,
  )

/**
 * Lists stored sessions. A storage of before queries has all sessions in its answer: the page is
 * taken here, and titles are searched. Rejects with `AgentError` for a query that makes no sense.
 */
export async function listStored(
  storage: AgentStorage,
  query: SessionQuery,
): Promise<readonly SessionInfo[]> {
  checkQuery(query)
  const { query: text, signal } = query
  signal?.throwIfAborted()
  if (text === undefined || text.trim() === '') {
    return pageOf(await orAborted(storage.list({ ...query, query: undefined }), signal), query)
  }
  // First, so that code that cannot be fetched is not taken for a storage that failed.
  const { keepFound } = await orAborted(loadSearch(), signal)
  return pageOf(keepFound(await orAborted(storage.list(query), signal), text), query)
}

/** The most characters and words of a query, as a server takes them. */
const maxQuery = 1_000
const maxWords = 50

function checkQuery({ before, limit, query }: SessionQuery): void {
  const need = (isFit: boolean, field: string, given: unknown, advice: string): void => {
    if (given === undefined || isFit) return
    throw new AgentError(
      `\`${field}\` of \`sessions.list\` is ${describe(given)}, so no sessions were listed. Give ${advice}.`,
    )
  }
  const isCount = Number.isSafeInteger(limit) && Number(limit) > 0
  need(isCount, 'limit', limit, 'a whole number from 1, or leave it out for all sessions')
  const isShort = (text: string): boolean =>
    text.length <= maxQuery && text.trim().split(/\s+/).length <= maxWords
  const isSearch = typeof query === 'string' && isShort(query)
  const most = `${maxWords} words and ${maxQuery.toLocaleString('en')} characters`
  need(isSearch, 'query', query, `the words to look for as text, of at most ${most}`)
  need(
    isPlace(before),
    'before',
    before,
    'a time in milliseconds, or the last session of the page before (its `id` and `updatedAt`)',
  )
}

function isPlace(before: unknown): boolean {
  if (typeof before === 'number') return Number.isFinite(before)
  if (typeof before !== 'object' || before === null) return false
  const { id, updatedAt } = before as Partial<Record<'id' | 'updatedAt', unknown>>
  return typeof id === 'string' && Number.isFinite(updatedAt)
}

/** Returns a number as it is, and the kind of anything else: text may be private. */
function describe(given: unknown): string {
  if (typeof given === 'number' || given === null) return String(given)
  return typeof given === 'string'
    ? `a text of ${given.length} characters`
    : `of type ${typeof given}`
}

/** Resolves with all of a stored session. Rejects with `AgentError` if none has the id. */
export async function exportSession(storage: AgentStorage, id: string): Promise<SessionExport> {
  const row = await readStored(storage, id)
  const { title, createdAt, head, state, usage, costUsd, next, refused } = row
  const rows = await storage.readMessages(id, { from: 0 })
  return {
    format: 'ambit-session',
    version: 1,
    title,
    createdAt,
    head,
    state,
    usage,
    costUsd,
    // Another page may have added messages since the row was read.
    messages: rows
      .filter(({ seq, message }) => seq < next && !refused?.includes(message.id))
      .map(({ message }) => message),
  }
}

/** Returns a message as one that anybody may have written. No mark of a part frees the others. */
const toImported = (message: Message): Message => ({
  ...(message.role === 'user' ? { ...message, content: unmarked(message.content) } : message),
  taint: 'untrusted',
  imported: true,
})

/**
 * Stores exported data as a new session. Rejects with `AgentError`, and stores nothing, if the data
 * is not an exported session, or if any of it cannot be read.
 */
export async function importSession(
  storage: AgentStorage,
  ports: MessageSource,
  exported: unknown,
  options: ImportOptions,
): Promise<string> {
  const { createdAt, messages: read, ...rest } = await readImport(exported, ports)
  if (storage.isLocal === false && read.some(({ local }) => local)) throw keptBack()
  const trusted = options.trusted === true
  const messages = trusted ? read : await mapInSlices(read, toImported)
  const id = ports.createId()
  const claim = await storage.claim(id, { at: createdAt })
  try {
    const session = { ...rest, ...titleOf(read, rest), state: trusted ? rest.state : {} }
    await claim?.write({ at: ports.clock.now(), messages, session, isStrict: true })
  } catch (error) {
    // The claim has stored a session without messages.
    await claim?.release()
    await storage.delete(id).catch(() => undefined)
    throw error
  }
  await claim?.release()
  return id
}

/** A session that was read from data of anybody, and that can be stored. */
interface ImportedSession {
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
async function readImport(exported: unknown, ports: MessageSource): Promise<ImportedSession> {
  const file = toFile(exported)
  const messages = await readMessages(file.messages, ports)
  checkFields(file)
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
      `\`version\` of the exported session is not 1, so nothing was stored: another version of Ambit may mean something else by it. Import it with the version that exported it, or a later one.`,
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

function checkFields(file: File): void {
  for (const [name, find] of Object.entries(sessionRules)) {
    const value = file[name]
    if (value === undefined) continue
    const fault = find(value) ?? findJsonFault({ [name]: value })?.replace(`.${name}`, '')
    if (fault) throw refuse(`${name}${fault}`, 'Give what `sessions.export` resolved with.')
  }
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
 * Returns the fault of an object that is too large or too deep to be stored, or that is not JSON
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
