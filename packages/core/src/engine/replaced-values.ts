import type { ReplacedKind } from '../json/json-text.ts'
import type { RunCore } from './run-core.ts'

/** For each kind of value without JSON: the text that the model gets, and the value to return. */
const replacements: Readonly<Record<ReplacedKind, readonly [told: string, instead: string]>> = {
  Map: ['an object, or a list of entries', 'a plain object: `Object.fromEntries(map)`'],
  Set: ['a list', 'a list: `[...set]`'],
  bigint: ['text of digits', 'a number or text'],
  function: ['null, or nothing where it is in an object', 'data'],
  symbol: ['null, or nothing where it is in an object', 'text'],
  promise: ['null', 'the value: await it first'],
  cycle: ['"[Circular]"', 'data without cycles'],
  binary: [
    'only the number of bytes',
    'text, or give the tool `toModelOutput` for images and files',
  ],
  element: ['only the name of the element', 'the text or the fields that the model needs'],
  deep: ['only the upper 100 levels', 'flatter data'],
  opaque: [
    '{}',
    'a plain object with the fields that the model needs, such as `await response.json()` of a Response',
  ],
}

/** Warns once for each tool of a run that parts of its result have no form in JSON. */
export function warnOfReplaced(
  run: RunCore,
  tool: string,
  replaced: ReadonlyMap<ReplacedKind, string>,
): void {
  const sentences = Array.from(replaced, ([kind, name]) => {
    const [told, instead] = replacements[kind]
    return `For ${name}, the model got ${told}. Return ${instead}.`
  })
  const message = `The result of "${tool}" holds what JSON does not have. ${sentences.join(' ')}`
  run.warn('result_not_json', message, `result_not_json ${tool}`)
}
