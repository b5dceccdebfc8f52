import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { toWireJson } from './to-wire-json.ts'

/** What the model endpoint is asked: the AI SDK's call options, less what belongs to the connection. */
export interface ModelCall {
  /** One of the ids the proxy allows, such as `openai/gpt-5`. */
  modelId: string
  options: Omit<LanguageModelV4CallOptions, 'abortSignal' | 'headers'>
}

/** The body of a request to the model endpoint. The signal and the headers of `options` stay behind. */
export function encodeCall(modelId: string, options: LanguageModelV4CallOptions): string {
  const { abortSignal: _signal, headers: _headers, ...rest } = options
  return toWireJson({ modelId, options: rest } satisfies ModelCall)
}
