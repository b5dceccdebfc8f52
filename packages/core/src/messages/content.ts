/** The trust in one part of a message. */
interface PartTrust {
  /**
   * True if the part is third-party text in a message of the person, such as a file that somebody
   * sent them. The message is then tainted, and the model gets the part in an envelope.
   */
  readonly untrusted?: true | undefined
}

/** An image, a sound or a file: base64 text with its `mediaType`, or a URL. */
export interface MediaPart extends PartTrust {
  readonly type: 'image' | 'audio' | 'file'
  /** The bytes as base64 text, or an `http(s):` or `data:` URL. */
  readonly data: string
  /**
   * The media type, such as `image/png`. Default: the type of the Blob or File, or of the data URL.
   */
  readonly mediaType?: string | undefined
  readonly filename?: string | undefined
}

/** One part of a user message, as it is stored and sent. */
export type ContentPart = (PartTrust & { readonly type: 'text'; readonly text: string }) | MediaPart

/**
 * One part that a caller may send: a stored part, or media given as a `URL`, a `Blob` or a `File`.
 */
export type ContentInput =
  | ContentPart
  | (Omit<MediaPart, 'data'> & { readonly data: string | URL | Blob })

/** The input of `chat` and `execute`: text, or parts. */
export type ChatInput = string | readonly ContentInput[]

/** The content of a user message: text, or parts. */
export type UserContent = string | readonly ContentPart[]

/** Returns the text of a user message. Other parts are left out. */
export const textOf = (content: UserContent): string =>
  typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

/** Tells if the input holds a Blob, which must be read before the message can be stored. */
export const holdsBlob = (input: ChatInput): boolean =>
  typeof input !== 'string' && input.some((part) => 'data' in part && part.data instanceof Blob)
