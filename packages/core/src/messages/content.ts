/** Where the bytes of an image, a sound or a file are: base64 text with its `mediaType`, or a URL. */
export interface MediaPart {
  readonly type: 'image' | 'audio' | 'file'
  /** Base64 text, or an `http(s):` or `data:` URL. */
  readonly data: string
  /** As in `image/png`; read from a Blob, a File or a data URL where it is not given. */
  readonly mediaType?: string | undefined
  readonly filename?: string | undefined
}

/** One part of a user message, as it is stored and sent. */
export type ContentPart = { readonly type: 'text'; readonly text: string } | MediaPart

/** One part of what a caller may send: stored parts, and media given as a `URL`, a `Blob` or a `File`. */
export type ContentInput =
  | ContentPart
  | (Omit<MediaPart, 'data'> & { readonly data: string | URL | Blob })

/** What `chat` and `execute` take: text, or parts. */
export type ChatInput = string | readonly ContentInput[]

/** What a user message holds. */
export type UserContent = string | readonly ContentPart[]

/** The text of a user message, its other parts left out. */
export const textOf = (content: UserContent): string =>
  typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

/** Whether a part has to be read before it can be stored. What is no message at all is found out then, too. */
export const holdsBlob = (input: ChatInput): boolean =>
  typeof input !== 'string' &&
  !(Array.isArray(input) && input.every((part) => !('data' in part && part.data instanceof Blob)))
