export { genAi } from './gen-ai.ts'
