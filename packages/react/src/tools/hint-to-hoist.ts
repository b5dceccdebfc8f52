import type { AnyTool } from '@ambit/core'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

const hinted = new Set<string>()
/**
 * The number of commits in a row that brought a new schema, by component. It is 1 when the
 * developer saves the file.
 */
const newSchemas = new WeakMap<object, number>()

/** Notes, in development, whether a commit of a component brought a new schema. */
export function noteSchema(component: object, isNew: boolean): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production') return
    newSchemas.set(component, isNew ? (newSchemas.get(component) ?? 0) + 1 : 0)
  } catch {
    // A page without a bundler has no `process`.
  }
}

/**
 * Warns once per tool, in development, that every render creates a new schema for the tool, with
 * the same content.
 */
export function hintToHoist(component: object, before: AnyTool, after: AnyTool): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production') return
    if (hinted.has(after.name) || (newSchemas.get(component) ?? 0) < 2) return
    if (JSON.stringify(before.jsonSchema) !== JSON.stringify(after.jsonSchema)) return
    hinted.add(after.name)
    console.warn(
      `[ambit] The \`parameters\` of tool "${after.name}" are a new schema with every render, which is converted every time. Move the schema out of the component, or memoise it.`,
    )
  } catch {
    // A page without a bundler has no `process`.
  }
}
