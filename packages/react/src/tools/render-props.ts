import type { AnyTool, CallState } from '@ambit/core'
import type { ReactNode } from 'react'
import type { Outlet } from '../agent/agent-context.ts'

/** A value that a model is still writing: any part of it may be missing. */
export type DeepPartial<T> = unknown extends T
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepPartial<Item>[]
    : T extends Date | ((...args: never[]) => unknown)
      ? T
      : T extends object
        ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
        : T

/** The error of a call that did not succeed, as the model gets it. */
export interface ToolCallError {
  /** The name of the error, such as `ToolValidationError`. */
  readonly name?: string | undefined
  /** The `ErrorCode` of an error of Ambit, such as `handler` if the tool threw. */
  readonly code?: string | undefined
  readonly message: string
}

interface Call {
  readonly callId: string
  readonly tool: string
  /** The label of the `subject` that the call is for; known once the call begins. */
  readonly label?: string | undefined
}

/** The fields of the other states, so that one function can destructure all of them. */
interface Absent {
  readonly writing?: undefined
  readonly percent?: undefined
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
 * The state of one call, for `render`. The property `state` tells which one it is:
 *
 * - `input-streaming`: the model is writing the arguments, which are not checked yet. `writing` is
 *   the argument in progress; those before it are complete
 * - `pending`: the call waits for its turn
 * - `awaiting-approval`: a user decides if the call runs
 * - `running`: the call runs. `percent` (0 to 100) and `message` are the latest that
 *   the tool reported
 * - `succeeded`: `result` is the value that the handler returned. After a reload it is the JSON of
 *   that value, from the stored conversation
 * - `failed`: `error` is what the model gets. The arguments may be invalid
 * - `stale`: what the call is for was not what the model was shown, so it was not run
 * - `denied`: a user or a policy refused the call
 * - `cancelled`, `interrupted`: the call, or the message of the model, was ended
 *
 * In `pending`, `awaiting-approval`, `running`, `succeeded` and `denied` the arguments are parsed
 * by the tool's schema, if the schema can do that synchronously.
 */
export type RenderProps<Args = Record<string, unknown>, Result = unknown> =
  | In<
      'input-streaming',
      DeepPartial<Args>,
      { readonly writing?: (keyof Args & string) | undefined }
    >
  | In<'pending' | 'awaiting-approval', Args>
  | In<
      'running',
      Args,
      { readonly percent?: number | undefined; readonly message?: string | undefined }
    >
  | In<
      'succeeded',
      Args,
      { readonly result: Awaited<Result>; readonly durationMs?: number | undefined }
    >
  | In<'denied', Args, { readonly error: ToolCallError }>
  | In<
      'failed' | 'stale' | 'cancelled' | 'interrupted',
      DeepPartial<Args>,
      { readonly error: ToolCallError }
    >

/** The state of a call, as `render` gets it: the `CallState` of `ambit`. */
export type ToolRenderState = CallState

/**
 * Shows a call of one tool: any component, also one of `memo`, `lazy` or `forwardRef`. A function
 * that is written in place keeps its state, and may use hooks.
 */
export type ToolRenderer = (props: RenderProps) => ReactNode

/** The renderer of the calls of one tool name. */
export interface RegisteredRenderer {
  readonly render: ToolRenderer
  readonly validate: AnyTool['validate']
  readonly owner: object & RendererOwner
  /** Returns the outlet of a call with these arguments. Default: that of the owner. */
  readonly outletOf?: (args: Readonly<Record<string, unknown>>) => Outlet | undefined
}

/** The owner of renderers, which call the same hooks. */
export interface RendererOwner {
  /** What renders the calls, below the owner's scope or provider. */
  readonly outlet?: Outlet | undefined
}
