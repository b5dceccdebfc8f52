// The reasons: decisions/0064.
import type { Plugin, Rolldown } from 'vite'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

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

/** What is read of a module of the page. */
interface LoadedModule {
  readonly code: string | null
  readonly isEntry: boolean
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}

/** The bundler's view of the page, once it has read all modules. */
interface PageGraph {
  getModuleIds(): Iterable<string>
  getModuleInfo(id: string): LoadedModule | null
  parse(code: string): { readonly body: readonly object[] }
  resolve(source: string, importer: string): Promise<{ readonly id: string } | null>
}

/**
 * The moments at which a page loads Ambit after its first load, in order. A module that two of them
 * need comes with the first.
 */
const lateStages = [
  'ambit-shared',
  'ambit-engine',
  'ambit-run',
  'ambit-panel',
  'ambit-transcript',
  'ambit-parts',
  'ambit-markdown',
  'ambit-sessions',
  'ambit-search',
] as const

/** The name of the file that a page loads with one stage. */
type LoadStage = 'ambit' | (typeof lateStages)[number]

/**
 * Returns the stage in which a page loads each module: those of Ambit, and those that nothing but
 * Ambit needs. `ambit` is the first load. The bundler places each module that is not in the map.
 * That is one of the page, or one of Ambit that only a late part of the page imports.
 */
async function findLoadStages(graph: PageGraph): Promise<ReadonlyMap<string, LoadStage>> {
  const imports = await importsOf(graph)
  const entries: string[] = []
  /** What the page itself loads late. */
  const ofPage: string[] = []
  const late = new Map<LoadStage, string[]>(lateStages.map((stage) => [stage, []]))
  for (const id of graph.getModuleIds()) {
    const module = graph.getModuleInfo(id)
    if (module?.isEntry) entries.push(id)
    const inAmbit = packageOf(id) !== undefined
    for (const target of module?.dynamicallyImportedIds ?? []) {
      const stage = inAmbit ? stageOf(target) : undefined
      if (stage) late.get(stage)?.push(target)
      else if (!inAmbit) ofPage.push(target)
    }
  }
  const isAmbit = (id: string): boolean => packageOf(id) !== undefined
  const first = reach(entries, imports)
  const taken = reach([...first, ...ofPage], imports)
  const isFirst = [...first].some(isAmbit)
  // A page that shares a library with Ambit, and has no Ambit, must not load it for the library.
  const without = entries.filter((entry) => ![...reach([entry], imports)].some(isAmbit))
  const stages = new Map<string, LoadStage>()
  const early = [...(isFirst ? first : taken)].filter(isAmbit)
  for (const id of reach(early, imports, reach(without, imports))) stages.set(id, 'ambit')
  const lateOf = (stage: LoadStage): Set<string> => reach(late.get(stage) ?? [], imports, taken)
  // A page with a storage shows what was said before any run: its sessions wait for no engine.
  const sessions = lateOf('ambit-sessions')
  const ofBoth = [...lateOf('ambit-engine')].filter((id) => sessions.has(id))
  late.get('ambit-shared')?.push(...ofBoth)
  // Neither of these two waits for the other. A chat with a conversation has what it shares.
  const apart = lateOf('ambit-transcript')
  const parts = lateOf('ambit-parts')
  const markdown = lateOf('ambit-markdown')
  const shared = [...parts].filter((id) => markdown.has(id) && !apart.has(id))
  late.get('ambit-panel')?.push(...shared)
  for (const stage of lateStages) {
    for (const id of lateOf(stage)) {
      stages.set(id, stage)
      taken.add(id)
    }
  }
  return stages
}

/** Returns the stage of a module that Ambit loads late, by its package and its name. */
function stageOf(id: string): LoadStage | undefined {
  const name = packageOf(id)
  const named = /(search|import|session|panel|transcript|parts|markdown)/.exec(basename(id))?.[1]
  if (name === 'chat') return lateStages.find((stage) => stage === `ambit-${named}`)
  // Few users search or import sessions, so both are in one file.
  if (name === 'core' && /search|import/.test(named ?? '')) return 'ambit-search'
  // A page whose tools have instances needs this before any run.
  if (name === 'react') return 'ambit-run'
  // A page without storage never loads what keeps sessions.
  if (name === 'browser' || (name === 'core' && named === 'session')) return 'ambit-sessions'
  return name === undefined ? undefined : 'ambit-engine'
}

/** Returns modules with all that they import, and so on, without those of `but`. */
function reach(
  from: readonly string[],
  imports: (id: string) => readonly string[],
  but: ReadonlySet<string> = new Set(),
): Set<string> {
  const reached = new Set(from.filter((id) => !but.has(id)))
  for (const id of reached) {
    for (const imported of imports(id)) if (!but.has(imported)) reached.add(imported)
  }
  return reached
}

/** A name in an import or an export, in the terms of ESTree. */
interface NameNode {
  readonly name?: string
  readonly value?: string
}

/** A statement at the top of a module, in the terms of ESTree. */
interface StatementNode {
  readonly type: string
  readonly directive?: string
  readonly declaration?: object | null
  readonly source?: { readonly value: string } | null
  readonly specifiers?: readonly {
    readonly imported?: NameNode
    readonly local: NameNode
    readonly exported?: NameNode
  }[]
}

/** The export of another module. */
interface Origin {
  readonly id: string
  readonly name: string
}

/**
 * Returns a function that lists what a module imports. The index of a package only passes on the
 * exports of others: of these, those count whose names are taken.
 */
async function importsOf(graph: PageGraph): Promise<(id: string) => readonly string[]> {
  const barrels = new Map<string, Barrel>()
  for (const id of graph.getModuleIds()) await readBarrel(graph, id, barrels)
  const originsOf = (id: string, name: string): readonly string[] => {
    const exports = barrels.get(id)
    const origin = exports?.get(name)
    if (origin) return originsOf(origin.id, origin.name)
    return exports ? [...exports].flatMap(([, each]) => originsOf(each.id, each.name)) : [id]
  }
  const found = new Map<string, readonly string[]>()
  for (const id of graph.getModuleIds()) {
    // A production build leaves out the checks for developers, and with them what they import.
    if (isForDevelopment(id)) continue
    const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {}
    if (barrels.has(id)) {
      found.set(id, originsOf(id, '*'))
      continue
    }
    const direct = importedIds.filter((imported) => !barrels.has(imported))
    if (direct.length < importedIds.length) {
      for (const node of statementsOf(graph, code)) {
        const source = node.source && (await graph.resolve(node.source.value, id))
        if (!source || !barrels.has(source.id)) continue
        const names = node.specifiers?.map(({ imported, local }) =>
          nameOf(imported ?? (node.type === 'ImportDeclaration' ? undefined : local)),
        )
        direct.push(...(names ?? ['*']).flatMap((name) => originsOf(source.id, name)))
      }
    }
    found.set(id, direct)
  }
  return (id) => found.get(id) ?? []
}

/** The exports of a module that has no code but imports and exports of others, by name. */
type Barrel = ReadonlyMap<string, Origin>

/** Returns the exports of a module if it is a barrel of Ambit, and adds it to those known. */
async function readBarrel(
  graph: PageGraph,
  id: string,
  known: Map<string, Barrel>,
): Promise<Barrel | undefined> {
  if (known.has(id) || packageOf(id) === undefined) return known.get(id)
  const statements = statementsOf(graph, graph.getModuleInfo(id)?.code)
  if (!statements.every(isPassing)) return undefined
  const imported = new Map<string, Origin>()
  const exports = new Map<string, Origin>()
  for (const { type, source, specifiers = [] } of statements) {
    const from = (source && (await graph.resolve(source.value, id)))?.id
    if (from !== undefined && type === 'ExportAllDeclaration') {
      const others = await readBarrel(graph, from, known)
      for (const [name, origin] of others ?? [[from, { id: from, name: '*' }]]) {
        exports.set(name, origin)
      }
    }
    for (const one of specifiers) {
      const local = nameOf(one.local)
      if (from !== undefined && type === 'ImportDeclaration') {
        imported.set(local, { id: from, name: nameOf(one.imported) })
      } else {
        const origin = from === undefined ? imported.get(local) : { id: from, name: local }
        if (origin) exports.set(nameOf(one.exported), origin)
      }
    }
  }
  if (exports.size > 0) known.set(id, exports)
  return known.get(id)
}

/** Whether a statement has no effect but to import or to export what another module has. */
const isPassing = ({ type, declaration, directive }: StatementNode): boolean =>
  directive !== undefined ||
  type === 'ImportDeclaration' ||
  (type.startsWith('Export') && !declaration)

/** Returns the name; `*` for the whole of a module. */
const nameOf = (node: NameNode | undefined): string => node?.name ?? node?.value ?? '*'

const statementsOf = (graph: PageGraph, code: string | null | undefined) =>
  graph.parse(code ?? '').body as readonly StatementNode[]

/** Whether a module of Ambit has the checks and the texts for developers. */
const isForDevelopment = (id: string): boolean =>
  /[\\/]dist[\\/](?:inner[\\/]\w+[\\/])?dev[\\/]/.test(id) && packageOf(id) !== undefined

/** The packages whose modules have stages. `ambit` has the others inside. */
const staged =
  /[\\/](?:ambit|protocol|core|react|chat|browser)[\\/](?:src|dist)[\\/](?:inner[\\/]([\w-]+)[\\/])?.*\.[jt]sx?$/
const stagedName = /^(?:@ambit\/)?(ambit|protocol|core|react|chat|browser)$/

const names = new Map<string, string | undefined>()

/** Returns the name of the staged package of a module, without its scope. */
function packageOf(id: string): string | undefined {
  const [path, inner] = staged.exec(id) ?? []
  if (path === undefined) return undefined
  const folder = id.slice(0, id.search(/[\\/](?:src|dist)[\\/]/))
  if (!names.has(folder)) {
    const manifest = join(folder, 'package.json')
    const { name } = existsSync(manifest)
      ? (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly name?: string })
      : {}
    names.set(folder, stagedName.exec(name ?? '')?.[1])
  }
  const name = names.get(folder)
  return name === 'ambit' && inner !== undefined ? stagedName.exec(inner)?.[1] : name
}
