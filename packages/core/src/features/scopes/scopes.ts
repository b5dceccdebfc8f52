import {
  toInstructionsEnvelope,
  toOnDemandEnvelope,
  toUntrustedEnvelope,
} from '../../model/envelope.ts'
import { comeInTime } from '../../engine/request.ts'
import type { LoopRun, RunCore } from '../../engine/run.ts'
import type { Feature, RequestTexts } from '../../engine/seams.ts'
import { AgentError, describeThrown } from '../../errors/agent-error.ts'
import { toJsonText } from '../../json/json-text.ts'
import type { Message } from '../../messages/message.ts'
import { jsonSchema } from '../../schema/json-schema.ts'
import type { RegisteredTool } from '../../tools/registry.ts'
import { Scope } from '../../tools/scope.ts'
import { type AnyTool, Tool } from '../../tools/tool.ts'

const loadScope = 'load_scope'

/** The scopes of one run that load on demand. */
class OnDemandScopes {
  readonly #run: RunCore
  #place: RegisteredTool | undefined
  #messages: readonly Message[] | undefined
  #loaded: ReadonlySet<string> = new Set()

  constructor(run: RunCore) {
    this.#run = run
  }

  /** The tool that loads a scope; undefined if no scope of the run loads on demand now. */
  get tool(): RegisteredTool | undefined {
    return this.#scopes.length > 0 ? (this.#place ??= this.#toPlace()) : undefined
  }

  isLoaded(scope: Scope): boolean {
    const { messages } = this.#run.session.history
    if (messages !== this.#messages) {
      this.#messages = messages
      this.#loaded = loadedIn(messages)
    }
    return this.#loaded.has(scope.name)
  }

  /** The scopes that are on and load on demand, also those that are loaded. */
  get #scopes(): readonly Scope[] {
    const { toolbox } = this.#run
    const { registry } = toolbox
    return registry.scopes.filter(
      (scope) =>
        scope.load === 'onDemand' &&
        registry.isOn(scope).enabled &&
        (!scope.parent || toolbox.isListed(scope.parent)),
    )
  }

  #toPlace(): RegisteredTool {
    const tool = toLoadTool((name) => this.#load(name))
    return { tool, scope: new Scope({ name: 'on-demand', tools: [tool] }) }
  }

  async #load(name: string): Promise<{ readonly loaded: string }> {
    const scope = this.#scopes.find((one) => one.name === name)
    if (!scope) {
      const names = this.#scopes.map((one) => JSON.stringify(one.name)).join(', ')
      throw new AgentError(`There is no scope "${name}" to load now. Load one of: ${names}.`)
    }
    await readInstructions(scope, this.#run)
    return { loaded: name }
  }
}

const toLoadTool = (load: (name: string) => Promise<unknown>): AnyTool =>
  new Tool({
    name: loadScope,
    description:
      'Load one of the scopes that <scopes-on-demand> lists at the end of the conversation, when the task needs it. Its instructions and its tools are there from the next request on.',
    parameters: jsonSchema<{ name: string }>({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    }),
    effect: 'read',
    approval: false,
    visible: { outside: false },
    handler: ({ name }) => load(name),
  })

/** Returns the names of the scopes that calls in a history have loaded. */
function loadedIn(messages: readonly Message[]): ReadonlySet<string> {
  const asked = new Map<string, string>()
  const loaded = new Set<string>()
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const { id, name, arguments: args } of message.calls ?? []) {
        if (name === loadScope) asked.set(id, String(args['name']))
      }
    } else if (message.role === 'tool' && message.status === 'ok') {
      const name = asked.get(message.id)
      if (name !== undefined) loaded.add(name)
    }
  }
  return loaded
}

/**
 * Returns what the scopes of a run say in a request: their instructions, and which of them load on
 * demand. A scope is loaded if the history has a call of `load_scope` for it that succeeded. So it
 * stays loaded through compaction and reloads, and each session has its own. Rejects if one of them
 * cannot say it.
 */
async function readTexts(run: LoopRun): Promise<RequestTexts> {
  const { registry } = run.toolbox
  const texts = { instructions: [] as string[], end: [] as string[], foreign: [] as string[] }
  const offered: Scope[] = []
  for (const scope of registry.scopes) {
    if (!registry.isOn(scope).enabled) continue
    const isOnDemand = scope.load === 'onDemand'
    const unloaded = run.toolbox.unloaded(scope)
    if (unloaded) {
      if (unloaded === scope) offered.push(scope)
      continue
    }
    if (scope.instructions === undefined) continue
    const text = await run.cancellation.race(readInstructions(scope, run))
    if (text.trim() === '') continue
    const { name, label, untrusted } = scope
    if (untrusted) {
      texts.end.push(toUntrustedEnvelope(`instructions of ${name}`, toJsonText(text)))
      texts.foreign.push(`the instructions of "${label}"`)
    } else if (isOnDemand) texts.end.push(toInstructionsEnvelope(name, text))
    else texts.instructions.push(text)
  }
  // A call may leave the loading tool out of its `tools`.
  if (!run.toolbox.find(loadScope)) return texts
  for (const isUntrusted of [false, true]) {
    const some = offered.filter(({ untrusted }) => untrusted === isUntrusted)
    if (some.length === 0) continue
    texts.end.push(toOnDemandEnvelope(some, isUntrusted))
    if (isUntrusted) texts.foreign.push('the descriptions of scopes')
  }
  return texts
}

/** The feature of what scopes say to the model, and of those that load on demand. */
export const scopes: Feature = {
  onDemand: (run) => new OnDemandScopes(run),
  request: { texts: readTexts },
}

/** The words of scopes that load on demand, which are read once. */
const read = new WeakMap<Scope, string>()

/** Resolves with the instructions of a scope. Rejects with `AgentError` if they cannot be had. */
async function readInstructions(scope: Scope, { ports }: RunCore): Promise<string> {
  const { name, load, instructions = '' } = scope
  const known = read.get(scope)
  if (known !== undefined) return known
  try {
    const given =
      typeof instructions === 'function' ? await comeInTime(instructions(), ports) : instructions
    const text = typeof given === 'string' ? given : given.default
    if (typeof text !== 'string') throw new TypeError('they are not text')
    if (load === 'onDemand') read.set(scope, text)
    return text
  } catch (cause) {
    throw new AgentError(
      `The instructions of scope "${name}" could not be read (${describeThrown(cause)}), so the model would act without them.`,
      { cause },
    )
  }
}
