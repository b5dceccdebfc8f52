import type { Meter } from '../meter.ts'
import { ProxyError } from '../proxy-error.ts'
import { toCount } from '../read-usage.ts'
import type { Tap } from '../upstream/relay.ts'
import { type Json, isObject, objectsIn } from './endpoint.ts'
import { parseJson } from '../parse-body.ts'
import { dataOf, lineEnd } from './peek-answer.ts'

/** The characters of a line, or of an answer without events, that are read for its usage. */
const maxTextLength = 4 * 1024 * 1024

/** A pattern of the lines to parse. Most lines hold only a few words of text. */
const relevant =
  /"usage|finish_?reason"?|"(response\.(completed|incomplete|failed)|message_stop|error)"/i

/**
 * Creates a tap that counts the tokens of an answer, and sees if the answer reached its end. It
 * works for all wires.
 *
 * @param estimate Estimates the tokens of a text. Left out where nothing is counted.
 */
export function createAnswerTap(
  meter: Meter,
  streams: boolean,
  estimate: (value: unknown) => number = () => 1,
): Tap {
  const decoder = new TextDecoder()
  let isComplete = false
  let line: string[] = []
  let lineLength = 0

  function read(text: string): void {
    const data = streams ? dataOf(text) : text
    if (data === '[DONE]') isComplete = true
    if (data === undefined) return
    if (streams) meter.streamedTokens += estimateEvent(data, estimate)
    if (!relevant.test(data) && streams) return
    const event = parseJson(data)
    if (!isObject(event)) return
    if (!streams) meter.streamedTokens += estimate(contentOf(event))
    readUsage(event, meter)
    if (streams && isError(event)) throw new ProxyError('upstream_error')
    isComplete ||= isEnd(event)
  }

  function take(text: string): void {
    if (lineLength > maxTextLength) return void (meter.streamedTokens += text.length / 4)
    line.push(text)
    lineLength += text.length
  }

  return {
    write(bytes) {
      const text = decoder.decode(bytes, { stream: true })
      if (!streams) return take(text)
      const lines = text.split(lineEnd)
      const rest = lines.pop() ?? ''
      for (const part of lines) {
        take(part)
        read(line.join(''))
        line = []
        lineLength = 0
      }
      take(rest)
    },
    isComplete() {
      read(line.join(''))
      return (meter.isAnswered = isComplete || !streams)
    },
  }
}

const isError = (event: Json): boolean => event['type'] === 'error' || isObject(event['error'])

function isEnd({ type, choices, candidates, promptFeedback }: Json): boolean {
  return (
    (typeof type === 'string' &&
      /^(response\.(completed|incomplete|failed)|message_stop)$/.test(type)) ||
    objectsIn(choices).some((choice) => typeof choice['finish_reason'] === 'string') ||
    objectsIn(candidates).some((candidate) => typeof candidate['finishReason'] === 'string') ||
    (isObject(promptFeedback) && promptFeedback['blockReason'] !== undefined)
  )
}

/** Returns the content of an answer that was not streamed, on any wire. */
const contentOf = ({ choices, output, content, candidates }: Json): unknown =>
  choices ?? output ?? content ?? candidates

function readUsage(event: Json, meter: Meter): void {
  const source = [event, event['response'], event['message']].find(
    (part) => isObject(part) && (isObject(part['usage']) || isObject(part['usageMetadata'])),
  )
  if (!isObject(source)) return
  const usage = source['usage'] ?? source['usageMetadata']
  if (!isObject(usage)) return
  const sum = (...names: string[]): number | undefined => {
    const known = names.map((name) => toCount(usage[name])).filter((value) => value !== undefined)
    return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined
  }
  const detail = (name: string, ...groups: string[]): number | undefined =>
    groups
      .map((group) => usage[group])
      .map((group) => (isObject(group) ? toCount(group[name]) : undefined))
      .find((value) => value !== undefined)
  // Anthropic counts cached tokens separately. An answer has only one of the other names.
  const read = 'cache_read_input_tokens'
  const written = 'cache_creation_input_tokens'
  const input = sum(
    'prompt_tokens',
    'input_tokens',
    'promptTokenCount',
    'toolUsePromptTokenCount',
    read,
    written,
  )
  const output = sum(
    'completion_tokens',
    'output_tokens',
    'candidatesTokenCount',
    'thoughtsTokenCount',
  )
  // Some servers leave reasoning out of the tokens of the answer, and count it in the total.
  const rest = (sum('total_tokens', 'totalTokenCount') ?? 0) - (input ?? 0)
  // Usage comes more than once on some wires, and grows.
  meter.inputTokens = most(meter.inputTokens, input)
  meter.outputTokens = most(meter.outputTokens, output && Math.max(output, rest))
  meter.cachedInputTokens = most(
    meter.cachedInputTokens,
    sum(read, 'cachedContentTokenCount') ??
      detail('cached_tokens', 'prompt_tokens_details', 'input_tokens_details'),
  )
  meter.cacheWriteTokens = most(meter.cacheWriteTokens, sum(written))
  meter.reasoningTokens = most(
    meter.reasoningTokens,
    sum('thoughtsTokenCount') ??
      detail('reasoning_tokens', 'completion_tokens_details', 'output_tokens_details'),
  )
}

const most = (before: number | undefined, now: number | undefined): number | undefined =>
  now === undefined ? before : Math.max(before ?? 0, now)

/** The fields of all wires with text of a model: its answer, its reasoning, the input of calls. */
const textField =
  /"(?:text|content|delta|arguments|thinking|reasoning|reasoning_content|partial_json|input)"\s*:\s*"/g

/** A pattern of the events that repeat the text of the events before them. */
const repeats = /"type"\s*:\s*"response\.[^"]*(?:done|added|completed|incomplete|failed)"/

/** A pattern of the events with calls or files that come whole. */
const whole = /"(?:args|inlineData)"/

/**
 * Estimates the tokens in one event of an answer, on any wire. Parses few events, since that would
 * take long for each of many small ones.
 */
function estimateEvent(json: string, estimate: (value: unknown) => number): number {
  if (repeats.test(json)) return 0
  if (whole.test(json)) return estimate(parseJson(json))
  let tokens = 0
  // Faster than `matchAll`, which copies the pattern each time.
  textField.lastIndex = 0
  while (textField.test(json)) {
    const from = textField.lastIndex
    const text = json.slice(from, endOfString(json, from))
    tokens += estimate(text.includes('\\') ? (parseJson(`"${text}"`) ?? text) : text)
  }
  return tokens
}

/** Returns the index of the quote that ends a string of JSON. */
function endOfString(json: string, from: number): number {
  let end = json.indexOf('"', from)
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let signs = 0
  while (json[at - 1 - signs] === '\\') signs++
  return signs % 2 === 1
}
