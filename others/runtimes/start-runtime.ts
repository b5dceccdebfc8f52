import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Bundles the program of this folder into one file, which any runtime can load. */
export async function bundleProgram(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ambit-runtimes-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['ambit-source', 'module', 'browser'] },
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: {
        entry: fileURLToPath(import.meta.resolve('./program.ts')),
        formats: ['es'],
        fileName: 'program',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  return folder
}

const workerd = (
  flags: readonly string[],
): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = (
    modules = [
      (name = "worker", esModule = "import { handle } from './program.js'; export default { fetch: handle }"),
      (name = "program.js", esModule = embed "program.js"),
    ],
    compatibilityDate = "2026-10-01",
    compatibilityFlags = ${JSON.stringify(flags)},
  )) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);
`

/** Returns the arguments to start a runtime with. Writes the files that it needs into `folder`. */
function commandOf(name: string, folder: string, flags: readonly string[]): string[] {
  const main = join(folder, `${name}.mjs`)
  if (name === 'deno') {
    writeFileSync(
      main,
      `import { handle } from './program.js'
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: ({ port }) => console.log('"port":' + port) }, handle)`,
    )
    return ['run', '--no-config', '--no-lock', '--allow-net=127.0.0.1', main]
  }
  if (name === 'bun') {
    writeFileSync(
      main,
      `import { handle } from './program.js'
const { port } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handle })
console.log('"port":' + port)`,
    )
    return ['run', main]
  }
  if (name === 'node') {
    const adapter = import.meta.resolve('../../packages/proxy/src/node.ts')
    writeFileSync(
      main,
      `import { createServer } from 'node:http'
import { handle } from './program.js'
import { nodeListener } from '${adapter}'
const server = createServer(nodeListener(handle)).listen(0, '127.0.0.1', () => {
  console.log('"port":' + server.address().port)
})`,
    )
    return ['--conditions=ambit-source', main]
  }
  const config = join(folder, `${name}.capnp`)
  writeFileSync(config, workerd(flags))
  return ['serve', '--control-fd=1', config]
}

/**
 * Starts the program bundled in `folder`.
 *
 * @param flags The compatibility flags of workerd.
 */
export async function startRuntime(
  name: string,
  path: string,
  folder: string,
  flags: readonly string[] = ['enable_request_signal'],
): Promise<{ origin: string; said: () => string; stop: () => void }> {
  const child = spawn(path, commandOf(name, folder, flags), {
    env: { ...env, DENO_DIR: folder, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += String(text)))
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      said += String(text)
      const [, found] = /"port":\s*(\d+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`${name} ended with ${code}: ${said}`)))
  })
  return { origin: `http://127.0.0.1:${port}`, said: () => said, stop: () => void child.kill() }
}
