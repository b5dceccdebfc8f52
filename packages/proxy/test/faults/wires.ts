import type { Wire } from './wire.ts'
import { anthropicMessages } from './wires/anthropic-messages.ts'
import { googleGenerateContent } from './wires/google-generate-content.ts'
import { openaiChat } from './wires/openai-chat.ts'
import { openaiResponses } from './wires/openai-responses.ts'

export const wires: readonly Wire[] = [
  openaiChat,
  openaiResponses,
  anthropicMessages,
  googleGenerateContent,
]
