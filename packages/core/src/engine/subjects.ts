import { toBoundText } from '../approval/binding.ts'
import { DisabledToolError } from '../errors/errors.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import type { RegisteredTool } from '../tools/registry.ts'
import {
  readToolSubject,
  type ScopeReadings,
  type SubjectFault,
  type ToolSubject,
} from '../tools/subject.ts'
import type { CallWork, Found } from './call.ts'
import type { Toolbox } from './toolbox.ts'

type Binds = ToolSubject['binds']

/** What one tool was about when the page was shown. */
interface Shown {
  text: ToolSubject['text']
  /**
   * The `binds` that have to agree, in pairs. That of the request is with that right before a
   * handler of the run, and that right after it with the next one. The last one is with that of
   * now.
   */
  binds: Binds[]
}

/** What is needed to ask the `binds` of a tool about a call. */
export interface Bound {
  /** A parse of the arguments, which the handler does not get. */
  readonly own: unknown
  /** True if the call may run though no `binds` of its request is known: a person decides. */
  readonly mayLack: boolean
}

/**
 * What the tools of a run were about when its model, or its caller, was shown the page. A call runs
 * only if its tool is about the same right before the handler. What a handler of the run changes
 * before it returns is the run's own act, and counts as shown.
 */
export class Subjects {
  readonly #toolbox: Toolbox
  readonly #shown: Map<string, Shown>
  /** The number of handlers that go on, and what tools were about when it last changed. */
  #handlers = 0
  #before: ReadonlyMap<string, ToolSubject> = new Map()

  constructor(toolbox: Toolbox, shown: Iterable<readonly [tool: string, ToolSubject]>) {
    this.#toolbox = toolbox
    this.#shown = new Map(Array.from(shown, ([tool, subject]) => [tool, toShown(subject)]))
  }

  /**
   * Reads the subjects of all tools of now. `onFault` hears why one of a tool that is on cannot be
   * read.
   */
  static read(toolbox: Toolbox, onFault?: (fault: SubjectFault) => void): Subjects {
    const read = readAll(toolbox)
    for (const [name, { fault }] of read) {
      const tool = fault && onFault && toolbox.find(name)
      if (tool && toolbox.isOn(tool).enabled) onFault(fault)
    }
    return new Subjects(toolbox, read)
  }

  /** Returns the subjects that calls were stamped with, also on a page before this one. */
  static ofCalls(toolbox: Toolbox, calls: readonly AssistantToolCall[]): Subjects {
    const shown = calls.map(
      ({ name, subject }) => [name, { text: subject, binds: undefined }] as const,
    )
    return new Subjects(toolbox, shown)
  }

  /** Puts what a tool was about earlier in the place of what it is about now. */
  showAs(tool: string, subject: ToolSubject | undefined): void {
    if (subject) this.#shown.set(tool, toShown(subject))
    else this.#shown.delete(tool)
  }

  /** Returns a call with the subject that its tool was shown with. */
  stamp(call: AssistantToolCall): AssistantToolCall {
    const text = this.#shown.get(call.name)?.text
    if (call.subject === text) return call
    const { subject: _given, ...own } = call
    return typeof text === 'string' ? { ...own, subject: text } : own
  }

  /** Throws if the tool is not about the same as when it was shown. */
  require(tool: string, registered: RegisteredTool): void {
    const now = readToolSubject(registered)?.text
    if (typeof now === 'symbol') throw stale(tool, 'what it is for cannot be read now')
    if (now !== this.#shown.get(tool)?.text) throw stale(tool)
  }

  /** Throws if the `binds` of now does not agree with that of the request. */
  requireBinds(tool: string, registered: RegisteredTool, { own, mayLack }: Bound): void {
    const now = registered.tool.bindsNow
    const { binds } = this.#shown.get(tool) ?? { binds: [undefined] }
    const isKnown = binds.some((one) => one !== undefined)
    if (!isKnown && (!now || mayLack)) return
    const all = [...binds, now]
    for (let at = 0; at < all.length; at += 2) {
      if (all[at] !== all[at + 1] && !agree(all[at], all[at + 1], own)) throw stale(tool)
    }
  }

  /**
   * Begins a handler. The returned function ends it, and takes over what was changed meanwhile.
   * Handlers at the same time compare with one reading, so that none undoes what another changed.
   */
  follow(): () => void {
    if (this.#handlers++ === 0) this.#before = readAll(this.#toolbox)
    return () => {
      const all = readAll(this.#toolbox)
      for (const [tool, now] of all) {
        const was = this.#before.get(tool)
        const shown = this.#shown.get(tool)
        if (!was) this.#shown.set(tool, toShown(now))
        else if (shown) {
          if (now.text !== was.text) shown.text = now.text
          if (now.binds !== was.binds) shown.binds.push(was.binds, now.binds)
        }
      }
      this.#before = all
      this.#handlers--
    }
  }
}

const toShown = ({ text, binds }: ToolSubject): Shown => ({ text, binds: [binds] })

function readAll(toolbox: Toolbox): Map<string, ToolSubject> {
  const read = new Map<string, ToolSubject>()
  const scopes: ScopeReadings = new Map()
  for (const entry of toolbox.entries()) {
    const subject = readToolSubject(entry, scopes)
    if (subject) read.set(entry.tool.name, subject)
  }
  return read
}

function agree(a: Binds, b: Binds, own: Bound['own']): boolean {
  try {
    return !!a && !!b && toBoundText(a(own as never)) === toBoundText(b(own as never))
  } catch {
    return false
  }
}

/**
 * Returns the refusal of a call whose tool is about something else than what was shown. All such
 * calls get this answer.
 */
function stale(
  tool: string,
  reason = 'what it is for changed after the page was shown to you. Look at the page as it is now, and call it again only if that is still right',
): DisabledToolError {
  return new DisabledToolError(tool, reason, 'changed')
}

/** Throws `DisabledToolError` if a call is not about what was shown. Awaits nothing. */
export function requireSubject({ run, call }: CallWork, { registered }: Found, bound: Bound): void {
  if (!registered) return
  run.subjects?.require(call.name, registered)
  run.subjects?.requireBinds(call.name, registered, bound)
}
