export { GuardrailError } from '../../errors/errors.ts'
export {
  followups,
  type GuardrailCheck,
  inputGuardrail,
  outputGuardrail,
  repair,
} from './answers.ts'
