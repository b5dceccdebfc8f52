import type { RegisteredTool } from './registered-tool.ts'
import type { AnyTool } from './tool.ts'

/** The tool that a call is for, as its caller knows it. */
export interface MeantTool {
  readonly registered: RegisteredTool
  /** The parts of the tool at the time of the call. */
  readonly was: KnownParts
}

/** The parts of a tool that callers and the person know. */
export interface KnownParts {
  readonly title?: AnyTool['title'] | undefined
  readonly description?: AnyTool['description'] | undefined
  readonly jsonSchema?: AnyTool['jsonSchema'] | undefined
  readonly effect?: AnyTool['effect'] | undefined
  readonly untrusted?: AnyTool['untrusted'] | undefined
}

/** Returns the tool of a registration as it is now. A wrong registration has a tool of no parts. */
export function toMeantTool(registered: RegisteredTool | undefined): MeantTool | undefined {
  if (registered === undefined) return undefined
  const { tool } = Object(registered) as Partial<RegisteredTool>
  const { title, description, jsonSchema, effect, untrusted } = Object(tool) as KnownParts
  return { registered, was: { title, description, jsonSchema, effect, untrusted } }
}
