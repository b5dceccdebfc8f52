import { confirm, select, text } from '@clack/prompts'
import { Refusal } from './refusal.ts'

/** Questions to the user at the terminal. */
export interface Prompts {
  /** Asks again for an answer of which `check` throws, with its message. */
  text(message: string, initial: string, check: (answer: string) => unknown): Promise<string>
  select(message: string, names: readonly string[]): Promise<string>
  confirm(message: string): Promise<boolean>
}

/** Questions in a terminal. One that is answered with Ctrl+C ends the program. */
export const terminalPrompts: Prompts = {
  text: async (message, initial, check) => {
    const validate = (answer: string | undefined): string | undefined => {
      try {
        check(answer || initial)
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }
    return answered(await text({ message, placeholder: initial, defaultValue: initial, validate }))
  },
  select: async (message, names) =>
    answered(await select({ message, options: names.map((value) => ({ value, label: value })) })),
  confirm: async (message) => answered(await confirm({ message })),
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (typeof answer === 'symbol') throw new Refusal('Stopped. Nothing was written.')
  return answer as Exclude<Answer, symbol>
}
