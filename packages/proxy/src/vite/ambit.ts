import type { Plugin, Rolldown } from 'vite'
import { findLoadStages, type LoadStage } from './load-stages.ts'

type Groups = Rolldown.CodeSplittingGroup[]

/**
 * Lets a page load Ambit in few files, one for each moment: the first load, the first message, the
 * chat that is opened, an answer. Changes the build of the page alone,
 * not a development server and not the build for a server. Needs Vite 8: an older Vite builds as it
 * does without this plugin. `ambitProxy` does the same.
 *
 * The groups of the app's `codeSplitting` stay. Those with a priority above 1 come first.
 *
 * @example
 * export default defineConfig({ plugins: [react(), ambit()] })
 */
export const ambit = (): Plugin => ({ name: 'ambit', ...groupModules() })

/** Returns the hooks that put the modules of Ambit into a file for each stage of a page's load. */
export function groupModules(): Pick<Plugin, 'buildEnd' | 'outputOptions'> {
  const found = new WeakMap<object, ReadonlyMap<string, LoadStage>>()
  return {
    async buildEnd(error) {
      const { environment } = this
      if (error || environment?.mode !== 'build' || environment.config.consumer !== 'client') return
      found.set(environment, await findLoadStages(this))
    },
    outputOptions(options) {
      const { environment } = this
      if (environment?.config.consumer !== 'client' || !('rolldownVersion' in this.meta))
        return null
      return withGroup(options, {
        debugName: 'ambit',
        name: (id) => found.get(environment)?.get(id),
        priority: 1,
        minSize: 0,
        // The stages are complete. Otherwise code that the page needs early could go to a late one.
        includeDependenciesRecursively: false,
      })
    },
  }
}

/** Adds a group to the options of an output, behind those that it has. */
function withGroup(options: Rolldown.OutputOptions, group: Groups[number]): Rolldown.OutputOptions {
  const { codeSplitting, advancedChunks, inlineDynamicImports, manualChunks, ...others } = options
  if (codeSplitting === false || inlineDynamicImports === true) return options
  const own =
    (typeof codeSplitting === 'object' ? codeSplitting : advancedChunks) ??
    (manualChunks && { groups: [{ name: (id, ctx) => manualChunks(id, ctx) }] satisfies Groups })
  return { ...others, codeSplitting: { ...own, groups: [...(own?.groups ?? []), group] } }
}
