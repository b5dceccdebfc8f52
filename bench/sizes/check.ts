import { exit, stdout } from 'node:process'
import { toRows, toTable } from '../figure.ts'
import { findSizes } from './find-sizes.ts'

// The step `size` of `pnpm test`: compares the files that `pnpm build` wrote with the limits.
const figures = await findSizes()
stdout.write(`${toTable(toRows(figures))}\n`)
const over = figures.filter(({ ratio }) => ratio > 1)
for (const { what, ours, against, theirs } of over) {
  stdout.write(
    `\n${what}: ${ours} is over ${against}, ${theirs}. Pages get slower to load: make it smaller, or raise the limit in bench/sizes/limits.json and say why.\n`,
  )
}
exit(over.length > 0 ? 1 : 0)
