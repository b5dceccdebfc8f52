// The reasons: decisions/0009.
import { commit, derivedTaint } from '../../engine/commit.ts'
import type { LoopRun } from '../../engine/run.ts'
import type { Feature, FinishedAnswer } from '../../engine/seams.ts'
import { AgentError } from '../../errors/agent-error.ts'
import type { ValidationIssue } from '../../errors/errors.ts'
import { isJsonObject } from '../../json/json.ts'
import { canonicalJson } from '../../json/json-text.ts'
import type { AssistantMessage, UserMessage } from '../../messages/message.ts'

/**
 * Checks an answer against `output`. With `repair`, asks the model again for an answer that does
 * not fit; without it, warns. Throws the code `output` if no repair is left.
 */
async function finishAnswer(
  run: LoopRun,
  message: AssistantMessage,
  repairs: number,
): Promise<FinishedAnswer> {
  const { output, repair } = run.config
  const content = message.content ?? ''
  if (!output || message.calls?.length) return { isRepairing: false }
  const checked = await run.cancellation.race(readAnswer(content, output.validate))
  if ('value' in checked) return { isRepairing: false, data: checked.value }
  if (!repair) {
    warnOfMismatch(run, checked)
    return { isRepairing: false }
  }
  if (repairs >= repair.maxAttempts) throw mismatch(checked.issues)
  const { createId, clock } = run.ports
  const asked = await commit<UserMessage>(run, {
    id: createId(),
    role: 'user',
    source: 'app',
    forModel: true,
    createdAt: clock.now(),
    content: repair.toMessage(checked.issues),
    ...derivedTaint(run),
  })
  run.reportMessages([asked])
  return { isRepairing: true }
}

const mismatch = (issues: readonly ValidationIssue[]): AgentError =>
  new AgentError(
    `The answer does not fit the output schema: ${issues.map(({ message }) => message).join('; ')}`,
    { code: 'output', details: { issues } },
  )

/** The most paths that a warning names. */
const maxPaths = 20

/** Warns that an answer has no data, with the paths at fault and no text of the answer. */
function warnOfMismatch(run: LoopRun, { issues, reason = '' }: Mismatch): void {
  const paths = issues.map(({ path }) => path?.join('.')).filter(Boolean)
  const named = [...new Set(paths)].slice(0, maxPaths).join(', ')
  const where = named ? `At: ${named}.` : reason
  run.warn(
    'output_mismatch',
    `The answer does not fit \`output\`, so the result has no \`data\`. ${where} Give \`use: [repair()]\` to ask the model again.`,
  )
}

/** The reasons for which an answer does not fit. */
interface Mismatch {
  readonly issues: readonly ValidationIssue[]
  /** The reason if it is not one of the schema. It has no text of the answer. */
  readonly reason?: string | undefined
}

/** An answer as the schema parsed it, or the reasons for which it does not fit. */
type ReadAnswer = { value: unknown } | Mismatch

type Validate = (value: unknown) => ReadAnswer | Promise<ReadAnswer>

/**
 * Reads the JSON of an answer, and checks it by the schema. Models often add a Markdown code fence
 * or a sentence. If the whole text is not JSON, the one object in it that fits is the answer.
 * Without such an object, or with several that differ, the answer does not fit.
 */
async function readAnswer(content: string, validate: Validate): Promise<ReadAnswer> {
  const whole = parse(withoutFence(content))
  if (whole) return check(whole.value, validate)
  const found = objectsIn(content)
  const checked = await Promise.all(found.map((value) => check(value, validate)))
  const fitting = checked.filter((one) => 'value' in one)
  const [first] = fitting
  if (first && fitting.length === 1) return first
  const [only] = checked
  if (!first && only && checked.length === 1) return only
  return refuse(
    first
      ? 'The answer has several JSON objects that fit, so none of them is sure to be meant.'
      : 'The answer is not JSON.',
  )
}

/** Returns what is in the one code fence of a text, or the text itself. */
function withoutFence(content: string): string {
  const text = content.trim()
  const opening = text.endsWith('```') ? /^```(?:json)?\s*\n/.exec(text)?.[0] : undefined
  return opening === undefined ? content : text.slice(opening.length, -3)
}

async function check(value: unknown, validate: Validate): Promise<ReadAnswer> {
  try {
    return await validate(value)
  } catch {
    return refuse('The schema threw while it checked the answer.')
  }
}

const refuse = (reason: string): Mismatch => ({ issues: [{ message: reason }], reason })

/** The most places of a text that are tried: a text of braces alone must not take long. */
const maxTries = 100

/** Returns the JSON objects in a text that are in no other one. Equal ones are returned once. */
function objectsIn(text: string): unknown[] {
  const found = new Map<string, unknown>()
  let tries = 0
  for (let at = text.indexOf('{'); at >= 0 && tries < maxTries; tries++) {
    const end = endOfObject(text, at)
    const parsed = end === undefined ? undefined : parse(text.slice(at, end))
    if (parsed && isJsonObject(parsed.value)) found.set(canonicalJson(parsed.value), parsed.value)
    at = text.indexOf('{', parsed ? end : at + 1)
  }
  return [...found.values()]
}

/** Returns the index after the brace that closes the one at `start`; undefined if none does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (isText) {
      if (character === '\\') at++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return undefined
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** The feature that reads an answer by \`output\`, and asks for a better one with \`repair\`. */
export const output: Feature = { request: { answer: finishAnswer } }
