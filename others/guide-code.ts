import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Imports a named block of a guide, with what `<!-- given: … -->` adds to it. It is written into this
 * folder, where the libraries are, together with the other named blocks of the guide. Each import
 * runs it again. `edit` makes what it says for another version of a library.
 */
export async function importBlock<Block>(
  guide: string,
  name: string,
  edit: (source: string) => string = (source) => source,
): Promise<Block> {
  const page = readFileSync(`docs/guides/${guide}.md`, 'utf8')
  const blocks = page.matchAll(
    /(?:^<!-- given:((?:(?!-->)[\s\S])*)-->\n)?^```tsx? (\S+)\n([\s\S]*?)^```$/gm,
  )
  const folder = resolve('others/.reports/guides', guide)
  for (const [, given = '', file = '', source = ''] of blocks) {
    const path = resolve(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, edit(`${given}\n${source}`))
  }
  return import(`${resolve(folder, name)}?import=${imports++}`) as Promise<Block>
}

let imports = 0
