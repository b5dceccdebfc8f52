import { AgentError } from '../errors/agent-error.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { ToolValidationError } from '../errors/tool-errors.ts'
import { coerce } from '../schema/coerce.ts'
import type { Validated } from '../schema/parameters.ts'
import { cloneJson, isJsonObject, isWritableJson } from '../json/json.ts'
import { unwritableArguments } from '../model/writable-response.ts'
import type { CallWork, Executable } from './call-work.ts'

/** The parts of a call that the check of its arguments needs. */
type Checked = Pick<CallWork, 'call' | 'run' | 'cancellation' | 'warnings'>

/**
 * Returns the arguments as the handler gets them; a promise only if the schema checks
 * asynchronously. Throws `ToolValidationError`, or rejects with it.
 */
export function checkArguments(work: Checked, executable: Executable): unknown {
  const { call, run } = work
  const { validate: check, jsonSchema } = executable
  if (!check) return call.arguments
  const noArguments = call.raw === '' && Object.keys(jsonSchema?.properties ?? {}).length === 0
  if (call.raw !== undefined && !noArguments) {
    throw new ToolValidationError(call.name, [{ message: describeRaw(call.raw) }])
  }
  if (!isWritableJson(call.arguments)) throw new ToolValidationError(call.name, [tooDeep])
  const mode = run.config.toolArgValidation
  const given = cloneJson(call.arguments)
  if (mode === 'none') return given
  const input =
    mode === 'lenient' ? coerce(given, jsonSchema, (change) => work.warnings.push(change)) : given
  const read = (checked: Validated<unknown>): unknown => {
    if ('value' in checked) return checked.value
    throw new ToolValidationError(call.name, checked.issues)
  }
  const refuse = (thrown: unknown): never => {
    if (AgentError.isInstance(thrown)) throw thrown
    throw new ToolValidationError(call.name, [{ message: describeThrown(thrown) }])
  }
  try {
    const checked = check(input)
    if (!(checked instanceof Promise)) return read(checked)
    return work.cancellation.race(checked).then(read).catch(refuse)
  } catch (thrown) {
    return refuse(thrown)
  }
}

const tooDeep = {
  message: 'The arguments are nested deeper than 100 levels, or are not JSON. Give flatter data.',
}

/** Describes arguments of which only the text was kept. */
function describeRaw(raw: string): string {
  if (raw === unwritableArguments) return tooDeep.message
  try {
    if (isJsonObject(JSON.parse(raw))) return tooDeep.message
  } catch {
    // The text is not JSON.
  }
  return 'The arguments are not a JSON object.'
}
