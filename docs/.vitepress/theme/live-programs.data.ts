import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { defineLoader } from 'vitepress'

/** The guides that have a program to change, by their names. */
declare const data: string[]
export { data }

export default defineLoader({
  load: (): string[] => globSync('docs/live/programs/*.tsx').map((path) => basename(path, '.tsx')),
})
