import type { AssistantToolCall } from '../messages/message.ts'
import { optionsOf } from '../tools/call-subject.ts'
import type { TouchTarget } from '../tools/tool-context.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { AnyTool } from '../tools/tool.ts'
import type { RunCore } from './run-core.ts'

/** Returns a thing that a call named; undefined once nothing else on the page keeps the thing. */
type Held = () => TouchTarget

/** The things that a call touched, while it runs. */
export interface TouchingCall {
  readonly run: RunCore
  readonly callId: string
  readonly tool: string
  /** The things that the handler named. */
  touched?: Held[] | undefined
  /** The scope of a call that changed the page. */
  touchedScope?: string | undefined
}

/** The tool of a call, as the executor found it. */
interface FoundTool {
  readonly executable: Partial<Pick<AnyTool, 'effect' | 'subjectOf'>>
  readonly registered?: RegisteredTool | undefined
}

/** The most things that one call can name. Further ones are ignored. */
const maxTargets = 1000

/** Takes note of one thing that a call touched, or of several. Ignores what cannot be on a page. */
export function addTouched(call: TouchingCall, target: TouchTarget | readonly TouchTarget[]): void {
  if (Array.isArray(target)) return target.forEach((one: TouchTarget) => addTouched(call, one))
  const held = hold(target)
  if (!held) return
  call.touched ??= []
  if (call.touched.length < maxTargets) call.touched.push(held)
}

/** Takes note that a call has succeeded, so that it changed its scope, except if it only reads. */
export function touchScope(
  work: TouchingCall & { readonly call: Pick<AssistantToolCall, 'arguments'> },
  { executable, registered }: FoundTool,
): void {
  const { effect = 'write' } = optionsOf(executable, work.call.arguments)
  if (effect !== 'read') work.touchedScope = registered?.scope.name
}

/** Shows what a call touched, once it has ended. Does nothing if it touched nothing. */
export function showTouched({ run, callId, tool, touched, touchedScope }: TouchingCall): void {
  if (!touched && touchedScope === undefined) return
  run.page?.touches.add({
    callId,
    tool,
    ...(!touched && { scope: touchedScope }),
    get targets() {
      return (touched ?? []).map((held) => held()).filter((target) => target != null)
    },
  })
}

/** Holds an element weakly. A ref is no element: the page itself takes the element out of it. */
function hold(target: unknown): Held | undefined {
  if (typeof target === 'string') return () => target
  if (typeof target !== 'object' || target === null) return undefined
  if ('current' in target) return () => target
  const weak = new WeakRef(target)
  return () => weak.deref()
}
