import { type AnyToolOptions, instanceIdOf, ruleOf } from './tool-options.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

const hinted = new Set<string>()

/**
 * Warns once per tool, in development, that every render creates a new handler, and that nothing
 * says what a call of it is for. Only for tools that a person is asked about.
 */
export function hintToBind(options: AnyToolOptions): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production') return
    const { name, effect, instance } = options
    const { when, preview, binds } = ruleOf(options)
    if (hinted.has(name) || preview || binds || instanceIdOf(instance) !== undefined) return
    if (effect !== 'destructive' && effect !== 'egress' && !when) return
    hinted.add(name)
    console.warn(
      `[ambit] The handler of tool "${name}" is new with every render, so it may use props or state. A person who allows a call is not told if they change meanwhile: another thing could be done than was meant. Give its \`approval\` a \`preview\`, or \`binds: () => …\` with the ids and versions that it uses. A handler that uses neither can be defined outside of the component.`,
    )
  } catch {
    // A page without a bundler has no `process`.
  }
}
