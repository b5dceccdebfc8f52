import type { Clock, CreateId } from '../clock.ts'
import { type ChatInput, holdsBlob, type UserContent } from './content.ts'
import type { Draft, UserMessage } from './message.ts'

/** The sources of ids and of the time. */
interface Sources {
  readonly createId: CreateId
  readonly clock: Clock
}

/**
 * Makes a message of the person. `isUntrusted` is the option of the call, if it was given. `id` is
 * a new one by default. A message that is third-party text as a whole has no marked parts: they
 * would free the others.
 */
export const toPersonMessage = (
  content: UserContent,
  isUntrusted: boolean | undefined,
  { createId, clock }: Sources,
  id: string = createId(),
): Draft<UserMessage> => ({
  id,
  role: 'user',
  createdAt: clock.now(),
  content: isUntrusted ? unmarked(content) : content,
  ...((isUntrusted || holdsUntrusted(content)) && { taint: 'untrusted' }),
})

/**
 * Makes a message of an input as it was given. Returns undefined without input, or with blobs still
 * to be read.
 */
export const toKnownMessage = (
  input: ChatInput | undefined,
  isUntrusted: boolean | undefined,
  sources: Sources,
  id?: string,
): Draft<UserMessage> | undefined =>
  input === undefined || holdsBlob(input)
    ? undefined
    : toPersonMessage(input as UserContent, isUntrusted, sources, id)

/** Returns a content without its marks of third-party text. */
export const unmarked = (content: UserContent): UserContent =>
  typeof content === 'object' ? content.map(({ untrusted: _untrusted, ...part }) => part) : content

/** Tells if parts of a message are marked as third-party text. */
export const holdsUntrusted = (input: ChatInput): boolean =>
  typeof input !== 'string' && input.some(({ untrusted }) => untrusted)
