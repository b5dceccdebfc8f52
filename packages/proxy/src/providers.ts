export { findProviders, type FoundProviders } from './providers/find-providers.ts'
export { type EnvProviders, providersFromEnv } from './providers/providers-from-env.ts'
