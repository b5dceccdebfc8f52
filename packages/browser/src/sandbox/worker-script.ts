/** What surrounds the handler in its worker; `load` evaluates its text. */
const harness = `(load) => {
  const send = self.postMessage.bind(self)
  const tell = (...message) => send(JSON.stringify(message))
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
      report: ({ pct, message } = {}) => tell('report', pct, message),
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
      tell('done', await handler(args, ctx) ?? null)
    } catch (error) {
      // What was blocked is told of in a task of its own.
      const mayBeBlocked = error instanceof TypeError || error instanceof DOMException
      if (mayBeBlocked && !blocked) await new Promise((resolve) => setTimeout(resolve, 50))
      tell('threw', ...describe(error), blocked)
    }
  }
}`

/** The script of the worker that runs one handler, given as an expression. */
export const toWorkerScript = (expression: string): string =>
  `'use strict';\n(${harness})(() => (${expression}\n))`
