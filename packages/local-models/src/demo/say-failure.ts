import { isRecord } from './read-prompt.ts'
import type { PastCall } from './read-prompt.ts'
import { sayAction } from './say-action.ts'
import { asSentence } from './as-sentence.ts'
import { nothingToUndo } from './say-undo.ts'
import { wordsOf } from './tokenise.ts'

/** The texts that a schema makes by itself, which tell a user nothing. */
const ofSchema =
  /^(invalid|too (small|big|short|long)|expected|unrecognized|required|unknown|must|should|(string|number|array|object|value|property|additional propert\w*)\b.*\b(must|expected|not allowed|required))\b/i

/** Says in plain words why a call did not do its work, or that nobody knows if it did. */
export function sayFailure(call: PastCall, error: string): string {
  const action = sayAction(call.tool)
  const text = plainError(error, call)
  if (/nothing left to undo/i.test(text)) return nothingToUndo
  const denied = /^"[^"]*" was denied: ([^]*)$/.exec(text)?.[1]
  if (denied !== undefined) return sayDenied(action, inWords(firstSentence(denied), call))
  const isOfPage = /the page ended|has no answer/.test(text)
  if (text.endsWith('It was not run.'))
    return `I did not ${action}: ${isOfPage ? 'the page was reloaded or closed' : 'I was stopped'} before that.`
  if (isOfPage)
    return `The page was reloaded or closed while I wanted to ${action}. It is not known whether that took effect: please look at the page.`
  if (/^Cancelled\b/.test(text))
    return `I was stopped while I wanted to ${action}. Please look at the page for what took effect.`
  const problems = /^Invalid arguments for "[^"]*": ([^]*)$/.exec(text)?.[1]
  if (problems !== undefined) return sayProblems(action, problemsOf(call, problems), call)
  return asSentence(`I could not ${action}: ${inWords(reasonOf(text), call)}`)
}

function sayDenied(action: string, reason: string): string {
  const comment = /^the user said no(?:: ([^]+))?$/.exec(reason.replace(/\.$/, ''))
  if (!comment) return asSentence(`I did not ${action}: ${reason}`)
  const told = comment[1] === undefined ? '' : ` You said: “${comment[1]}”.`
  return `All right, I did not ${action}.${told}`
}

/** Returns what is wrong with the arguments, each without the path of its value. */
function problemsOf({ value }: PastCall, text: string): readonly string[] {
  const error = isRecord(value) && isRecord(value['error']) ? value['error'] : {}
  const issues = Array.isArray(error['issues']) ? (error['issues'] as unknown[]) : []
  const told = issues.flatMap((issue) =>
    isRecord(issue) && typeof issue['message'] === 'string' ? [issue['message']] : [],
  )
  return told.length > 0 ? told : text.split('; ').map((each) => each.replace(/^[\w.$[\]]+: /, ''))
}

function sayProblems(action: string, problems: readonly string[], call: PastCall): string {
  const plain = problems.filter((problem) => !ofSchema.test(problem))
  if (plain.length === 0) return `I could not ${action}: a value did not fit.`
  return [...new Set(plain)].map((each) => asSentence(inWords(each, call))).join(' ')
}

/** Returns the reason in an error of the engine, whose own words name the tool. */
function reasonOf(text: string): string {
  const off = /^"[^"]*" is not available now(?:: ([^]+))?/.exec(text)
  if (off) return off[1] ?? 'it is not available now'
  if (text.startsWith('There is no tool "')) return 'that is not possible here'
  if (/ took longer than \d+ ms\./.test(text))
    return 'it took too long. Please look at the page for what took effect'
  return text
}

/** Removes the names of classes and parameters in front of an error. */
function plainError(error: string, { input }: PastCall): string {
  let text = error.trim()
  for (let count = 0; count < 4; count += 1) {
    const [head = '', name = ''] = /^([A-Za-z_$][\w$.]*):\s/.exec(text) ?? []
    const isClass = /(Error|Exception|Failure)$/.test(name)
    const isParameter = isRecord(input) && Object.hasOwn(input, name)
    if (!isClass && !isParameter) break
    text = text.slice(head.length)
  }
  return text
}

/** Replaces the names of the tool and of its parameters, which only programs use, with words. */
function inWords(text: string, { tool, input }: PastCall): string {
  const names = [tool, ...Object.keys(isRecord(input) ? input : {})]
  return names
    .filter((name) => /[a-z][A-Z]|_/.test(name))
    .reduce((said, name) => said.replaceAll(name, wordsOf(name).join(' ')), text)
}

const firstSentence = (text: string): string => text.split(/(?<=[.!?])\s/)[0] ?? text
