import type { SandboxRequest } from '@ambit/core'
import { createRunner, type SandboxOptions } from '../src/sandbox/sandbox.ts'

/** Runs the text of a function in a sandbox, as the plug-in does. */
export const inSandbox = (
  source: string,
  options: SandboxOptions = {},
  request: Partial<SandboxRequest> = {},
): Promise<unknown> =>
  createRunner(options).run({
    tool: 'probe',
    source,
    args: {},
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...request,
  })

/** Resolves with the error that a promise rejects with. */
export const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    (value) => new Error(`It resolved with ${JSON.stringify(value)}.`),
    (error: unknown) => error as Error,
  )

export const frames = (): number => document.querySelectorAll('iframe').length
