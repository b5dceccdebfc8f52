import { type Usage, noUsage } from '../budget/usage.ts'
import { AgentError } from '../errors/agent-error.ts'
import { type JsonObject, cloneJson, isJsonObject } from '../json/json.ts'
import { closeBranches } from '../messages/close-branches.ts'
import type { Message } from '../messages/message.ts'
import { createMessageReader, type MessageSource } from '../messages/message-input.ts'
import { mapInSlices } from '../slices.ts'
import { findJsonFault, maxMessages } from './import-bounds.ts'
import { amount, findMessageFault, time, usageRule } from './message-faults.ts'

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
): Promise<ImportedSession> {
  const file = toFile(exported)
  const messages = await readMessages(file.messages, ports)
  for (const field of sessionFields) check(file, field)
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

interface Field {
  readonly name: string
  readonly find: (value: unknown) => string | undefined
}

const sessionFields: readonly Field[] = [
  { name: 'title', find: (value) => (typeof value === 'string' ? undefined : ' is no text') },
  { name: 'createdAt', find: time },
  { name: 'state', find: (value) => (isJsonObject(value) ? undefined : ' is no object') },
  { name: 'usage', find: usageRule },
  { name: 'costUsd', find: amount },
]

function check(file: Readonly<Record<string, unknown>>, { name, find }: Field): void {
  const value = file[name]
  if (value === undefined) return
  const fault = find(value) ?? findJsonFault({ [name]: value })?.replace(`.${name}`, '')
  if (fault) throw refuse(`${name}${fault}`, 'Give what `sessions.export` resolved with.')
}

const howToGive = 'A message is `{ role, content }`, and may have the other fields of a Message.'

const refuse = (fault: string, advice: string): AgentError =>
  new AgentError(`${fault}, so nothing was stored. ${advice}`)
