import { AgentError } from '../errors/agent-error.ts'
import { AskDeclinedError } from '../errors/answer-errors.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import {
  type Parameters as Form,
  type StandardSchema,
  type Validated,
  readSchema,
} from '../schema/parameters.ts'
import { toWords } from '../json/to-words.ts'
import type { AskOwner } from '../state/questions.ts'
import type { Question } from '../tools/tool-context.ts'
import type { Cancellation } from '../cancellation.ts'
import type { RunCore } from './run-core.ts'
import { cancelOnLeave } from './cancel-on-leave.ts'
import { pauseWall } from './wall-timer.ts'

/** The call that asks. */
interface AskingCall {
  readonly run: RunCore
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  readonly label?: string | undefined
}

/**
 * Implements `ctx.ask`: shows the question, and waits for an answer that fits, a refusal or the end
 * of the call.
 */
export async function askPerson(
  { run, callId, tool, iteration, label }: AskingCall,
  cancellation: Cancellation,
  asked: string | Question<unknown> | StandardSchema,
): Promise<unknown> {
  cancellation.throwIfCancelled()
  const { message: given, schema } = toQuestion(asked)
  const message = toWords(given)
  const { asks, clock, createId } = run.ports
  if (!asks?.isAttached) {
    throw new AgentError(
      `Tool "${tool}" asks the person, but nothing on the page shows questions, so the answer would never come. Render <Copilot />, use \`useAsks()\`, or call \`agent.asks.attach()\`.`,
    )
  }
  const form = schema && readSchema(schema, `a question of tool "${tool}"`)
  const ask = {
    id: createId(),
    runId: run.id,
    callId,
    tool,
    ...(label !== undefined && { label }),
    ...(message !== undefined && { message }),
    ...(form && { schema: form.jsonSchema }),
    askedAt: clock.now(),
  }
  const names = { callId, tool, iteration, askId: ask.id }
  const stay = cancelOnLeave(run)
  cancellation.throwIfCancelled()
  let outcome: 'answered' | 'declined' | 'cancelled' = 'cancelled'
  let remove = (): void => undefined
  const answered = new Promise<unknown>((resolve, reject) => {
    const decline: AskOwner['decline'] = (reason) => {
      outcome = 'declined'
      reject(new AskDeclinedError(tool, reason))
    }
    const owner: AskOwner = {
      answer: async (value) => {
        const checked = await check(form, value)
        if ('issues' in checked) return checked.issues
        outcome = 'answered'
        resolve(checked.value)
        return []
      },
      decline,
      leave: () => decline('nothing on the page shows the question any more'),
    }
    remove = asks.open(ask, owner)
  })
  const resume = pauseWall(run)
  run.log.emit('ask_requested', { ...names, message, schema: ask.schema })
  try {
    return await cancellation.race(answered)
  } finally {
    remove()
    stay()
    resume()
    run.log.emit('ask_resolved', { ...names, outcome: cancellation.reason ? 'cancelled' : outcome })
  }
}

const toQuestion = (
  asked: string | Question<unknown> | StandardSchema,
): Partial<Question<unknown>> => {
  if (typeof asked === 'string') return { message: asked }
  return '~standard' in asked ? { schema: asked } : asked
}

async function check(form: Form | undefined, value: unknown): Promise<Validated<unknown>> {
  if (!form) {
    return typeof value === 'string' ? { value } : { issues: [{ message: 'expected text' }] }
  }
  try {
    return await form.validate(value)
  } catch (thrown) {
    return { issues: [{ message: describeThrown(thrown) }] }
  }
}
