import { promptFaults } from '@ambit/testing'
import type { Message, ToolMessage } from '../src/index.ts'
import { openCalls } from '../src/messages/message.ts'
import { branchesOf, historyFaults } from './loop-faults.ts'
import { sessionOf } from './known-call.ts'
import type { SessionsUnderTest } from './session-pages.ts'

/**
 * Reads every stored session in a page of its own. Returns the faults of the sessions in words;
 * there must be none, whatever has happened.
 */
export async function sessionFaults(under: SessionsUnderTest): Promise<string[]> {
  await under.end()
  const last = under.page
  const faults = new Set(under.faults)
  const { calls, deleted, leaving, pages } = under
  const owners = new Map<string, string>()
  const answers = new Map<number, ToolMessage>()
  const intended = new Set<number>()
  for (const { id } of await pages.storage.list()) {
    for (const { call } of await pages.storage.readIntents(id)) {
      intended.add(Number(call.arguments['key']))
    }
    if (deleted.has(id)) faults.add('A deleted session is stored again.')
    const rows = await pages.storage.readMessages(id, { from: 0 })
    const tree = new Map(rows.map(({ message }) => [message.id, message]))
    if (tree.size !== rows.length) faults.add('A message is stored twice.')
    const keys = new Map<string, number>()
    for (const message of tree.values()) {
      if (owners.has(message.id)) faults.add(`A ${message.role} message is in two sessions.`)
      owners.set(message.id, id)
      for (const [key, callId] of keysIn(message)) {
        if (callId) keys.set(callId, key)
        const call = calls.get(key)
        if (call && sessionOf(call) !== id) faults.add(`Call ${key} is in another session.`)
      }
      const key = message.role === 'tool' ? keys.get(message.id) : undefined
      if (message.role === 'tool' && key !== undefined) answers.set(key, message)
    }
    for (const path of branchesOf(tree)) for (const fault of historyFaults(path)) faults.add(fault)
    const row = await pages.storage.read(id)
    for (const [mark, owner] of Object.entries(row?.state ?? {})) {
      if (owner !== id) faults.add(`The state has ${mark} of another session.`)
    }
    const { history, sessions } = (await under.read(id)).agent
    if (sessions.current !== id) faults.add('A session cannot be opened.')
    if (history.messages.length === 0 && rows.length > 0) faults.add('A session is empty.')
    if (!row?.run && openCalls(history.messages).length > 0) faults.add('A call stays open.')
  }
  for (const call of calls.values()) {
    const { key, starts, returnedIn, page, run, isOfPage, isWiped } = call
    const answer = answers.get(key)
    const name = `${isOfPage ? 'Page' : 'Model'} call ${key} (${answer?.status})`
    const isLast = page === last
    const id = sessionOf(call) ?? ''
    const isDeleted = isWiped || deleted.has(id) || leaving.has(id)
    if (starts > 0 && !isDeleted && !answer && !intended.has(key)) faults.add(`${name} is lost.`)
    if (starts > 1) faults.add(`${name} ran twice.`)
    if (starts > 0 && /not (run|started)|did not run/.test(answer?.content ?? '')) {
      faults.add(`${name} ran, and is told as not run.`)
    }
    if (returnedIn === undefined) continue
    if (answer?.status === 'cancelled') faults.add(`${name} returned.`)
    if (!isLast || isWiped || leaving.has(id)) continue
    if (answer?.status !== 'ok') faults.add(`${name} returned, and is not told so.`)
    if (isOfPage && run.status === 'failed') faults.add(`${name} returned, and its run did not.`)
  }
  for (const { requests } of under.models) {
    for (const { prompt } of requests) {
      for (const fault of promptFaults(prompt)) {
        if (!fault.startsWith('The first message')) faults.add(`A request: ${fault}`)
      }
    }
  }
  return [...faults]
}

/** Returns the keys that a message names, with the ids of their calls if it makes them. */
function keysIn(message: Message): [number, string | undefined][] {
  if (message.role === 'assistant') {
    return (message.calls ?? []).map(({ id, arguments: args }) => [Number(args?.['key']), id])
  }
  if (message.role !== 'user' || message.source === 'app') return []
  const text = JSON.stringify(message.content)
  return [...text.matchAll(/\w+:(\d+)/g)].map(([, key]) => [Number(key), undefined])
}
