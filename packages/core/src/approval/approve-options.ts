import { AgentError } from '../errors/agent-error.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { type JsonObject, cloneJson, isJsonObject } from '../json/json.ts'
import { parseDuration } from '../options/retry.ts'
import type { ApproveOptions } from './approval-request.ts'

/** The options of an approval as the engine uses them. */
export interface Approved {
  readonly args?: JsonObject | undefined
  /** The time to remember the approval; undefined not to remember it. */
  readonly rememberMs?: number | undefined
}

const hourMs = 3_600_000

/** Reads the options of an approval. Throws `AgentError` if they cannot be read. */
export function readApproveOptions({ args, remember = false }: ApproveOptions): Approved {
  if (args !== undefined && !isJsonObject(args)) {
    throw new AgentError('The changed arguments are no object. Give `args` as an object.')
  }
  return { args: copyArgs(args), rememberMs: toMilliseconds(remember) }
}

function toMilliseconds(remember: NonNullable<ApproveOptions['remember']>): number | undefined {
  if (remember === false) return undefined
  return remember === true ? hourMs : parseDuration(remember, 'remember')
}

/** Copies changed arguments, because the approver may change its object afterwards. */
function copyArgs(args: JsonObject | undefined): JsonObject | undefined {
  try {
    return cloneJson(args)
  } catch (cause) {
    throw new AgentError(`the changed arguments are not valid: ${describeThrown(cause)}`, { cause })
  }
}
