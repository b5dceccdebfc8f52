import type { AnyTool } from '@ambit/core'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

const hinted = new Set<string>()

/**
 * In development, says once per tool that its schema is made anew by every render though it says
 * the same.
 */
export function hintToHoist(before: AnyTool, after: AnyTool): void {
  try {
    // Bundlers write the value in, and leave out what follows where it is production.
    if (process.env.NODE_ENV === 'production') return
    if (hinted.has(after.name)) return
    if (JSON.stringify(before.jsonSchema) !== JSON.stringify(after.jsonSchema)) return
    hinted.add(after.name)
    console.warn(
      `[ambit] The \`parameters\` of tool "${after.name}" are a new schema with every render, which is converted every time. Move the schema out of the component, or memoise it.`,
    )
  } catch {
    // Nothing wrote it in, and there is no `process` to ask.
  }
}
