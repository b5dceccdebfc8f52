import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { checkBaseUrl } from '../check-base-url.ts'

/** The server's environment variables. */
export type Env = Record<string, string | undefined>

/**
 * A provider's base URL from the environment; undefined when the variable is not set.
 *
 * @throws TypeError for what `checkBaseUrl` refuses, `http` unless `AMBIT_ALLOW_HTTP=true`.
 */
function baseUrlFrom(env: Env, variable: string): string | undefined {
  const value = env[variable]
  if (!value) return undefined
  checkBaseUrl(variable, value, env['AMBIT_ALLOW_HTTP'] === 'true')
  return value
}

/** A provider this package can set up from the environment. */
export interface ProviderKind {
  /** The variable without which there is no such provider. */
  variable: string
  /** The models to serve unless `AMBIT_MODELS` names others. */
  defaults: readonly string[]
  create: (env: Env) => (modelId: string) => LanguageModelV4
}

/** Keys go to the configured host alone: a redirect is an error, never followed. */
const upstreamFetch: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

const settings = (env: Env, key: string, url: string) => {
  const baseURL = baseUrlFrom(env, url)
  const apiKey = env[key]
  return { fetch: upstreamFetch, ...(apiKey && { apiKey }), ...(baseURL && { baseURL }) }
}

/** By the prefix of a model's id. */
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
      // llama-server answers with what it has loaded, whatever the name; Ollama wants a real one.
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
