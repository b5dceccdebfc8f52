export { GuardrailError } from '../../errors/errors.ts'
export type { ExtraContext, Followups, Guardrail, Repair } from '../../ports.ts'
export { followups, inputGuardrail, outputGuardrail, repair } from './answers.ts'
