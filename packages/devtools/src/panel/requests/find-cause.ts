import type { RequestFacts } from '../../watch/request-log.ts'
import type { Block } from './request-text.ts'

/**
 * Returns what broke the cache in words, for the first part at which two requests differ. Undefined
 * if the later one only has more messages, or shows another page at its end.
 */
export function findCause(
  was: readonly Block[],
  is: readonly Block[],
  first: number,
  { isCompacted }: RequestFacts,
): string | undefined {
  const [old, now] = [was[first], is[first]]
  const parts = [old?.part, now?.part]
  if (parts.includes('tools')) return findToolCause(was, is, old, now)
  if (parts.includes('instructions')) {
    if (!isOf('instructions', old)) return 'Instructions came.'
    return isOf('instructions', now) ? 'The instructions changed.' : 'The instructions left.'
  }
  // A message that only has more results is repeated as a whole.
  if (!isOf('message', old) || now?.text.startsWith(old?.text ?? '')) return undefined
  const number = countMessages(was.slice(0, first + 1))
  const how = isOf('message', now) ? 'changed' : 'left'
  if (isCompacted) return `The compaction shortened the history, from message ${number} on.`
  return `An earlier message ${how}: number ${number} of the history.`
}

function findToolCause(
  was: readonly Block[],
  is: readonly Block[],
  old: Block | undefined,
  now: Block | undefined,
): string {
  const [before, after] = [was, is].map((blocks) => blocks.filter((one) => isOf('tools', one)))
  const has = (list: readonly Block[] | undefined, name: unknown): boolean =>
    list?.some((tool) => tool.name === name) ?? false
  if (isOf('tools', old) && isOf('tools', now) && old?.name === now?.name) {
    return `The tool "${now?.name}" changed.`
  }
  if (isOf('tools', now) && !has(before, now?.name)) return `The tool "${now?.name}" appeared.`
  if (isOf('tools', old) && !has(after, old?.name)) return `The tool "${old?.name}" left.`
  return `The order of the tools changed, from "${old?.name}" on.`
}

const isOf = (part: Block['part'], block: Block | undefined): boolean => block?.part === part

/** Returns the number of messages of the history in these blocks. */
const countMessages = (blocks: readonly Block[]): number =>
  new Set(blocks.filter((block) => isOf('message', block)).map(({ name }) => name)).size
