import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { isDeeper, ModelError, stableEnd } from '@ambit/core'
import {
  isRetryableStatus,
  isUnsafeKey,
  parseRetryAfter,
  randomId,
  sessionIdHeader,
} from '@ambit/protocol'
import type { AguiEvent } from './agui-event.ts'
import type { AguiModelOptions, RemoteRun } from './agui-options.ts'
import { askUserName } from './ask-user-tool.ts'
import { createPartReader } from './part-reader.ts'
import { protocolVersion } from './protocol-version.ts'
import { toConversation } from './run-input.ts'
import { createParser } from 'eventsource-parser'

/** Creates the client of a remote agent, which counts in `ignored` what it does not understand. */
export function createClient(
  options: AguiModelOptions,
  ignored: Map<string, number>,
): LanguageModelV4['doStream'] {
  /** The last state of each thread. */
  const states = new Map<string, unknown>()
  const ownThread = randomId()
  const ignore = (type: string): void => void ignored.set(type, (ignored.get(type) ?? 0) + 1)

  return async (call) => {
    const { interruptTool = askUserName } = options
    const { prompt, tools = [], abortSignal: signal } = call
    const ids = { threadId: givenThread(options, call) ?? ownThread, runId: randomId() }
    const run = { ...ids, signal }
    const end = stableEnd(call) || prompt.length
    const { messages, resume, names } = toConversation(prompt.slice(0, end))
    const functions = tools.filter((tool) => tool.type === 'function')
    const shown = functions.filter(({ name }) => name !== interruptTool)
    const state = (options.state ? options.state() : states.get(ids.threadId)) ?? {}
    const body = {
      ...ids,
      protocolVersion,
      state,
      messages,
      tools: shown.map(toTool),
      context: prompt.slice(end).map(toContext),
      forwardedProps: options.forwardedProps?.() ?? {},
      ...(resume.length > 0 && { resume }),
    }
    const answer = await openRun(options, run, JSON.stringify(body))
    let take: (part: LanguageModelV4StreamPart) => void
    const read = createPartReader({
      own: new Set(shown.map(({ name }) => name)),
      sent: new Set(messages.map(({ id }) => id)),
      names,
      ignore,
      interruptTool: functions.length > shown.length ? interruptTool : undefined,
      emptyText: options.emptyText ?? 'Done.',
      emit: (part) => take(part),
      changeState: followState(state, run, states, options),
    })
    const stream = toStream(answer, signal, (data, taker) => {
      take = taker
      const event = parseEvent(data)
      if (event) {
        isolated('onEvent', () => options.onEvent?.(event, run))
        try {
          return read(event)
        } catch {
          // A field of the event has not the form of the protocol.
          ignore(event.type)
          if (event.type !== 'RUN_FINISHED') return false
        }
      }
      take({ type: 'error', error: unreadable(options.url) })
      return true
    })
    return { stream, request: { body } }
  }
}

const givenThread = (
  { threadId }: AguiModelOptions,
  { headers }: LanguageModelV4CallOptions,
): string | undefined =>
  (typeof threadId === 'function' ? threadId() : threadId) ?? headers?.[sessionIdHeader]

/** The most threads whose state is kept. */
const mostThreads = 100

/** Returns a function that keeps each new state of a run. It returns false for a wrong change. */
function followState(
  first: unknown,
  run: RemoteRun,
  states: Map<string, unknown>,
  options: AguiModelOptions,
): (event: AguiEvent) => boolean {
  let state = first
  return ({ type, snapshot, delta }) => {
    try {
      const next = type === 'STATE_DELTA' ? applyPatch(state, delta) : snapshot
      // It goes back with the next request, so it must be writable as JSON.
      if (isDeeper(next)) return false
      state = next
    } catch {
      return false
    }
    states.delete(run.threadId)
    states.set(run.threadId, state)
    for (const oldest of states.keys()) if (states.size > mostThreads) states.delete(oldest)
    isolated('onState', () => options.onState?.(state, run))
    return true
  }
}

const toTool = ({
  name,
  description = '',
  inputSchema: parameters,
}: LanguageModelV4FunctionTool): object => ({ name, description, parameters })

const toContext = ({
  content,
}: LanguageModelV4Message): { description: string; value: string } => ({
  description: 'What the page shows now',
  value:
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
})

function parseEvent(data: string): AguiEvent | undefined {
  try {
    const event = JSON.parse(data) as AguiEvent | null
    return typeof event?.type === 'string' ? event : undefined
  } catch {
    return undefined
  }
}

/** Calls a function of the application. If it throws, the run goes on. */
function isolated(name: string, call: () => void): void {
  try {
    call()
  } catch (thrown) {
    console.error(
      `\`${name}\` of createAguiModel threw. It only observes, so the run goes on.`,
      thrown,
    )
  }
}

/** One operation of a JSON Patch. Source: RFC 6902. */
interface PatchOperation {
  readonly op?: unknown
  readonly path?: unknown
  readonly from?: unknown
  readonly value?: unknown
}

type Holder = Record<string, unknown> | unknown[]

/** The most operations of a patch, and the most characters of JSON that its copies may have. */
const most = { operations: 10_000, copied: 4_000_000 }

/**
 * Returns a copy of a JSON document with the operations of a JSON Patch applied. The document is
 * not changed. Throws if an operation does not apply, and for more than 10,000 of them. Throws too
 * for copies of more than 4 million characters together, because each could double the document.
 */
export function applyPatch(document: unknown, patch: unknown): unknown {
  // The pointer of the whole document is the empty text, so its holder has it as the key ''.
  const root: Holder = { '': structuredClone(document) }
  const operations = patch as readonly PatchOperation[]
  if (operations.length > most.operations) refuse()
  let room = most.copied
  for (const { op, path, from, value } of operations) {
    if (/^(add|replace|test)$/.test(String(op)) && value === undefined) refuse()
    const [holder, key] = locate(root, path)
    if (op === 'remove' && holder === root) refuse()
    if (op === 'add') add(holder, key, structuredClone(value))
    else if (op === 'remove') remove(holder, key)
    else if (op === 'replace') {
      read(holder, key)
      Object.assign(holder, { [key]: structuredClone(value) })
    } else if (op === 'test') {
      if (!isSame(read(holder, key), value)) refuse()
    } else if (op === 'copy' || op === 'move') {
      if (op === 'move' && `${String(path)}/`.startsWith(`${String(from)}/`)) {
        if (path === from) continue
        refuse()
      }
      const source = locate(root, from)
      const found = read(...source)
      if (op === 'copy') room -= JSON.stringify(found).length
      if (room < 0) refuse()
      const moved = structuredClone(found)
      if (op === 'move') remove(...source)
      add(...locate(root, path), moved)
    } else refuse()
  }
  return root['']
}

/** Returns the object or list that a pointer leads to, and the key in it. */
function locate(root: Holder, pointer: unknown): [Holder, string] {
  const steps = String(pointer).split('/')
  const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (steps[0] !== '' || keys.some(isUnsafeKey)) refuse()
  const key = keys.pop() as string
  const holder = keys.reduce<unknown>((at, step) => read(at as Holder, step), root)
  if (typeof holder !== 'object' || holder === null) refuse()
  return [holder as Holder, key]
}

function read(holder: Holder, key: string): unknown {
  // A list has a member `length`, which is not an entry.
  if (Array.isArray(holder) && !isIndex(key)) refuse()
  if (!Object.hasOwn(Object(holder) as object, key)) refuse()
  return (holder as Record<string, unknown>)[key]
}

function add(holder: Holder, key: string, value: unknown): void {
  if (!Array.isArray(holder)) holder[key] = value
  else {
    const at = key === '-' ? holder.length : Number(key)
    if ((key !== '-' && !isIndex(key)) || at > holder.length) refuse()
    holder.splice(at, 0, value)
  }
}

/** Whether a key is the index of an entry. Source: RFC 6901, section 4. */
const isIndex = (key: string): boolean => /^(0|[1-9]\d*)$/.test(key)

function remove(holder: Holder, key: string): void {
  read(holder, key)
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

/** Whether two JSON values are equal, whatever the order of their keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === others.length &&
    keys.every((key) => isSame((a as Holder)[key as never], (b as Holder)[key as never]))
  )
}

function refuse(): never {
  throw new Error('It does not apply.')
}

/**
 * Sends the request of a run, and resolves with the body of an event stream.
 *
 * @throws ModelError with the code `network`, `http_error` or `invalid_response`. Throws the
 * signal's reason if the signal aborts.
 */
async function openRun(
  { url, headers, credentials, fetch = globalThis.fetch }: AguiModelOptions,
  run: RemoteRun,
  body: string,
): Promise<ReadableStream<Uint8Array>> {
  const { signal } = run
  signal?.throwIfAborted()
  const sent = new Headers(typeof headers === 'function' ? await headers(run) : headers)
  sent.set('content-type', 'application/json')
  sent.set('accept', 'text/event-stream')
  signal?.throwIfAborted()
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body,
      ...(signal && { signal }),
      ...(credentials && { credentials }),
    })
  } catch (cause) {
    signal?.throwIfAborted()
    const message = `The remote agent ${url} could not be reached. Check the address and the network.`
    throw new ModelError(message, { kind: 'network', isRetryable: true, cause })
  }
  const { ok, status, headers: got } = response
  const isStream = /^text\/event-stream\b/i.test(got.get('content-type') ?? '')
  if (ok && isStream && response.body) return response.body
  response.body?.cancel().catch(() => {})
  if (ok) throw unreadable(url)
  throw new ModelError(`The remote agent ${url} answered with HTTP ${status}.`, {
    kind: 'http_error',
    isRetryable: isRetryableStatus(status),
    status,
    retryAfterMs: parseRetryAfter((name) => got.get(name), Date.now()),
  })
}

/** Creates the error for an answer that is not an AG-UI stream. */
const unreadable = (url: string): ModelError =>
  new ModelError(
    `The answer of ${url} is not an AG-UI stream. A login page or another server may have answered. Check the address and the sign-in.`,
    { kind: 'invalid_response', isRetryable: false },
  )

/**
 * Returns the parts of a run as a stream. `read` gets the data of each event with a function that
 * takes the parts, and returns true for the event that ends the run. A body that ends or breaks
 * before yields an `error` part with the code `stream_cut`.
 */
function toStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
  read: (data: string, take: (part: LanguageModelV4StreamPart) => void) => boolean,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let isEnd = false
  let take: (part: LanguageModelV4StreamPart) => void
  const parser = createParser({
    onEvent: ({ data }) => {
      if (!isEnd) isEnd = read(data, take)
    },
  })
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      start: (to) => to.enqueue({ type: 'stream-start', warnings: [] }),
      async pull(to) {
        let isEnough = false
        take = (part) => {
          to.enqueue(part)
          isEnough = true
        }
        while (!isEnd && !isEnough) {
          const { value } = await reader.read().catch(() => {
            signal?.throwIfAborted()
            return { value: undefined }
          })
          if (value) parser.feed(decoder.decode(value, { stream: true }))
          else {
            isEnd = true
            take({ type: 'error', error: streamCut() })
          }
        }
        if (!isEnd) return
        to.close()
        reader.cancel().catch(() => {})
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

const streamCut = (): ModelError =>
  new ModelError(
    'The connection to the remote agent ended before its run did, so a part of the answer is missing. Send the request again.',
    { kind: 'stream_cut', isRetryable: true },
  )
