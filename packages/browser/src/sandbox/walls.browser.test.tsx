import { describe, expect, it } from 'vitest'
import { failureOf, inSandbox } from '../../test/run-in-sandbox.ts'

/** Code that looks for a right that no handler has. Returns the names of those that it found. */
const search = `(() => {
  const found = Object.keys(self.kept ?? {}).filter((name) => typeof self.kept[name] === 'function')
  for (let holder = self; holder; holder = Object.getPrototypeOf(holder)) {
    for (const name of ['postMessage', 'Worker', 'SharedWorker', 'OffscreenCanvas']) {
      if (Object.hasOwn(holder, name)) found.push(name)
    }
  }
  return found.concat(['gpu', 'ml'].filter((name) => name in navigator))
})()`

const keep = `{ self.kept ??= { Worker: self.Worker, post: self.postMessage, canvas: self.OffscreenCanvas } }`

/** Texts that leave the place of the handler, to run before it or to replace what is around it. */
const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'addEventListener',
      'postMessage',
      'setTimeout',
      'Object',
      'Reflect',
      'Function',
      'JSON',
      'Proxy',
      'String',
      'Event',
      'performance',
      'navigator',
      'OffscreenCanvas',
      'SecurityPolicyViolationEvent',
      'Worker',
      'onmessage',
      'onerror',
      'self',
      'globalThis',
      'undefined',
      '__proto__',
      'toString',
      'valueOf',
      'then',
      'get',
      'worker',
      'load',
    ].map((name) => [
      `a function declared as ${name}`,
      `async () => ${search}\n)); function ${name}() ${keep}\n((0`,
    ]),
  ),
  'a class in place of a global': `() => ${search}\n)); class Object { static getPrototypeOf() ${keep} }\n((0`,
  'a variable in place of a global': `() => ${search}\n)); var Reflect = 1\n((0`,
  'a parenthesis that is closed': `() => ${search}\n)); ${keep}\n((0`,
  'an end of the thunk': `() => ${search})), ((() => ${keep})()), (() => (0`,
  'a comment at its end': `() => ${search} // `,
  'a comment that stays open': `() => ${search} /*`,
  'an HTML comment': `() => ${search} <!-- x`,
  'an end of an HTML comment': `() => ${search}\n--> )); ${keep} ((`,
  'a template that stays open': '() => ' + search + ' `',
  'a directive': `'use asm'; () => ${search}`,
  'an await at the top': `await 0, () => ${search}`,
  'an import at the top': `() => ${search})); import './x.js'; ((0`,
  'a sequence': `(${keep.slice(1, -1)}, () => ${search})`,
  'a function that calls itself': `(() => { ${keep}; return () => ${search} })()`,
  'a global object named by `this`': `(function () { (this ?? self).kept ??= { Worker: (this ?? self).Worker } ; return () => ${search} })()`,
  'a label and a block': `() => ${search}\n)); here: { function addEventListener() ${keep} }\n((0`,
}

describe('the walls of the sandbox', () => {
  it.each(Object.entries(texts))('A14 R61 stand before the text: %s', async (_, text) => {
    const outcome = await inSandbox(text, { timeout: 5_000 }).catch((error: unknown) => error)
    // Either the text is not a function, or the function finds nothing.
    if (outcome instanceof Error) expect(outcome.message).toContain('cannot be read as a function')
    else expect(outcome).toEqual([])
  })

  it('A14 R61 stand while the text replaces what the page would read', async () => {
    const source = `async (args, ctx) => {
      const seen = []
      const spy = (holder, name) => {
        const original = holder[name]
        holder[name] = function (...all) { seen.push(name); return Reflect.apply(original, this, all) }
      }
      spy(JSON, 'stringify')
      spy(Function.prototype, 'bind')
      spy(Function.prototype, 'call')
      spy(Promise.prototype, 'then')
      spy(String.prototype, 'slice')
      spy(Array.prototype, 'toString')
      spy(Performance.prototype, 'now')
      self.setTimeout = () => seen.push('setTimeout')
      for (const key of ['toJSON', 'length', 'then']) {
        Object.defineProperty(Object.prototype, key, { set() { seen.push(key) }, get() { return undefined } })
      }
      ctx.progress({ percent: 1, message: 'one' })
      return seen
    }`
    expect(await inSandbox(source)).toEqual([])
  })

  it('A14 R61 are not forged by what the text throws or returns', async () => {
    const source = `() => {
      Array.prototype.toJSON = Object.prototype.toJSON = () => 'replaced'
      return { a: 1 }
    }`
    expect(await inSandbox(source)).toBe('replaced')
    const ending = `() => { self.onerror = () => true; addEventListener('error', (event) => event.stopImmediatePropagation(), true); setTimeout(() => { throw 'late' }); return new Promise(() => {}) }`
    expect((await failureOf(inSandbox(ending))).message).toBe('The code of "probe" threw "late".')
  })
})
