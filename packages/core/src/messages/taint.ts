import type { Message, ToolStatus } from './message.ts'

/** The most texts that a warning names. */
const maxSources = 3

/**
 * Returns the third-party text in a request, in words for the user who must approve its calls;
 * undefined if there is none. A request is tainted if it holds an untrusted message, or a message
 * that was made while the run was tainted. `shown` is the other such text in the request, as the
 * contexts of the page.
 */
export function findTaint(
  messages: readonly Message[],
  shown: readonly string[] = [],
): string | undefined {
  if (shown.length === 0 && !messages.some(isTainted)) return undefined
  const tainted = messages.filter(isTainted)
  const untrusted = tainted.filter(({ taint }) => taint === 'untrusted')
  // The newest text is the most likely one to have asked for the call.
  const sources = new Set([...untrusted.map(sourceOf), ...shown].reverse())
  sources.delete(undefined)
  const named = [...sources].slice(0, maxSources)
  if (sources.size > maxSources) return `${named.join(', ')} and more`
  if (named.length > 0) return named.join(' and ')
  if (tainted.length === 0) return undefined
  return tainted.findLast(({ taintedBy }) => taintedBy)?.taintedBy ?? unknownSource
}

const isTainted = ({ taint }: Message): boolean => taint !== undefined

const unknownSource = 'text from earlier in this conversation'

/** Returns the text that tainted a message, in words for people; undefined if it is not known. */
export function sourceOf(message: Message): string | undefined {
  const { taint, taintedBy, imported } = message
  if (imported) return 'an imported conversation'
  if (taintedBy !== undefined || taint !== 'untrusted') return taintedBy
  if (message.role === 'tool') return describeAnswer(message.name, message.status)
  if (message.role === 'assistant') return 'what the provider looked up'
  if (message.source === 'app') return 'a summary of text from others'
  return typeof message.content === 'string' || message.content.every(({ type }) => type === 'text')
    ? 'text that you gave'
    : 'a file that you attached'
}

/** Returns what a tool answered to a call, in words for people. */
export const describeAnswer = (tool: string, status: ToolStatus): string =>
  status === 'ok' ? `what "${tool}" returned` : `the error of "${tool}"`
