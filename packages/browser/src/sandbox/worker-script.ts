import { AgentError } from '@ambit/core'

/** The code around the handler in its worker. `load` evaluates the handler's text. */
const harness = `(load) => {
  const post = self.postMessage.bind(self)
  const send = (...message) => post(JSON.stringify(message))
  const freeze = (value) => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
    return value
  }
  const describe = (error) => {
    try {
      return error instanceof Error ? [String(error.name), String(error.message)] : ['Error', String(error)]
    } catch {
      return ['Error', 'It threw what cannot be read.']
    }
  }
  let blocked = ''
  self.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    if (URL.canParse(blockedURI)) blocked = new URL(blockedURI).origin
  })
  // A worker that starts workers could keep every core busy.
  delete self.Worker
  delete self.SharedWorker
  self.onmessage = async ({ data: { args, env } }) => {
    self.onmessage = null
    const here = {
      env: freeze(env),
      signal: new AbortController().signal,
      report: ({ pct, message } = {}) => send('report', pct, message),
    }
    const ctx = new Proxy(Object.freeze(here), {
      get: (_, key) => {
        if (typeof key === 'symbol' || key in here) return here[key]
        throw new TypeError('\`ctx.' + key + '\` does not reach into a sandbox: there are env, report and signal.')
      },
    })
    try {
      const handler = load()
      if (typeof handler !== 'function') throw new TypeError('Its text is not a function.')
      send('done', await handler(args, ctx) ?? null)
    } catch (error) {
      // The browser reports a blocked request in a later task.
      const mayBeBlocked = error instanceof TypeError || error instanceof DOMException
      if (mayBeBlocked && !blocked) await new Promise((resolve) => setTimeout(resolve, 50))
      send('threw', ...describe(error), blocked)
    }
  }
}`

/** Returns the script of the worker that runs one handler, which is given as an expression. */
export const toWorkerScript = (expression: string): string =>
  `'use strict';\n(${harness})(() => (${expression}\n))`

const name = String.raw`(?:[\w$\u0080-\uffff]+|\[[^\]]*\]|'[^']*'|"[^"]*")`
const method = new RegExp(String.raw`^(?:async\s+)?(?:\*\s*)?${name}\s*\(`)

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
 * Parses a message of the worker: `report`, `done` or `threw`, and its values. The code in the
 * worker can send messages too, so anything else is read as an empty list.
 */
export function parseMessage(text: string): readonly unknown[] {
  try {
    const message: unknown = JSON.parse(
      text,
      text.includes('"__proto__"') ? dropPrototype : undefined,
    )
    return Array.isArray(message) && kinds.has(message[0]) ? message : []
  } catch {
    return []
  }
}

const kinds: ReadonlySet<unknown> = new Set(['report', 'done', 'threw'])

/** Drops a key that would reach a prototype when the result is merged into something. */
function dropPrototype(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}
