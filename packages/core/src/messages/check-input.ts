import { AgentError } from '../errors/agent-error.ts'
import type { ChatInput } from './content.ts'

/**
 * Returns the error of an input that is no message, or an empty one. Providers refuse empty text,
 * and every later request that has it. Returns undefined for a message.
 */
export function findInputFault(input: ChatInput): AgentError | undefined {
  const fault = findContentFault(input, 'The input')
  if (fault) return new AgentError(`${fault}, so it cannot be a message. ${howToGive}`)
  if (saysSomething(input)) return undefined
  return new AgentError(`The message is empty, so there is nothing to answer. ${howToGive}`)
}

const howToGive = 'Give text, or an array of parts: text, image, audio or file.'

/** The exceptions from the rules of a message's content. */
interface Allowed {
  /** True if the data of files must be text, as in a stored message. */
  readonly isStored?: boolean | undefined
  /** True if there may be parts of types that only a later version knows. */
  readonly allowsNewer?: boolean | undefined
}

/** Returns the fault of a message's content, in words that begin with its `path`. */
export function findContentFault(
  content: unknown,
  path: string,
  allowed: Allowed = {},
): string | undefined {
  if (typeof content === 'string') return undefined
  if (!Array.isArray(content)) return `${path} is neither a string nor an array`
  const faults = Array.from(content, (part) => findPartFault(part, allowed))
  const at = faults.findIndex((fault) => fault !== undefined)
  return at < 0 ? undefined : `${path}[${at}]${faults[at]}`
}

function findPartFault(part: unknown, { isStored, allowsNewer }: Allowed): string | undefined {
  if (typeof part !== 'object' || part === null) return ' is no object'
  const { type, text, data } = part as Readonly<Record<string, unknown>>
  if (type === 'text') return typeof text === 'string' ? undefined : '.text is no string'
  if (!media.has(type)) {
    const isNewer = allowsNewer && typeof type === 'string'
    return isNewer ? undefined : '.type is none of text, image, audio and file'
  }
  if (typeof data === 'string') return isUrl(data) ? undefined : '.data is no valid URL'
  const isData = !isStored && typeof data === 'object' && data !== null
  if (isData) return undefined
  return isStored ? '.data is no base64 text or URL' : '.data is no base64 text, URL, Blob or File'
}

/** Tells if data that begins as a URL is one. */
const isUrl = (data: string): boolean => !/^https?:/.test(data) || URL.canParse(data)

const media: ReadonlySet<unknown> = new Set(['image', 'audio', 'file'])

const saysSomething = (input: ChatInput): boolean =>
  typeof input === 'string'
    ? input.trim() !== ''
    : input.some((part) => part.type !== 'text' || part.text.trim() !== '')
