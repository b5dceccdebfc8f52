export type { Redaction } from '../features.ts'
export { Redacted, redact } from './redacted.ts'
export { type RedactionOptions, redaction } from './redaction.ts'
