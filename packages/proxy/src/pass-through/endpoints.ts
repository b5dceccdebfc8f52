import type { Endpoint } from './endpoint.ts'
import { anthropicMessages } from './wires/anthropic.ts'
import { googleGenerate } from './wires/google.ts'
import { compatibleChat, openaiChat, openaiResponses } from './wires/openai.ts'

/** What the wires' paths are called. */
export type EndpointName =
  | 'openaiChat'
  | 'openaiResponses'
  | 'compatibleChat'
  | 'anthropicMessages'
  | 'googleGenerate'

/** The rules of each path. */
export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  openaiChat,
  openaiResponses,
  compatibleChat,
  anthropicMessages,
  googleGenerate,
}
