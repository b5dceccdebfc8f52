export type { Redaction } from '../../ports.ts'
export { hideKeys, hideSecrets, redact, Redacted, shortHash } from './secrets.ts'
export { type RedactionOptions, redaction } from './redaction.ts'
