import { hasMethod } from './options/check-kinds.ts'
import { checkIs, checkWord, refuseValue } from './options/check-values.ts'
import { Scope } from './tools/scope.ts'
import { Tool } from './tools/tool.ts'

const core = 'of @ambit/core'

/**
 * The options that are objects: the method that each object must have, and the code that makes it.
 */
const made: Readonly<Record<string, readonly [method: string, maker: string]>> = {
  approval: ['check', `approvals({ … }) ${core}`],
  audit: ['append', `memoryAudit() ${core}/audit, or an object with a function \`append\``],
  clock: ['setTimeout', 'an object with functions `now`, `setTimeout` and `clearTimeout`'],
  compaction: ['compact', `trim({ … }), summarize({ … }) or hybrid({ … }) ${core}/compaction`],
  conversation: ['append', 'an object with a function `append`'],
  followups: ['suggest', `followups() ${core}/answers`],
  ledger: ['append', `memoryLedger() ${core}/budget, or an object with a function \`append\``],
  lifecycle: ['isOnline', 'pageLifecycle() of @ambit/browser'],
  redaction: ['text', `redaction({ … }) ${core}/redaction`],
  repair: ['toMessage', `repair({ … }) ${core}/answers`],
  sandbox: ['run', 'sandbox() of @ambit/browser'],
  signal: ['addEventListener', 'an AbortSignal'],
  storage: ['claim', `indexedDbStorage() of @ambit/browser, or memoryStorage() ${core}/storage`],
  toolCache: ['get', `toolCache() ${core}`],
  toolResultLimit: ['limit', `truncate({ … }) or condense({ … }) ${core}/compaction`],
}

/** The options that are lists, as {@link checkMade} gets them. */
interface Lists {
  readonly tools?: readonly unknown[] | undefined
  readonly scopes?: readonly unknown[] | undefined
  readonly budgets?: readonly unknown[] | undefined
  readonly guardrails?: readonly unknown[] | undefined
}

/**
 * Throws `AgentError` for a plain object or another value in place of a `Tool`, a `Scope` or an
 * imported feature. The message names the option and the function that makes its value.
 */
export function checkMade(options: Lists): void {
  for (const [option, [method, maker]] of Object.entries(made)) {
    const value = (options as Readonly<Record<string, unknown>>)[option]
    // A Map has the methods of a cache, but they mean something else.
    const isMade = value === undefined || (hasMethod(value, method) && !(value instanceof Map))
    if (!isMade) refuseValue(option, value, maker)
  }
  const { tools = [], scopes = [], budgets = [], guardrails = [] } = options
  tools.forEach((tool, at) => {
    if (typeof tool !== 'string') checkIs(Tool, `tools[${at}]`, tool, 'new Tool({ … })')
  })
  scopes.forEach((scope, at) => checkIs(Scope, `scopes[${at}]`, scope, 'new Scope({ … })'))
  budgets.forEach((budget, at) => {
    if (hasMethod(budget, 'record')) return
    refuseValue(`budgets[${at}]`, budget, `createBudget(name, { limit }) ${core}/budget`)
  })
  guardrails.forEach((guardrail, at) => {
    const option = `guardrails[${at}]`
    if (!hasMethod(guardrail, 'check')) {
      refuseValue(option, guardrail, `inputGuardrail(…) or outputGuardrail(…) ${core}/answers`)
    }
    const { phase = null } = guardrail as { phase?: unknown }
    checkWord(`${option}.phase`, phase, ['input', 'output'], 'an agent')
  })
}
