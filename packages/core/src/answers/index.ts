export { GuardrailError, OutputSchemaError } from '../errors/answer-errors.ts'
export type { ExtraContext, Followups, Guardrail, Repair } from '../features.ts'
export { followups, inputGuardrail, outputGuardrail, repair } from './answers.ts'
