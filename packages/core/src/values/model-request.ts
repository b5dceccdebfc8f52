import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'

/** One model call as the model gets it, its signal aside. Source: `LanguageModelV4CallOptions` of `@ai-sdk/provider`. */
export type ModelRequest = Omit<LanguageModelV4CallOptions, 'abortSignal'>
