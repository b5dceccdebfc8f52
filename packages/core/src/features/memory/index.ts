export * from './memory.ts'
