import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AppFile, readApp } from './app-file.ts'

const own = join(import.meta.dirname, 'apps')

/** Reads the applications of a folder, in the order of their names. */
export const readApps = (folder: string = own): AppFile[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => readApp(join(folder, file)))
