import { AgentError, describeThrown, isThenable } from '../errors/agent-error.ts'
import { type CappedText, capText, type ReplacedKind, toJsonText } from '../json/json-text.ts'
import type { ToolMessage } from '../messages/message.ts'
import { findContentFault } from '../messages/read.ts'
import type { Redaction } from '../ports.ts'
import type { CallWork } from './call.ts'
import type { Executed } from './execute.ts'
import type { LoopRun, RunCore } from './run.ts'

/** The content that the model gets for a call. That of an error is made in `calls.ts`. */
export interface Told {
  readonly content: string
  readonly output?: ToolMessage['output']
  /** The size of the result before a cut, in UTF-8 bytes. */
  readonly totalBytes?: number | undefined
  /** True if the model gets nothing of the result. */
  readonly isWithheld?: boolean | undefined
}

/** A call of the loop, with the state of its execution. */
export type LoopWork = CallWork & { readonly run: LoopRun }

/**
 * Makes the content that the model gets for a call that has succeeded. Never throws or rejects: a
 * result that cannot be prepared is withheld.
 */
export function tellResult(work: LoopWork, { result, isWithheld }: Executed): Told | Promise<Told> {
  if (isWithheld) return withheld
  const withhold = (thrown: unknown): Told => {
    const { run, cancellation, call } = work
    if (AgentError.is(thrown, 'plugin')) run.fail(thrown)
    else if (!cancellation.reason) {
      run.warn(
        'result_withheld',
        `"${call.name}" succeeded, but its result could not be prepared for the model (${describeThrown(thrown)}). Correct \`result.toModel\`, or the getter or \`toJSON\` that threw.`,
        `result_withheld ${call.name}`,
      )
    }
    return withheld
  }
  try {
    const told = prepare(work, result)
    return told instanceof Promise ? told.catch(withhold) : told
  } catch (thrown) {
    return withhold(thrown)
  }
}

/** The content for a result that the model does not get. */
const withheld: Told = {
  content: JSON.stringify({
    ok: true,
    note: 'The call succeeded. Its result is withheld, because it could not be prepared. Do not repeat the call.',
  }),
  isWithheld: true,
}

function prepare(work: LoopWork, result: unknown): Told | Promise<Told> {
  const { run, executable, cancellation, toModel } = work
  if (executable?.mode === 'silent') return { content: '{"ok":true}' }
  const { redaction } = run.config
  const { maxResultBytes } = run.config.calls
  const replaced = new Map<ReplacedKind, string>()
  const finish = ({ text: content, totalBytes }: CappedText): Told | Promise<Told> => {
    const made = executable?.toModelOutput?.(result as never, work.call.arguments)
    if (made === undefined) {
      if (replaced.size) warnOfReplaced(run, work.call.name, replaced)
      return { content, totalBytes }
    }
    const tell = (given: ModelOutput['output']): Told => {
      const { output, totalBytes: cut } = toOutput(given, maxResultBytes, redaction)
      return { content, output, totalBytes: totalBytes ?? cut }
    }
    return isThenable(made) ? cancellation.race(Promise.resolve(made)).then(tell) : tell(made)
  }
  const written = toJsonText(result, (kind, name) => replaced.set(kind, name))
  // What `result.toModel` leaves out is not for a plug-in's model either.
  if (!toModel || executable?.toModelOutput)
    return finish(redactCapped(written, maxResultBytes, redaction))
  const change = async (): Promise<string> => {
    let json = redaction ? redaction.redact(written) : written
    for (const one of toModel) json = await one(json)
    return json
  }
  return cancellation.race(change()).then((json) => finish(capText(json, maxResultBytes)))
}

/** The output that a tool made for the model, as it is sent. */
interface ModelOutput {
  readonly output: NonNullable<ToolMessage['output']>
  /** The size of the texts that were cut, in UTF-8 bytes before the cut; absent if none was cut. */
  readonly totalBytes?: number | undefined
}

/**
 * Removes the secrets from the output of `result.toModel`, and cuts its text, all parts together,
 * to `maxBytes`. Media is not cut, because half an image is useless.
 */
function toOutput(
  made: ModelOutput['output'],
  maxBytes: number,
  redaction: Redaction | undefined,
): ModelOutput {
  const fault = findContentFault(made, '`result.toModel`', { isStored: true, allowsNewer: true })
  if (fault) throw new AgentError(fault)
  let room = maxBytes
  let totalBytes: number | undefined
  const say = (given: string): string => {
    const capped = redactCapped(given, room, redaction)
    room -= encoder.encode(capped.text).length
    if (capped.totalBytes) totalBytes = (totalBytes ?? 0) + capped.totalBytes
    return capped.text
  }
  const output =
    typeof made === 'string'
      ? say(made)
      : made
          .map((part) => (part.type === 'text' ? { ...part, text: say(part.text) } : part))
          // Some providers refuse empty text.
          .filter((part) => part.type !== 'text' || part.text)
  return { output, totalBytes }
}

/**
 * The characters past the limit that are read as well. A secret that the limit cuts is then found
 * whole, also where secrets before it have become shorter.
 */
const margin = 16_384

const encoder: TextEncoder = new TextEncoder()

/**
 * Removes the secrets from a text, and cuts it to `maxBytes` of UTF-8. Text far past the limit is
 * not read, so that a slow pattern cannot stop the page for long.
 */
export function redactCapped(
  text: string,
  maxBytes: number,
  redaction: Redaction | undefined,
): CappedText {
  if (!redaction) return capText(text, maxBytes)
  const room = maxBytes + margin
  const read = redaction.redact(text, room)
  return text.length <= room
    ? capText(read, maxBytes)
    : capText(read, maxBytes, encoder.encode(text).length)
}

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
    'text, or give the tool `result.toModel` for images and files',
  ],
  element: ['only the name of the element', 'the text or the fields that the model needs'],
  deep: ['only the upper 100 levels', 'flatter data'],
  opaque: [
    '{}',
    'a plain object with the fields that the model needs, such as `await response.json()` of a Response',
  ],
}

/** Warns once for each tool of a run that parts of its result have no form in JSON. */
function warnOfReplaced(
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
