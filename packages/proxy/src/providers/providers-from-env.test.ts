import { describe, expect, it } from 'vitest'
import { providersFromEnv } from './providers-from-env.ts'

const idsOf = (env: Record<string, string>): string[] => Object.keys(providersFromEnv(env).models)

describe('providersFromEnv', () => {
  it('finds nothing in an empty environment, nor in empty variables', () => {
    const nothing = { models: {}, found: false, variables: [] }
    expect(providersFromEnv({})).toMatchObject(nothing)
    expect(providersFromEnv({ OPENAI_API_KEY: '', AMBIT_MODELS: '' })).toMatchObject(nothing)
  })

  it('P4 names the models that it would serve if their keys were there', () => {
    const { models, modelsWithoutKey } = providersFromEnv({ OPENAI_API_KEY: 'k' })
    expect(modelsWithoutKey).toContain('anthropic/claude-sonnet-5-5')
    expect(modelsWithoutKey.filter((id) => id in models)).toEqual([])
    const named = providersFromEnv({ OPENAI_API_KEY: 'k', AMBIT_MODELS: 'openai/gpt-5' })
    expect(named.modelsWithoutKey).toEqual([])
  })

  it('gives each provider with a key a few models, labelled, and names the variable alone', () => {
    const { models, found, variables } = providersFromEnv({
      OPENAI_API_KEY: 'sk-secret',
      ANTHROPIC_API_KEY: 'sk-ant-secret',
      GOOGLE_GENERATIVE_AI_API_KEY: 'AIza-secret',
    })
    expect(found).toBe(true)
    expect(variables).toEqual([
      'OPENAI_API_KEY',
      'ANTHROPIC_API_KEY',
      'GOOGLE_GENERATIVE_AI_API_KEY',
    ])
    expect(models['openai/gpt-5']).toMatchObject({ label: 'gpt-5' })
    expect(new Set(Object.keys(models).map((id) => id.split('/')[0]))).toEqual(
      new Set(['openai', 'anthropic', 'google']),
    )
    expect(JSON.stringify([models, variables])).not.toContain('secret')
  })

  it('serves the models that AMBIT_MODELS names and no others', () => {
    expect(
      idsOf({ OPENAI_API_KEY: 'k', AMBIT_MODELS: ' openai/gpt-5.1 ,openai/gpt-5-nano,' }),
    ).toEqual(['openai/gpt-5.1', 'openai/gpt-5-nano'])
  })

  it('takes any OpenAI-compatible server, without a key', () => {
    const env = { AMBIT_BASE_URL: 'http://localhost:11434/v1' }
    expect(idsOf(env)).toEqual(['compatible/default'])
    expect(idsOf({ ...env, AMBIT_MODELS: 'compatible/org/qwen3:8b' })).toEqual([
      'compatible/org/qwen3:8b',
    ])
  })

  it.each([
    [{ AMBIT_MODELS: 'anthropic/claude' }, 'ANTHROPIC_API_KEY is not set'],
    [{ AMBIT_MODELS: 'gpt-5' }, 'Begin each id with one of openai, anthropic, google, compatible'],
    [{ AMBIT_MODELS: 'openai/' }, 'Begin each id'],
    [{ AMBIT_MODELS: 'constructor/x' }, 'Begin each id'],
    [{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'api.example' }, 'OPENAI_BASE_URL is not an http'],
    [{ AMBIT_BASE_URL: 'file:///etc' }, 'AMBIT_BASE_URL is not an http'],
    [{ AMBIT_BASE_URL: 'https://a:b@api.example/v1' }, 'holds a name or password'],
    [{ AMBIT_BASE_URL: 'http://10.0.0.5:8080/v1' }, 'AMBIT_ALLOW_HTTP=true'],
  ])('P38 refuses %j with what to do', (env, message) => {
    expect(() => providersFromEnv(env)).toThrow(message)
  })

  it('P38 allows http to another machine where it is asked to', () => {
    const env = { AMBIT_BASE_URL: 'http://10.0.0.5:8080/v1', AMBIT_ALLOW_HTTP: 'true' }
    expect(idsOf(env)).toEqual(['compatible/default'])
  })
})
