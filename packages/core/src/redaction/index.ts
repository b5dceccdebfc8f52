export type { Redaction } from '../features.ts'
export { hideKeys } from './key-shapes.ts'
export { Redacted, redact } from './redacted.ts'
export { type RedactionOptions, redaction } from './redaction.ts'
