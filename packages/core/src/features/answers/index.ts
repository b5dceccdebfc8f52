export { GuardrailError } from '../../errors/errors.ts'
export { followups, inputGuardrail, outputGuardrail, repair } from './answers.ts'
