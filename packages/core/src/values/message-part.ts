import type { JsonValue } from './json.ts'

/** What a provider attached to a part and wants back with it: signatures, item ids. Never read by Ambit. */
export type ProviderMetadata = Record<string, Record<string, JsonValue | undefined>>

interface PartBase {
  readonly providerMetadata?: ProviderMetadata | undefined
}

/** The bytes of a file: base64 or a URL. */
export type FileData =
  | { readonly type: 'data'; readonly data: string }
  | { readonly type: 'url'; readonly url: string }

/**
 * One piece of a model's message, in the order in which it came. Kinds follow `LanguageModelV4Content` of
 * `@ai-sdk/provider`; data is JSON-safe, so that a message can be stored.
 */
export type MessagePart =
  | (PartBase & { readonly type: 'text'; readonly text: string })
  | (PartBase & { readonly type: 'reasoning'; readonly text: string })
  | (PartBase & {
      readonly type: 'tool-call'
      readonly id: string
      readonly name: string
      /** The provider runs the call itself. Such calls are not in `calls`. */
      readonly providerExecuted?: boolean | undefined
      /** The arguments of a provider-executed call; those of others are in `calls`. */
      readonly input?: unknown
    })
  | (PartBase & {
      readonly type: 'tool-result'
      readonly id: string
      readonly name: string
      readonly result: JsonValue
      readonly isError?: boolean | undefined
    })
  | (PartBase & {
      readonly type: 'file' | 'reasoning-file'
      readonly mediaType: string
      readonly data: FileData
    })
  | (PartBase & { readonly type: 'custom'; readonly kind: `${string}.${string}` })
  | (PartBase & { readonly type: 'source'; readonly source: Readonly<Record<string, JsonValue>> })
