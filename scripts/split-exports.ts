import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const importLine = /^import \{ (.+) \} from "(.+)";$/
const passLine = /^export \{ (.+) \} from "(.+)";$/
const exportLine = /^export \{ (.+) \};$/
const skipped = /^(?:"use client";|\/\/#.*|)$/

/**
 * Rewrites a built entry that only passes on the exports of other modules. For each of them it
 * writes a module below `exports`, and the entry then exports all of those.
 *
 * The reason is esbuild. It loads with a page all that an imported file names and a late part of
 * the page uses. It leaves alone what a file with `export *` does not use.
 *
 * @param folder The folder of the built files.
 * @param entry The file of the entry, in the folder.
 * @param moduleOf Returns the module that has a name of another package, for names that come from
 * there. The names of each such module get a module of their own here.
 */
export function splitExports(
  folder: string,
  entry: string,
  moduleOf: (from: string, name: string) => string = () => '',
): void {
  const file = join(folder, entry)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const code = lines
    .filter((line) => !skipped.test(line))
    .flatMap((line) => {
      const [, names, from] = passLine.exec(line) ?? []
      return names === undefined
        ? [line]
        : [
            `import { ${names} } from "${from}";`,
            `export { ${pairs(names)
              .map(([, own]) => own)
              .join(', ')} };`,
          ]
    })
  const origins = new Map<string, { readonly name: string; readonly from: string }>()
  const parts = new Map<string, string[]>()
  for (const line of code) {
    const [, imported, from = ''] = importLine.exec(line) ?? []
    const [, exported] = exportLine.exec(line) ?? []
    if (imported === undefined && exported === undefined) return
    for (const [name, local] of pairs(imported)) origins.set(local, { name, from })
    for (const [local, name] of pairs(exported)) {
      const origin = origins.get(local)
      if (!origin) return
      const text = origin.name === name ? name : `${origin.name} as ${name}`
      const key = `${origin.from} ${moduleOf(origin.from, origin.name)}`
      parts.set(key, [...(parts.get(key) ?? []), text])
    }
  }
  if (parts.size < 2) return
  const isClient = lines[0] === '"use client";'
  const stars = [...parts].map(([key, names]) => {
    const [from = '', module = ''] = key.split(' ')
    const origin = from.startsWith('.') ? join(dirname(entry), from) : undefined
    const name = (origin ?? `${join(from, module)}.js`).replaceAll('@', '')
    const part = join('exports', entry.replace(/\.js$/, ''), name)
    mkdirSync(join(folder, dirname(part)), { recursive: true })
    const source = origin === undefined ? from : relative(dirname(part), origin)
    const directive = isClient ? '"use client";\n' : ''
    const list = names.map((name) => name.split(' as ')[0] ?? name)
    const namespace = origin && list.length === 1 ? list[0] : undefined
    const isPlain = namespace !== undefined && origin && makePlain(join(folder, origin), namespace)
    const text = isPlain ? `* as ${names[0]?.split(' as ')[1]}` : `{ ${names.join(', ')} }`
    writeFileSync(join(folder, part), `${directive}export ${text} from "${source}";\n`)
    return `export * from "${relative(dirname(entry), part).replace(/^(?!\.)/, './')}";\n`
  })
  writeFileSync(file, stars.join(''))
  rmSync(`${file}.map`, { force: true })
}

/**
 * Takes the object out of a built module that has all its exports as getters: a bundler that meets
 * the object keeps all of them. Returns false, and changes nothing, for a module without one.
 */
function makePlain(file: string, namespace: string): boolean {
  const code = readFileSync(file, 'utf8')
  const start = code.indexOf(`var ${namespace} = /* @__PURE__ */ __exportAll({`)
  if (start < 0) return false
  const end = code.indexOf('});\n', start) + '});\n'.length
  const plain = (code.slice(0, start) + code.slice(end))
    .replace(/^import \{ __exportAll \} from .*\n/m, '')
    .replace(new RegExp(`, ${namespace}(?= \\})`), '')
    .replace(/\n?\/\/# sourceMappingURL=.*/, '')
  writeFileSync(file, plain)
  rmSync(`${file}.map`, { force: true })
  return true
}

/** Splits `a, b as c` into `[a, a]` and `[b, c]`. */
const pairs = (names: string = ''): readonly (readonly [string, string])[] =>
  names.split(', ').flatMap((each) => {
    const [before = '', after = before] = each.split(' as ')
    return before === '' ? [] : [[before, after] as const]
  })
