import { runCommand } from '../../scripts/run-command.ts'
import type { Suite } from '../figure.ts'
import { findSizes } from './find-sizes.ts'
import { readLimits, toSizeFigures } from './size-figures.ts'

/** The sizes of what pages and servers load, from the packages as they are published. */
export const sizes: Suite = {
  name: 'sizes',
  isOnRequest: true,
  async run() {
    const { code, output } = await runCommand('tsdown', [])
    if (code !== 0)
      throw new Error(`The packages were not built, so nothing is measured.\n${output}`)
    return toSizeFigures(await findSizes(), readLimits())
  },
}
