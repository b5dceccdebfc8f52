import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Parameters } from '../schema/parameters.ts'
import { AgentError } from '../errors/agent-error.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { report } from '../errors/report-thrown.ts'
import { buildRequest } from '../model/build-request.ts'
import { hintAtChange } from './hint-at-change.ts'
import { setTaint } from './taint.ts'
import { tellRequest } from './tell-request.ts'
import { findTaint } from '../messages/find-taint.ts'
import type { Scope } from '../tools/scope.ts'
import type { ScopeRegistry } from '../tools/scope-registry.ts'
import type { Message } from '../messages/message.ts'
import type { ModelRequest } from '../model/request.ts'
import { type ModelResponse, changeResponse, emptyResponse } from '../model/response.ts'
import type { LoopRun } from './run-core.ts'

/**
 * Returns the instruction that describes the form of the answer, for models that take no schema.
 */
const outputInstruction = ({ jsonSchema }: Parameters): string =>
  `Give your final answer as one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(jsonSchema)}`

/**
 * The request to send and the model that gets it, or the response that a hook gave in place of the
 * model's.
 */
export interface Prepared {
  readonly request: ModelRequest
  readonly model: LanguageModelV4
  readonly answer?: ModelResponse | undefined
}

/**
 * Builds the request of one iteration from what the page offers now, and passes it through the
 * `preRequest` hooks.
 */
export async function prepareRequest(
  run: LoopRun,
  iteration: number,
  messages: readonly Message[],
): Promise<Prepared> {
  const { instructions, output, reasoning, includeRaw, providerOptions } = run.config
  const { registry } = run.toolbox
  const said = await readInstructions(run, instructions)
  const scopes = registry.scopes.map((scope) => ({ scope, availability: registry.isOn(scope) }))
  const foreign: string[] = []
  const tools = run.toolbox.list()
  const contexts: { scope: Scope; json: string }[] = []
  const isHeard = run.log.isHeard('agent:request_built')
  let request: ModelRequest = {
    ...buildRequest({
      instructions: output ? [said, outputInstruction(output)].filter(Boolean).join('\n\n') : said,
      messages,
      scopes,
      tools,
      choice: run.config.toolList.choose(tools, {
        page: registry,
        now: run.ports.clock.now(),
        allows: (name) => run.toolbox.allows(name),
        isNarrowed: run.toolbox.isNarrowed,
        iteration,
        messages,
      }),
      onContext: (scope, json) => {
        if (isHeard) contexts.push({ scope, json })
        hintAtChange(registry, scope, json)
      },
      redact: run.config.redaction?.text,
      onForeign: (source) => foreign.push(source),
      onThrow: (owner, thrown) => {
        run.warn('scope_threw', `${owner} threw: ${describeThrown(thrown)}`, owner)
        reportOnce(registry, owner, thrown)
      },
      onNewer: (type) =>
        run.warn(
          'newer_part',
          `A message has a part "${type}", which this version of Ambit does not know. The model does not get it. Update @ambit/core.`,
          `newer_part ${type}`,
        ),
      onLoss: ({ name }, fault, told) =>
        warnOnce(
          run,
          name,
          `\`context\` of scope "${name}" ${fault}. The model was told ${told.slice(0, 60)}.`,
        ),
    }),
    ...(output && { responseFormat: { type: 'json', schema: output.jsonSchema } }),
    ...(reasoning && { reasoning }),
    ...(includeRaw && { includeRawChunks: true }),
    ...(providerOptions && { providerOptions }),
  }
  setTaint(run, findTaint(messages, foreign))
  let { model } = run.config
  for (const hook of run.hooks.of('preRequest')) {
    const at = { run: run.context, iteration, request, model }
    const change = await run.cancellation.race(hook(at))
    if (change && 'response' in change) {
      return { request, model, answer: changeResponse(emptyResponse, change.response) }
    }
    if (change) {
      request = change.request ?? request
      model = change.model ?? model
    }
  }
  if (isHeard) tellRequest(run, iteration, { request, model }, { tools, scopes, contexts })
  return { request, model }
}

/** Resolves with the text of the instructions. Rejects `AgentError` if their function fails. */
async function readInstructions(
  run: LoopRun,
  instructions: LoopRun['config']['instructions'],
): Promise<string | undefined> {
  if (typeof instructions !== 'function') return instructions
  try {
    return await run.cancellation.race(instructions(run.context))
  } catch (cause) {
    run.cancellation.throwIfCancelled()
    throw new AgentError(
      `\`instructions\` threw (${describeThrown(cause)}), so the model was not asked: it would act without them. Catch the error inside, and return a text.`,
      { cause },
    )
  }
}

/**
 * Warns of a scope's context, once in each run and once for each registry on the console. The model
 * goes on without the data, and nobody would notice.
 */
function warnOnce(run: LoopRun, scope: string, message: string): void {
  run.warn('context_lost', message, `context_lost ${scope}`)
  const { registry } = run.toolbox
  const owners = reported.get(registry) ?? new Set()
  const owner = `value of ${scope}`
  if (owners.has(owner)) return
  reported.set(registry, owners.add(owner))
  console.warn(`[ambit] ${message}`)
}

const reported = new WeakMap<ScopeRegistry, Set<string>>()

/**
 * Reports an error of the app's own code with its stack, once for each owner. Nobody may listen to
 * the warnings of the run.
 */
function reportOnce(registry: ScopeRegistry, owner: string, thrown: unknown): void {
  const owners = reported.get(registry) ?? new Set()
  if (owners.has(owner)) return
  reported.set(registry, owners.add(owner))
  report(`${owner} threw, so the model is not given it.`, thrown)
}
