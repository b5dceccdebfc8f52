import { changedContexts, textOf } from './read-contexts.ts'
import type { Block } from './request-text.ts'

/** A thing that is other than in the request before. */
export interface Change {
  readonly how: 'added' | 'removed' | 'changed'
  readonly what: string
  /** The line of JSON in each request. */
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** Returns what was added, removed and changed, in the order of the requests. */
export const findChanges = (was: readonly Block[], is: readonly Block[]): Change[] => [
  ...ofTools(was, is),
  ...ofInstructions(was, is),
  ...ofMessages(was, is),
  ...ofContexts(was, is),
]

const ofPart = (blocks: readonly Block[], part: Block['part']): Block[] =>
  blocks.filter((block) => block.part === part)

function ofTools(was: readonly Block[], is: readonly Block[]): Change[] {
  const [before, after] = [was, is].map(
    (blocks) => new Map(ofPart(blocks, 'tools').map(({ name, text }) => [`${name}`, text])),
  )
  const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])]
  return names.flatMap((name) => toChange(`tool ${name}`, before?.get(name), after?.get(name)))
}

function ofInstructions(was: readonly Block[], is: readonly Block[]): Change[] {
  // Those of the agent are one message, and those of the scopes another.
  const [before, after] = [was, is].map((blocks) => ofPart(blocks, 'instructions'))
  return [0, 1].flatMap((at) =>
    toChange(
      at === 0 ? 'instructions' : 'instructions of scopes',
      before?.[at]?.text,
      after?.[at]?.text,
    ),
  )
}

function ofContexts(was: readonly Block[], is: readonly Block[]): Change[] {
  const [[before], [after]] = [ofPart(was, 'now'), ofPart(is, 'now')]
  const hows = { came: 'added', left: 'removed', changed: 'changed' } as const
  const contexts = changedContexts(before?.text, after?.text).map(([scope, how]) => ({
    how: hows[how],
    what: `context ${scope}, at the end`,
    before: before?.text,
    after: after?.text,
  }))
  const [off, on] = [before, after].map((block) => findOff(textOf(block?.text)))
  return [...contexts, ...toChange('tools that are off', off, on)]
}

const open = '<unavailable-tools'
const close = '</unavailable-tools>'

/** Returns the part of a text that names the tools that are off. Undefined if there is none. */
function findOff(text: string): string | undefined {
  const [from, to] = [text.indexOf(open), text.lastIndexOf(close)]
  return from < 0 || to < from ? undefined : text.slice(from, to + close.length)
}

function ofMessages(was: readonly Block[], is: readonly Block[]): Change[] {
  const [before, after] = [ofPart(was, 'message'), ofPart(is, 'message')]
  let start = 0
  while (before[start] && before[start]?.text === after[start]?.text) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end)?.text === after.at(-1 - end)?.text) end++
  const old = before.slice(start, before.length - end)
  const now = after.slice(start, after.length - end)
  return Array.from({ length: Math.max(old.length, now.length) }, (_, at) =>
    toChange(describe(now[at] ?? old[at]), old[at]?.text, now[at]?.text),
  ).flat()
}

function describe(block: Block | undefined): string {
  const lines = block?.text.trimEnd().split('\n') ?? []
  const pieces = lines.map((line) => JSON.parse(line) as Record<string, string>)
  const names = pieces.map(({ type = '', toolName = '' }) => `${type} ${toolName}`.trim())
  const more = names.length > 3 ? `, and ${names.length - 3} more` : ''
  return `message of ${pieces[0]?.['role']}: ${names.slice(0, 3).join(', ')}${more}`
}

function toChange(what: string, before: string | undefined, after: string | undefined): Change[] {
  if (before === after) return []
  const how = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return [{ how, what, before, after }]
}
