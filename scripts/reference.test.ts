import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publicPackages } from './packages.ts'

const reference = 'docs/reference'
const index = readFileSync(join(reference, 'index.md'), 'utf8')

/** Returns the names that an entry exports, from its text. Entries only re-export other files. */
function exportsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (/^export (?!\{|type \{|\* as )/m.test(text))
    throw new Error(`${file} declares what it exports.`)
  const lists = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)
  const namespaces = [...text.matchAll(/^export \* as (\w+)/gm)].map(([, name = '']) => name)
  const names = [...lists].flatMap(([, list = '']) =>
    list.split(',').flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? []),
  )
  return [...namespaces, ...names]
}

/** A row of the index: its names, and the page that describes them. */
interface Row {
  names: string[]
  page: string
}

/** Returns the rows below the heading of an import path. */
function rowsOf(path: string): Row[] {
  const [, section = ''] = index.split(`\n## \`${path}\`\n`)
  const [own = ''] = section.split('\n## ')
  return [...own.matchAll(/^\| (`.+?`) \|.*\| \[.*\]\((.+?)\) \|$/gm)].map(
    ([, names = '', target = '']) => ({
      names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      page: target.split('#')[0] ?? '',
    }),
  )
}

const entries = publicPackages().flatMap(({ folder, entries }) =>
  [...entries].map(([path, source]) => ({ path, names: exportsOf(join(folder, source)) })),
)

describe.each(entries)('the reference of $path', ({ path, names }) => {
  it('lists every public name, and nothing else', () => {
    expect(index.split('\n')).toContain(`## \`${path}\``)
    expect(
      rowsOf(path)
        .flatMap((row) => row.names)
        .toSorted(),
    ).toEqual(names.toSorted())
  })

  it('leads from each name to a page that has it', () => {
    for (const { names, page } of rowsOf(path)) {
      const text = readFileSync(join(reference, page), 'utf8')
      for (const name of names) {
        expect(text, `${name} in ${page}`).toMatch(new RegExp(`\\b${name}\\b`))
      }
    }
  })
})
