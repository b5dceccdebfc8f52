import { AgentError } from '@ambit/core'

/**
 * A handler made of text, for a tool with `sandbox`: `source` is a JavaScript function of `(args, ctx)`, which may be async. It is never evaluated in the
 * page; called there, as by a tool without `sandbox`, it rejects with `AgentError`.
 *
 * @example
 * new Tool({ name: 'double', description: '…', parameters, sandbox: true, handler: fromSource('({ n }) => n * 2') })
 */
export function fromSource(source: string): () => Promise<unknown> {
  const handler = (): Promise<never> =>
    Promise.reject(
      new AgentError(
        'A handler of `fromSource` runs in a sandbox alone. Give its tool `sandbox: true`.',
      ),
    )
  handler.toString = () => source
  return handler
}
