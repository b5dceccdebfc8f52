export * from './replay.ts'
export * from './run-agent.ts'
