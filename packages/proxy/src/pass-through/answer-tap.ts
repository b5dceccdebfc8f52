import type { Meter } from '../exchange.ts'
import { ProxyError } from '../proxy-error.ts'
import type { Tap } from '../upstream/relay.ts'
import { toCount } from '../to-count.ts'
import { isObject, type Json, objectsIn, parseJson } from './endpoint.ts'

/** The characters of a line, or of an answer without events, that are read for its usage. */
const maxTextLength = 4 * 1024 * 1024

/** A pattern of the lines to parse. Most lines hold only a few words of text. */
const relevant =
  /"usage|finish_?reason"?|"(response\.(completed|incomplete|failed)|message_stop|error)"/i

/**
 * Creates a tap that counts the tokens of an answer, and sees if the answer reached its end. It
 * works for all wires.
 */
export function createAnswerTap(meter: Meter, streams: boolean): Tap {
  const decoder = new TextDecoder()
  let isComplete = false
  let line: string[] = []
  let lineLength = 0

  function read(text: string): void {
    const data = streams ? /^data: ?(.*)/.exec(text)?.[1] : text
    if (data === '[DONE]') isComplete = true
    if (data === undefined || !relevant.test(data)) return
    const event = parseJson(data)
    if (!isObject(event)) return
    readUsage(event, meter)
    if (streams && isError(event)) throw new ProxyError('upstream_error')
    isComplete ||= isEnd(event)
  }

  function take(text: string): void {
    if (lineLength > maxTextLength) return
    line.push(text)
    lineLength += text.length
  }

  return {
    write(bytes) {
      const text = decoder.decode(bytes, { stream: true })
      meter.streamedTokens += text.length / 4
      if (!streams) return take(text)
      const lines = text.split(/\r\n|\n|\r/)
      for (const [index, part] of lines.entries()) {
        take(part)
        if (index === lines.length - 1) break
        read(line.join(''))
        line = []
        lineLength = 0
      }
    },
    isComplete() {
      read(line.join(''))
      return isComplete || !streams
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
  // Anthropic counts cached tokens separately. An answer has only one of the other names.
  const cached = ['cache_read_input_tokens', 'cache_creation_input_tokens']
  meter.inputTokens =
    sum('prompt_tokens', 'input_tokens', 'promptTokenCount', ...cached) ?? meter.inputTokens
  meter.outputTokens =
    sum('completion_tokens', 'output_tokens', 'candidatesTokenCount', 'thoughtsTokenCount') ??
    meter.outputTokens
}
