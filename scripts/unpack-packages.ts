import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { packPackage } from './pack-package.ts'
import { publicPackages } from './packages.ts'
import { type Finished, runCommand } from './run-command.ts'

/**
 * Packs every package as it would be published, and unpacks it below `folder`, under its own name.
 * The packages must be built.
 *
 * @throws if a package cannot be packed.
 */
export async function unpackPackages(folder: string): Promise<void> {
  for (const { name, folder: source } of publicPackages()) {
    const target = resolve(folder, name)
    const archive = `${target}.tgz`
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    orThrow(await packPackage(source, archive))
    orThrow(await runCommand('tar', ['-xzf', archive, '-C', target, '--strip-components', '1']))
    rmSync(archive)
  }
}

function orThrow({ code, output }: Finished): void {
  if (code !== 0) throw new Error(output)
}
