export { whenDecided } from './when-decided.ts'
