import { aiSdk } from './ai-sdk.ts'
import { openaiAgents } from './openai-agents.ts'
import { tanstackAi } from './tanstack-ai.ts'
import type { Contestant } from '../task.ts'

/** The SDKs that Ambit is compared with. */
export const peers: readonly Contestant[] = [aiSdk, tanstackAi, openaiAgents]
