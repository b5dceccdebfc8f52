export { GuardrailError, OutputSchemaError } from '../errors/run-errors.ts'
export type { ExtraContext, Followups, Guardrail, Repair } from '../features.ts'
export { followups, inputGuardrail, outputGuardrail, repair } from './answers.ts'
