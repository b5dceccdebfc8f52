import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { exit } from 'node:process'
import { packages, publicPackages } from './packages.ts'
import { runCommand } from './run-command.ts'

// Type-checks an app that imports every entry of the packed packages, as TypeScript resolves them:
// each compiler, each kind of resolution, each version of React's types. Reads what
// `check-packages.ts` packed.
const root = '.reports/consumers'
const compilers = {
  '5.8': 'typescript58/bin/tsc',
  '5.9': 'typescript5/bin/tsc',
  '7': 'typescript/bin/tsc',
}
interface Resolution {
  readonly type?: string
  readonly options: object
  /** The entries that are not imported. Default: the one of `ai`. */
  readonly without?: readonly string[]
  readonly compilers: readonly (keyof typeof compilers)[]
}
// The declarations of `ai` do not pass `exactOptionalPropertyTypes`, so its users skip that check.
const ofAi = '@ambit/bridges/ai-sdk'
const resolutions: Readonly<Record<string, Resolution>> = {
  bundler: {
    options: { module: 'esnext', moduleResolution: 'bundler' },
    compilers: ['5.8', '5.9', '7'],
  },
  'nodenext, ESM': {
    type: 'module',
    options: { module: 'nodenext' },
    compilers: ['5.8', '5.9', '7'],
  },
  'nodenext, CommonJS': {
    type: 'commonjs',
    options: { module: 'nodenext' },
    compilers: ['5.8', '5.9', '7'],
  },
  // Vite itself has no types for this resolution.
  node10: {
    options: { module: 'esnext', moduleResolution: 'node10', esModuleInterop: true },
    without: [ofAi, '@ambit/proxy/vite'],
    compilers: ['5.8', '5.9'],
  },
  'bundler, skipLibCheck': {
    options: { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
    without: [],
    compilers: ['5.8', '5.9', '7'],
  },
}

const entries = publicPackages().flatMap((it) => [...it.entries.keys()])
const app = [
  "import { createAgent, Tool } from 'ambit'",
  "import { Copilot } from 'ambit/chat'",
  "import 'ambit/chat/styles.css'",
  "import { AgentProvider } from 'ambit/react'",
  "import { scriptedModel } from '@ambit/testing'",
  "declare module 'ambit' { interface Register { metadata: { plan: 'free' | 'pro' } } }",
  "const plan = new Tool({ name: 'plan', description: 'Plan.', handler: (_, { run }) => run.metadata.plan satisfies 'free' | 'pro' })",
  "const agent = createAgent({ model: scriptedModel([]), tools: [plan], metadata: { plan: 'pro' } })",
  'export const page = <AgentProvider agent={agent}><Copilot form="inline" /></AgentProvider>',
]

const importsOf = (names: readonly string[]): string[] => [
  ...names.map((name, at) => `import * as entry${at} from '${name}'`),
  `export const all = [${names.map((_, at) => `entry${at}`).join(', ')}]`,
]

rmSync(root, { recursive: true, force: true })
let failed = false
for (const react of ['18', '19']) {
  const modules = join(root, `react${react}`, 'node_modules')
  await install(modules, react)
  for (const [name, { type, options, without = [ofAi], compilers: used }] of Object.entries(
    resolutions,
  )) {
    if (react === '18' && name !== 'bundler') continue
    const folder = join(root, `react${react}`, name.replaceAll(/\W+/g, '-'))
    const imported = entries.filter((entry) => !without.includes(entry))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type }))
    writeFileSync(join(folder, 'app.tsx'), [...app, ...importsOf(imported)].join('\n'))
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      types: ['node'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      noUncheckedSideEffectImports: true,
      ...options,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    for (const version of used) {
      const tsc = join('node_modules', compilers[version])
      const { code, output } = await runCommand('node', [tsc, '--project', folder])
      if (code === 0) continue
      failed = true
      console.log(`TypeScript ${version}, ${name}, React ${react}\n${output}`)
    }
  }
}
exit(failed ? 1 : 0)

/** Unpacks the packages into a folder of modules, and links what they depend on beside them. */
async function install(modules: string, react: string): Promise<void> {
  mkdirSync(join(modules, '@ambit'), { recursive: true })
  for (const { name, folder } of publicPackages()) {
    const archive = join('.reports/packed', `${basename(folder)}.tgz`)
    if (!existsSync(archive))
      throw new Error(`There is no ${archive}: run check-packages.ts first.`)
    mkdirSync(join(modules, name))
    await runCommand('tar', ['-xzf', archive, '-C', join(modules, name), '--strip-components=1'])
  }
  for (const { folder } of packages()) {
    for (const dependency of dependenciesOf(folder)) {
      link(join(folder, 'node_modules', dependency), join(modules, dependency))
    }
  }
  for (const name of [
    'zod',
    '@types/node',
    'react',
    'react-dom',
    '@tanstack/react-query',
    'vite',
  ]) {
    link(join('node_modules', name), join(modules, name))
  }
  const types = react === '18' ? 'types-react18' : '@types/react'
  link(join('node_modules', types), join(modules, '@types/react'))
}

function dependenciesOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: object
    peerDependencies?: object
  }
  return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
    (name) => !/^@?ambit\b/.test(name),
  )
}

function link(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(resolve(from), to, 'junction')
}
