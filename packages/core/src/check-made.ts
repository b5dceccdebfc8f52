import { AgentError } from './errors/agent-error.ts'
import { checkIs, inWords, refuseValue } from './options/check-values.ts'
import { Scope } from './tools/scope.ts'
import { Tool } from './tools/tool.ts'

const core = 'of @ambit/core'

/**
 * The options that are objects: the method that each object must have, and the code that makes it.
 */
const made: Readonly<Record<string, readonly [method: string, maker: string]>> = {
  approval: ['check', `approvals({ … }) ${core}`],
  audit: ['append', `memoryAudit() ${core}/audit, or an object with a function \`append\``],
  compaction: ['compact', `trim({ … }), summarize({ … }) or hybrid({ … }) ${core}/compaction`],
  conversation: ['append', 'an object with a function `append`'],
  followups: ['suggest', `followups() ${core}/answers`],
  ledger: ['append', `memoryLedger() ${core}/budget, or an object with a function \`append\``],
  lifecycle: ['isOnline', 'pageLifecycle() of @ambit/browser'],
  redaction: ['text', `redaction({ … }) ${core}/redaction`],
  repair: ['toMessage', `repair({ … }) ${core}/answers`],
  sandbox: ['run', 'sandbox() of @ambit/browser'],
  storage: ['claim', `indexedDbStorage() of @ambit/browser, or memoryStorage() ${core}/storage`],
  toolList: ['choose', `stable() or present() ${core}/tool-list`],
  toolCache: ['get', `toolCache() ${core}`],
  toolResultLimit: ['limit', `truncate({ … }) or condense({ … }) ${core}/compaction`],
}

type Options = Readonly<Record<string, unknown>>

/**
 * Throws `AgentError` for a plain object or another value in place of a `Tool`, a `Scope` or an
 * imported feature. The message names the option and the function that makes its value.
 */
export function checkMade(options: object): void {
  const given = options as Options
  for (const [option, [method, maker]] of Object.entries(made)) {
    const value = given[option]
    if (value !== undefined && !hasMethod(value, method)) refuseValue(option, value, maker)
  }
  listOf(given, 'tools').forEach((tool, at) => {
    if (typeof tool !== 'string') checkIs(Tool, `tools[${at}]`, tool, 'new Tool({ … })')
  })
  listOf(given, 'scopes').forEach((scope, at) =>
    checkIs(Scope, `scopes[${at}]`, scope, 'new Scope({ … })'),
  )
  listOf(given, 'budgets').forEach((budget, at) => {
    if (hasMethod(budget, 'record')) return
    refuseValue(`budgets[${at}]`, budget, `createBudget(name, { limit }) ${core}/budget`)
  })
  listOf(given, 'guardrails').forEach((guardrail, at) => {
    if (hasMethod(guardrail, 'check')) return
    refuseValue(
      `guardrails[${at}]`,
      guardrail,
      `inputGuardrail(…) or outputGuardrail(…) ${core}/answers`,
    )
  })
}

function listOf(given: Options, option: string): readonly unknown[] {
  const value = given[option]
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw new AgentError(`\`${option}\` is ${inWords(value)}. Give an array.`)
}

function hasMethod(value: unknown, method: string): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as Options)[method] === 'function'
  )
}
