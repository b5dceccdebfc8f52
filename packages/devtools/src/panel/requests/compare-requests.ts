import { type Change, findChanges } from './find-changes.ts'
import { type Block, toBlocks } from './request-text.ts'
import type { BuiltRequest } from '@ambit/core'
import type { RequestFacts } from '../../watch/request-log.ts'

/** A request, and what events say of it. */
export interface Compared {
  readonly request: Pick<BuiltRequest, 'request'>
  readonly facts: RequestFacts
}

/** The difference between a request and one before it. */
export interface Comparison {
  /** The UTF-8 bytes of the request, as lines of JSON. */
  readonly bytes: number
  /** The bytes from the start that both requests have. */
  readonly sharedBytes: number
  /** The shared bytes, of all bytes of the request: 0 to 1. */
  readonly share: number
  /**
   * The share of the stable part of the request before that this one repeats: 0 to 1. What the page
   * shows now stands behind that part.
   */
  readonly repeated: number
  /** The thing that broke the cache, in words. Absent if all of the stable part is repeated. */
  readonly cause?: string | undefined
  /** The first lines that differ. Absent if one of the requests has no more lines. */
  readonly at?: { readonly before?: string | undefined; readonly after?: string | undefined }
  /** Further things that can cost the cache, in words. */
  readonly notes: readonly string[]
  readonly changes: readonly Change[]
}

/** The time after which most providers forget a prompt. */
const cacheMs = 5 * 60_000

/**
 * Compares a request with one before it, in the order in which providers cache them: tools,
 * instructions, messages.
 */
export function compareRequests(before: Compared, after: Compared): Comparison {
  const [was, is] = [toBlocks(before.request), toBlocks(after.request)]
  let first = 0
  let sharedBytes = 0
  for (; was[first] && was[first]?.text === is[first]?.text; first++) {
    sharedBytes += was[first]?.bytes ?? 0
  }
  const [old, now] = [was[first], is[first]]
  if (old && now) sharedBytes += countCommonBytes(old.text, now.text)
  const bytes = sum(is)
  const stableBytes = sum(was.filter(({ part }) => part !== 'now'))
  return {
    bytes,
    sharedBytes,
    share: bytes ? sharedBytes / bytes : 1,
    repeated: stableBytes ? Math.min(1, sharedBytes / stableBytes) : 1,
    cause: findModelCause(before.facts, after.facts) ?? findCause(was, is, first, after.facts),
    at: { before: old?.text, after: now?.text },
    notes: [...findPause(before.facts, after.facts), ...findSettings(before, after)],
    changes: findChanges(was, is),
  }
}

function findModelCause(before: RequestFacts, after: RequestFacts): string | undefined {
  const [was, is] = [before, after].map(({ provider, modelId }) => `${provider} ${modelId}`)
  if (!before.modelId || !after.modelId || was === is) return undefined
  return `Another model: ${before.modelId} was called, and now ${after.modelId}. Each model has its own cache.`
}

function findPause(before: RequestFacts, { startedAt = 0 }: RequestFacts): string[] {
  const ms = startedAt - (before.endedAt ?? before.startedAt ?? startedAt)
  if (ms <= cacheMs) return []
  return [`${Math.round(ms / 60_000)} minutes lie between the two. Most providers forget after 5.`]
}

/** Returns the settings that differ. Some providers read the messages again then. */
function findSettings({ request: before }: Compared, { request: after }: Compared): string[] {
  const [was, is] = [toSettings(before), toSettings(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changed = names.filter((name) => toText(was[name]) !== toText(is[name]))
  if (changed.length === 0) return []
  return [`Settings changed: ${changed.join(', ')}. Some providers then read the messages again.`]
}

/** Returns a setting as text, without the tools that OpenAI allows: they cost no cache. */
function toText(setting: unknown): string {
  const text = JSON.stringify(setting, (key, value: unknown) =>
    key === 'allowedTools' ? undefined : value,
  )
  return /^\{"(openai|azure)":\{\}\}$/.test(text ?? '') ? '' : (text ?? '')
}

/** Returns a request without its tools and its prompt. */
export function toSettings({ request }: Pick<BuiltRequest, 'request'>): Record<string, unknown> {
  const { prompt: _prompt, tools: _tools, ...settings } = request
  return settings
}

const encoder = new TextEncoder()

const sum = (blocks: readonly Block[]): number => blocks.reduce((all, { bytes }) => all + bytes, 0)

/** Returns the number of UTF-8 bytes that two texts have in common at their start. */
function countCommonBytes(one: string, other: string): number {
  const [a, b] = [encoder.encode(one), encoder.encode(other)]
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/**
 * Returns what broke the cache in words, for the first part at which two requests differ. Undefined
 * if the later one only has more messages, or shows another page at its end.
 */
function findCause(
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
