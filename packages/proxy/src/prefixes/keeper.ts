import { leastPrefix, type ModelCall, prefixHeader, prefixVersion, sha256 } from '@ambit/protocol'
import { abortableRequest, within } from '../abortable.ts'
import type { Exchange } from '../exchange.ts'
import { checkBounds, parseBody } from '../parse-body.ts'
import { ProxyError } from '../proxy-error.ts'
import { reportFailure } from '../report-failure.ts'

/** The time that the store may take, in milliseconds. Then the client sends the whole call. */
const storeMs = 1_000

/** The parts of a body that may be named by their hash. */
interface Parts {
  prompt?: unknown
  tools?: unknown
}

/**
 * Returns the body of a call with all that it names in place. What comes back is the body that the
 * client would have sent as a whole, and is checked as such.
 *
 * @throws ProxyError `unknown_prefix` if a part is not kept for this user, or if the body would
 * be too large. Then the request does not count, since the whole call follows.
 */
export async function joinCall(exchange: Exchange, body: unknown): Promise<unknown> {
  const { options } = body as { options?: unknown }
  const { prompt, tools } = Object(options) as Parts
  const [name, ...messages]: unknown[] = Array.isArray(prompt) ? prompt : []
  const names = [name, tools].map((part) => (typeof part === 'string' ? part : undefined))
  if (names.every((part) => part === undefined)) return body
  const texts = await Promise.all(names.map((part) => read(exchange, part)))
  const { request: maxBytes } = exchange.options.bytes
  const whole = [JSON.stringify(body), ...texts].join('')
  const isMissing = texts.some((text, at) => text === undefined && names[at] !== undefined)
  if (isMissing || size(whole) > maxBytes) {
    const isBack = await exchange.limits?.forgive(exchange.subject ?? '', exchange.admittedAt)
    if (isBack) exchange.isStoreBack = true
    throw new ProxyError('unknown_prefix')
  }
  checkBounds(whole, Infinity, maxBytes)
  const [ofPrompt, ofTools] = await Promise.all(
    texts.map(async (text) => (text === undefined ? text : parseBody(text))),
  )
  return {
    ...(body as object),
    options: {
      ...(options as object),
      ...(ofPrompt !== undefined && { prompt: [...[ofPrompt].flat(), ...messages] }),
      ...(ofTools !== undefined && { tools: ofTools }),
    },
  }
}

/** Keeps the tools of a call, and the messages that the next call repeats. */
export function keepCall(
  exchange: Exchange,
  body: unknown,
  { stableEnd = 0, options }: ModelCall,
): void {
  const { prompt, tools } = (body as { options: Parts }).options
  if (stableEnd === 0 || stableEnd > options.prompt.length) return
  const texts = [(prompt as unknown[]).slice(0, stableEnd), tools]
    .map((part) => JSON.stringify(part ?? []))
    .filter((text) => text.length >= leastPrefix)
  const { maxBytesPerOwner = Infinity } = exchange.options.prefixes?.store ?? {}
  // Else one of them would drop the other, and each call would be sent twice.
  if (texts.length === 0 || size(texts.join('')) > maxBytesPerOwner) return
  exchange.headers = { [prefixHeader]: prefixVersion }
  // The provider is not kept waiting.
  for (const text of texts) void keep(exchange, text)
}

async function keep(exchange: Exchange, text: string): Promise<void> {
  const { prefixes } = exchange.options
  await guard(async () =>
    prefixes?.store.set(keyOf(exchange, await sha256(text)), text, prefixes.ttlMs),
  )
}

/** Returns the key of a text: nobody else has the same owner. */
const keyOf = ({ subject = '' }: Exchange, hash: string): string =>
  `prefix:${encodeURIComponent(subject)}:${hash}`

/** Reads a text that is kept for the user of a request. Undefined if there is none. */
async function read(exchange: Exchange, name: string | undefined): Promise<string | undefined> {
  if (name === undefined || !/^[0-9a-f]{64}$/.test(name)) return undefined
  const reading = guard(async () => {
    const text = await exchange.options.prefixes?.store.get(keyOf(exchange, name))
    // So no store can change a conversation.
    return typeof text === 'string' && (await sha256(text)) === name ? text : undefined
  })
  return abortableRequest(reading, exchange.abort.signal)
}

/** Asks the store. Undefined if it fails or takes too long: the client then sends all. */
async function guard<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await within('The store', storeMs, ask)
  } catch (thrown) {
    reportFailure('the store of prefixes failed, so clients send whole calls', thrown)
    return undefined
  }
}

const encoder = new TextEncoder()

const size = (text: string): number => encoder.encode(text).length
