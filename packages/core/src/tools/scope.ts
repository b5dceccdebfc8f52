import { inDevelopment } from '../dev/in-development.ts'
import { toWords } from '../json/json.ts'
import { checkNames } from '../options/check-names.ts'
import { namesOfTools } from '../options/names.ts'
import { misuse } from '../options/misuse.ts'
import { checkIs } from '../options/values.ts'
import type { Enabled } from './availability.ts'
import { joinVisible, toVisible, type Visible } from './context.ts'
import type { Subject } from './subject.ts'
import { type AnyTool, Tool } from './tool.ts'

/** Text, or a module whose default export is text. */
type Words = string | { readonly default: string }

/** The options of a scope. */
export interface ScopeOptions {
  /** The name, which is unique among the registered scopes. */
  name: string
  /** A name for people. Default: the name. */
  label?: string | undefined
  /** For `load: 'onDemand'`: when the model should load the scope. */
  description?: string | undefined
  /**
   * `onDemand`: a request has only the name and the description, until the model loads the scope
   * with the tool `load_scope`. From the next request on it has the context, the instructions and
   * the tools, in this session also after a reload. Default `always`.
   */
  load?: 'always' | 'onDemand' | undefined
  tools?: readonly AnyTool[] | undefined
  /**
   * Returns the data that the model should know now, as JSON or as anything that converts to JSON.
   * Called again for every request, which does not wait for it: a promise is sent as null, with a
   * warning. The data is never kept in the history.
   */
  context?: (() => unknown) | undefined
  /**
   * The words of the application to the model about this part of it. Those of a scope that loads on
   * demand may be imported: `() => import('./refunds.md?raw')`, which is read once. Others stand
   * among the instructions of the agent, and a function is called again for every request. Data
   * belongs into `context`. If they cannot be read in 10 s, the run fails. Default: none.
   */
  instructions?: string | (() => Words | PromiseLike<Words>) | undefined
  /**
   * The condition under which the scope is on. The tools of a scope that is off are off, and its
   * context and its instructions are left out. So is all that is inside it. Default: always on.
   */
  enabled?: Enabled | undefined
  /** The `visible` of all that is inside it, and of its context for callers from outside. */
  visible?: Visible | undefined
  /**
   * The thing that all that is inside it is about, as the `subject` of a tool. A tool or a scope
   * inside may have one of its own as well. Default: none.
   */
  subject?: Subject | undefined
  /**
   * True if the context, the instructions, the label, the description or an `enabled` reason of the
   * scope or its tools holds third-party text. The instructions are then data, in an envelope. The
   * model is told so, and its later calls count as tainted; an empty context taints nothing.
   * Results of its tools need `result.untrusted` of the tool. Default false.
   */
  untrusted?: boolean | undefined
  /**
   * True if nothing of the scope may leave the device. While it is on the page, requests go only to
   * models with `isLocal`. So do those with a message that was made meanwhile, also after a reload.
   * Others fail with a `ModelError` of the kind `local_only`. A storage with `isLocal: false` gets
   * nothing of the conversation, callers from outside nothing of the scope, and telemetry no
   * content. Audit, devtools on this device and your own handlers are not held back. Default false.
   */
  local?: boolean | undefined
}

/**
 * A named group of tools and the context that they act on. A scope is registered and unregistered
 * as a unit.
 *
 * Throws `AgentError` at construction for an empty name, and for an option that does not exist. In
 * development it throws for every wrong value, naming the option.
 */
export class Scope {
  declare readonly name: string
  declare readonly label: string
  declare readonly tools: readonly AnyTool[]
  declare readonly context: (() => unknown) | undefined
  declare readonly enabled: Enabled | undefined
  /** With what the scopes around it forbid. */
  declare readonly visible: Visible
  declare readonly subject: Subject | undefined
  declare readonly description: string | undefined
  declare readonly load: 'always' | 'onDemand'
  declare readonly instructions: ScopeOptions['instructions']
  /** True also if a scope around it is. */
  declare readonly untrusted: boolean
  /** True also if a scope around it is. */
  declare readonly local: boolean
  /** The scope that it is inside of. What guards that one guards this one, too. */
  declare readonly parent: Scope | undefined

  /** `parent` is the scope that it is inside of. Default: none. */
  constructor(options: ScopeOptions, parent?: Scope) {
    checkNames(namesOfTools, 'scope', options)
    inDevelopment('options', 'scope', options)
    const { name, label, tools, context, enabled, untrusted } = options
    if (typeof name !== 'string' || name === '') throw misuse('scopeName', [])
    tools?.forEach((tool, at) => checkIs(Tool, `tools[${at}]`, tool, ` of scope "${name}"`))
    this.name = name
    this.label = toWords(label) ?? name
    this.tools = tools ?? []
    this.context = context
    this.enabled = enabled
    this.visible = toVisible(options.visible, `scope "${name}"`)
    this.subject = options.subject
    this.description = toWords(options.description)
    this.load = options.load ?? 'always'
    this.instructions = options.instructions
    this.untrusted = untrusted ?? false
    this.local = options.local ?? false
    this.parent = parent
    if (parent) inherit(this, parent)
  }
}

/** Makes the guards of a scope those that it was given together with those of its parent. */
function inherit(scope: Scope, parent: Scope): void {
  const join = <Key extends 'visible' | 'untrusted' | 'local'>(
    key: Key,
    both: (own: Scope[Key], around: Scope[Key]) => Scope[Key],
  ): void => {
    let own = scope[key]
    const get = (): Scope[Key] => both(own, parent[key])
    const set = (given: Scope[Key]): void => void (own = given)
    // Own and enumerable, so that a spread has them.
    Object.defineProperty(scope, key, { enumerable: true, get, set })
  }
  join('untrusted', (own, around) => own || around)
  join('local', (own, around) => own || around)
  join('visible', joinVisible)
}
