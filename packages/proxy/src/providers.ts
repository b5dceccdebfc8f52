export { providersFromEnv } from './providers/providers-from-env.ts'
