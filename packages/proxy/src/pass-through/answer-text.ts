import { parseJson } from './endpoint.ts'

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
export function estimateEvent(json: string, estimate: (value: unknown) => number): number {
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
