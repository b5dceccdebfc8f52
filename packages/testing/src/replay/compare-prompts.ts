import type { RecordedRequest, RecordedRun, Recording } from '@ambit/devtools/record'
import type { Compared } from './compared.ts'
import { diffJson } from './json-diff.ts'

/** Compares the descriptions of tools, the contexts and the prompt of each request. */
export function comparePrompts(compared: Compared, now: RecordedRun): void {
  const { run, name, drift } = compared
  for (const [at, request] of run.requests.entries()) {
    const is = now.requests[at]
    if (!is) continue
    const say = (words: string): void => drift.add(name, `request ${at + 1}`, words)
    compareDescriptions(compared, request, is, say)
    compareContexts(request, is, say)
    compareMessages(compared, request, is, say)
  }
}

type Say = (words: string) => void

function compareDescriptions(
  { was, is, same }: Compared,
  request: RecordedRequest,
  now: RecordedRequest,
  say: Say,
): void {
  const had = was.toolLists[request.tools ?? ''] ?? []
  const has = is.toolLists[now.tools ?? ''] ?? []
  for (const { name, definition = '' } of had) {
    const other = has.find((tool) => tool.name === name)
    const before = was.definitions[definition]
    const after = is.definitions[other?.definition ?? '']
    if (!before || !after || same.is(before.description, after.description)) continue
    const change = excerpts(before.description ?? '', after.description ?? '')
    say(`tool "${name}" is described otherwise: ${change}`)
  }
}

function compareContexts(
  { contexts: had }: RecordedRequest,
  { contexts: has }: RecordedRequest,
  say: Say,
): void {
  if (!had || !has) return
  const names = (list: typeof had): Set<string> => new Set(list.map(({ scope }) => scope))
  const [before, after] = [names(had), names(has)]
  for (const name of before) if (!after.has(name)) say(`the context of "${name}" is gone`)
  for (const name of after) if (!before.has(name)) say(`the context of "${name}" is new`)
}

function compareMessages(
  { was, is, same }: Compared,
  { prompt: had }: RecordedRequest,
  { prompt: has }: RecordedRequest,
  say: Say,
): void {
  if (!had || !has) return
  for (const [at, hash] of had.entries()) {
    const other = has[at]
    if (other === hash) continue
    const message = messageOf(was, hash)
    const place = `message ${at + 1} (${message?.role ?? 'unknown'})`
    if (other === undefined) return say(`${place} is gone from the prompt`)
    const now = messageOf(is, other)
    // The level `results` compares the answers of tools, with `ignore`.
    if (message?.role === 'tool' && now?.role === 'tool') continue
    const [first] = diffJson(message, now, { is: same.is, most: 1 })
    if (!first) continue
    const [a, b] = [textAt(message, first.path), textAt(now, first.path)]
    const isText = typeof a === 'string' && typeof b === 'string'
    return say(`${place} of the prompt changed: ${isText ? excerpts(a, b) : first.words}`)
  }
  if (has.length > had.length) {
    const { role = 'unknown' } = messageOf(is, has[had.length] ?? '') ?? {}
    say(`message ${had.length + 1} (${role}) of the prompt is new`)
  }
}

const messageOf = ({ messages }: Recording, hash: string): { role?: string } | undefined =>
  messages[hash] as { role?: string } | undefined

const textAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)

/** Returns two texts around the first character in which they differ. */
function excerpts(was: string, is: string): string {
  let at = 0
  while (at < was.length && was[at] === is[at]) at++
  const from = Math.max(0, at - 20)
  const cut = (text: string): string => {
    const shown = text.slice(from, at + 40)
    return JSON.stringify(`${from > 0 ? '…' : ''}${shown}${at + 40 < text.length ? '…' : ''}`)
  }
  return `was ${cut(was)}, is ${cut(is)}`
}
