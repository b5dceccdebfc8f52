// The reasons: decisions/0014.
import { AgentError } from '@ambit/core'
import { maxResult, reporter } from './bounds.ts'

/**
 * The names of the worker that the harness uses. The script declares each one with `const`, so a
 * text that declares one of them too cannot be read. A function that the text declares would
 * otherwise be in place before the harness runs.
 */
const globals = [
  'AbortController',
  'DOMException',
  'Error',
  'ErrorEvent',
  'Event',
  'Function',
  'JSON',
  'Object',
  'Proxy',
  'Reflect',
  'SecurityPolicyViolationEvent',
  'String',
  'TypeError',
  'addEventListener',
  'clearTimeout',
  'navigator',
  'performance',
  'setTimeout',
]

/**
 * The code around the handler in its worker. `load` evaluates the handler's text. What stands
 * before the first message runs before any of the text. What runs later uses only functions that
 * were taken before, because the text may have replaced the rest.
 */
const harness = `(worker, load) => {
  const post = worker.postMessage.bind(worker)
  const remove = (from, names) => {
    for (let holder = from; holder; holder = Object.getPrototypeOf(holder)) {
      for (const name of names) {
        if (!Reflect.deleteProperty(holder, name)) throw new TypeError(name)
      }
    }
  }
  // Only this code speaks for the worker. A worker that starts workers could keep every core busy.
  // The page shares its GPU, whose work goes on after the worker has ended. WebKit keeps caches for
  // frames without an origin too, where one call would find what another left.
  const rights = ['postMessage', 'Worker', 'SharedWorker', 'OffscreenCanvas', 'caches', 'WebAssembly']
  remove(worker, rights)
  remove(navigator, ['gpu', 'ml'])
  const { stringify } = JSON
  const { freeze, getOwnPropertyDescriptor, getPrototypeOf, isFrozen, values } = Object
  const bare = Function.prototype.bind.bind(Function.prototype.call)
  const getter = (prototype, name) => bare(getOwnPropertyDescriptor(prototype, name).get)
  const slice = bare(String.prototype.slice)
  const preventDefault = bare(Event.prototype.preventDefault)
  const errorOf = getter(ErrorEvent.prototype, 'error')
  const violationOf = (prototype) => {
    const addressOf = getter(prototype, 'blockedURI')
    const directiveOf = getter(prototype, 'effectiveDirective')
    return (event) => directiveOf(event) === 'connect-src' && addressOf(event)
  }
  let blockedBy = SecurityPolicyViolationEvent && violationOf(SecurityPolicyViolationEvent.prototype)
  const { report, flush } = (${reporter})(post)
  const cut = (value, length) => slice(String(value), 0, length)
  let ended = false
  const end = (text) => {
    if (ended) return
    ended = true
    flush()
    post(text)
  }
  let blocked = ''
  const fail = (error) => {
    let name
    let message
    let mayBeBlocked = false
    try {
      mayBeBlocked = error instanceof TypeError || error instanceof DOMException
      name = error instanceof Error ? cut(error.name, 100) : 'Error'
      message = cut(error instanceof Error ? error.message : error, 2_000)
    } catch {
      message = undefined
    }
    const tell = () => end('["threw",' + stringify(name ?? 'Error') + ',' + (stringify(message) ?? null) + ',' + stringify(blocked) + ']')
    // The browser reports a blocked request in a later task.
    if (mayBeBlocked && !blocked) setTimeout(tell, 50)
    else tell()
  }
  const freezeAll = (value) => {
    if (typeof value !== 'object' || value === null || isFrozen(value)) return value
    values(freeze(value)).forEach(freezeAll)
    return value
  }
  const noteBlocked = (event) => {
    if (!event.isTrusted) return
    // Firefox gives a worker these events, but not their class. No text has the first one before.
    blockedBy ??= violationOf(getPrototypeOf(event))
    const address = blockedBy(event)
    if (address) blocked = cut(address, 2_000)
  }
  addEventListener('securitypolicyviolation', noteBlocked, true)
  addEventListener('error', (event) => {
    if (!event.isTrusted) return
    preventDefault(event)
    fail(errorOf(event))
  }, true)
  addEventListener('message', async ({ data: { args, env } }) => {
    const here = {
      env: freezeAll(env),
      signal: new AbortController().signal,
      progress: ({ percent, message } = {}) => {
        const said = typeof message === 'string' ? stringify(cut(message, 1_000)) : null
        if (!ended) report('["report",' + (typeof percent === 'number' ? stringify(percent) : null) + ',' + said + ']')
      },
    }
    const ctx = new Proxy(freeze(here), {
      get: (_, key) => {
        if (typeof key === 'symbol' || key in here) return here[key]
        throw new TypeError('\`ctx.' + key + '\` does not reach into a sandbox: there are env, progress and signal.')
      },
    })
    try {
      const handler = load()
      if (typeof handler !== 'function') return end('["unread"]')
      const text = stringify((await handler(args, ctx)) ?? null) ?? 'null'
      end(text.length > ${maxResult} ? '["large"]' : '["done",' + text + ']')
    } catch (error) {
      fail(error)
    }
  }, { once: true })
  post('')
}`

/**
 * Returns the script of the worker that runs one handler, which is given as an expression. The
 * worker sends an empty text when nothing of the handler's text has run yet, and no right is left
 * that it must not have. The worker then waits for the arguments.
 */
export const toWorkerScript = (expression: string): string =>
  `'use strict';\nconst postMessage = undefined, { ${globals.join(', ')} } = this;\n(${harness})(this, () => (${expression}\n))`

/**
 * The beginning of a method: its name is a word, a string or computed. No character of a word is a
 * space, so that a text is read once.
 */
const method = /^(?:async\s+)?(?:\*\s*)?(?:[\p{ID_Continue}$]+|\[[^\]]*\]|'[^']*'|"[^"]*")\s*\(/u

/**
 * Converts the text of a function into an expression. Throws `AgentError` for a function that has
 * no text of its own.
 */
export function toExpression(source: string, tool: string): string {
  const text = source.trim()
  if (/\{\s*\[native code\]\s*\}$/.test(text)) {
    throw new AgentError(
      `The handler of "${tool}" is a bound or built-in function: it has no text that a sandbox could run. Give the function itself.`,
    )
  }
  // The text of `{ handler(args) {} }` is a method, and an expression only inside an object.
  return method.test(text) && !/^(?:async\s*)?(?:function\b|\()/.test(text)
    ? `Object.values({ ${text}\n})[0]`
    : text
}

/**
 * Parses a message of the worker: a list of its kind and its values. Anything else is read as
 * `unread`.
 */
export function parseMessage(text: string): readonly unknown[] {
  try {
    const message: unknown = JSON.parse(text)
    if (!Array.isArray(message) || !kinds.has(message[0])) return ['unread']
    // A key may be written with an escape too.
    if (/__proto__|\\u/.test(text)) dropPrototypes(message)
    return message
  } catch {
    return ['unread']
  }
}

const kinds: ReadonlySet<unknown> = new Set(['report', 'done', 'threw', 'large', 'unread'])

/** Drops every key that would reach a prototype when the result is merged into something. */
function dropPrototypes(message: object): void {
  const found: object[] = [message]
  for (const value of found) {
    if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
    for (const part of Object.values(value) as unknown[]) {
      if (typeof part === 'object' && part !== null) found.push(part)
    }
  }
}
