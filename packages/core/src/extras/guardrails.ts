import type { Guardrail } from '../engine/run/extras.ts'

type Check = Guardrail['check']

/** A guardrail on what the person says, before the first model call. `check` returns true, or the reason why not. */
export const input = (name: string, check: Check): Guardrail => ({ name, phase: 'input', check })

/** A guardrail on the model's answer, before the run completes. `check` returns true, or the reason why not. */
export const output = (name: string, check: Check): Guardrail => ({ name, phase: 'output', check })
