import type { AnyTool } from '@ambit/core'
import type { ReactNode } from 'react'

/** A value of which anything may still be missing, because a model has not written it yet. */
export type DeepPartial<T> = unknown extends T
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepPartial<Item>[]
    : T extends Date | ((...args: never[]) => unknown)
      ? T
      : T extends object
        ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
        : T

/** What the model was told of a call that did not succeed. */
export interface ToolCallError {
  /** The error's class, such as `ToolValidationError`. */
  readonly name?: string | undefined
  readonly message: string
}

interface Call {
  readonly callId: string
  readonly tool: string
}

/** Fields of other states, so that one function may take all of them out of its argument. */
interface Absent {
  readonly writing?: undefined
  readonly pct?: undefined
  readonly message?: undefined
  readonly result?: undefined
  readonly durationMs?: undefined
  readonly error?: undefined
}

type In<State extends string, Args, Own = unknown> = Call & {
  readonly state: State
  readonly args: Args
} & Omit<Absent, keyof Own> &
  Own

/**
 * What `render` shows of one call, told apart by `state`:
 *
 * - `input-streaming`: the model writes the arguments, which are as far as it has come; `writing` is the one it is at, those before it are whole. Not checked yet
 * - `awaiting-approval`: a person is to decide whether it runs
 * - `running`: it runs, or is about to; `pct` (0 to 100) and `message` are what the tool last reported
 * - `succeeded`: `result` is what the handler returned while the page lives; of a stored conversation its JSON
 * - `failed`: `error` is what the model was told. The arguments may be what was wrong
 * - `denied`: a person or a policy refused it
 * - `cancelled`, `interrupted`: it was ended, or the model's message was
 *
 * Before `failed` and the last two the arguments are parsed by the tool's schema where that can be done at once.
 */
export type ToolRenderProps<Args = Record<string, unknown>, Result = unknown> =
  | In<
      'input-streaming',
      DeepPartial<Args>,
      { readonly writing?: (keyof Args & string) | undefined }
    >
  | In<'awaiting-approval', Args>
  | In<
      'running',
      Args,
      { readonly pct?: number | undefined; readonly message?: string | undefined }
    >
  | In<
      'succeeded',
      Args,
      { readonly result: Awaited<Result>; readonly durationMs?: number | undefined }
    >
  | In<'denied', Args, { readonly error: ToolCallError }>
  | In<'failed' | 'cancelled' | 'interrupted', DeepPartial<Args>, { readonly error: ToolCallError }>

/** Where a call stands, as `render` is told. */
export type ToolRenderState = ToolRenderProps['state']

/** Shows a call of one tool. Called as the body of a component, so it may use hooks. */
export type ToolRenderer = (props: ToolRenderProps) => ReactNode

/** What shows the calls of one name. */
export interface RegisteredRenderer {
  readonly render: ToolRenderer
  readonly validate: AnyTool['validate']
  /** What it is of: the renderers of one call the same hooks. */
  readonly owner: object
}
