export { type EnvProviders, providersFromEnv } from './providers/providers-from-env.ts'
