import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import {
  type AppFiles,
  findPath,
  readTemplate,
  replaceEach,
  type TemplateName,
  templateNames,
} from '../packages/create-ambit/src/template.ts'

/** The page of every new app, which `examples/own-ui` shows too. */
const page = ['shopping-list.tsx', 'shopping-tools.tsx', 'item-detail.tsx', 'shopping-list.css']
const few = "['Bread', 'Milk']"
const more = "['Bread', 'Milk', 'Tomatoes', 'Olive oil', 'Coffee']"

/** Returns the files of a template: a folder of `examples/frameworks` with the page. */
function templateFiles(name: TemplateName): AppFiles {
  const files = new Map(readTemplate(join('examples/frameworks', name)))
  for (const [path, text] of files) {
    if (text.includes(few) && !path.endsWith('.test.tsx'))
      files.set(path, replaceEach(text, [[few, more]]))
  }
  const folder = posix.dirname(findPath(files, 'shopping-list.tsx'))
  for (const file of page) {
    const text = readFileSync(join('examples/own-ui/src', file), 'utf8').replaceAll(".tsx'", "'")
    const isClient = name === 'next' && file === 'shopping-list.tsx'
    files.set(`${folder}/${file}`, isClient ? `'use client'\n${text}` : text)
  }
  return files
}

/** Writes the templates of `create-ambit`. */
export function writeTemplates(target: string): void {
  rmSync(target, { recursive: true, force: true })
  for (const name of templateNames) {
    for (const [path, text] of templateFiles(name)) {
      mkdirSync(dirname(join(target, name, path)), { recursive: true })
      writeFileSync(join(target, name, path), text)
    }
  }
}
