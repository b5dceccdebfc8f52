import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { baseUrlFrom, type Env } from '../base-url.ts'

/** A provider that this package can set up from the environment. */
export interface ProviderKind {
  /** The variable that must be set for this provider. */
  variable: string
  /** The models that are served unless `AMBIT_MODELS` names others. */
  defaults: readonly string[]
  create: (env: Env) => (modelId: string) => LanguageModelV4
}

const settings = (env: Env, key: string, url: string) => {
  const baseURL = baseUrlFrom(env, url)
  const apiKey = env[key]
  return { ...(apiKey && { apiKey }), ...(baseURL && { baseURL }) }
}

/** The providers, by the prefix of a model's id. */
export const providerKinds: ReadonlyMap<string, ProviderKind> = new Map([
  [
    'openai',
    {
      variable: 'OPENAI_API_KEY',
      defaults: ['gpt-5', 'gpt-5-mini'],
      create: (env) => createOpenAI(settings(env, 'OPENAI_API_KEY', 'OPENAI_BASE_URL')),
    },
  ],
  [
    'anthropic',
    {
      variable: 'ANTHROPIC_API_KEY',
      defaults: ['claude-sonnet-5-5', 'claude-haiku-5-5'],
      create: (env) => createAnthropic(settings(env, 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL')),
    },
  ],
  [
    'google',
    {
      variable: 'GOOGLE_GENERATIVE_AI_API_KEY',
      defaults: ['gemini-flash-latest', 'gemini-pro-latest'],
      create: (env) =>
        createGoogle(
          settings(env, 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_GENERATIVE_AI_BASE_URL'),
        ),
    },
  ],
  [
    'compatible',
    {
      variable: 'AMBIT_BASE_URL',
      // llama-server ignores the name and uses its loaded model. Ollama needs a real name.
      defaults: ['default'],
      create: (env) =>
        createOpenAICompatible({
          name: 'compatible',
          includeUsage: true,
          baseURL: '',
          ...settings(env, 'AMBIT_API_KEY', 'AMBIT_BASE_URL'),
        }),
    },
  ],
])
