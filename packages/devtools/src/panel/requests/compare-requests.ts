import { findCause } from './find-cause.ts'
import { findChanges, type Change } from './find-changes.ts'
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
