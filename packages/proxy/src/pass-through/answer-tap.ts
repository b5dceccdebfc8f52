import type { Meter } from '../exchange.ts'
import { ProxyError } from '../proxy-error.ts'
import type { Tap } from '../upstream/relay.ts'
import { isObject, type Json, objectsIn, parseJson } from './endpoint.ts'

/** An answer that is not streamed is read for its usage up to this size. */
const maxTextLength = 4 * 1024 * 1024

/** What a line must hold to be worth parsing: most are a few words of text. */
const worth =
  /"usage|finish_?reason"?|"(response\.(completed|incomplete|failed)|message_stop|error)"/i

/**
 * Counts tokens in the bytes of an answer as they go by, and sees whether it came to its end, on any of
 * the wires.
 */
export function createAnswerTap(meter: Meter, streams: boolean): Tap {
  const decoder = new TextDecoder()
  let isComplete = false
  let line: string[] = []
  let lineLength = 0

  function read(text: string): void {
    const data = streams ? /^data: ?(.*)/.exec(text)?.[1] : text
    if (data === '[DONE]') isComplete = true
    if (data === undefined || !worth.test(data)) return
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
      meter.streamed += text.length
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
    const known = names.map((name) => usage[name]).filter((value) => typeof value === 'number')
    return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined
  }
  // Anthropic counts what it cached apart; the names of the others stand alone.
  const cached = ['cache_read_input_tokens', 'cache_creation_input_tokens']
  meter.inputTokens =
    sum('prompt_tokens', 'input_tokens', 'promptTokenCount', ...cached) ?? meter.inputTokens
  meter.outputTokens =
    sum('completion_tokens', 'output_tokens', 'candidatesTokenCount', 'thoughtsTokenCount') ??
    meter.outputTokens
}
