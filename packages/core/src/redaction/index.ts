export type { Redaction } from '../features.ts'
export { Redacted, type RedactionOptions, redact, redaction } from './redaction.ts'
