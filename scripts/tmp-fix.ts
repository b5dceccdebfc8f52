import { readFileSync, writeFileSync } from 'node:fs'
import { parseSync, traverse, types as t } from '@babel/core'
import { File, nameOf } from './codemod-file.ts'
import { toText, renamed } from './tmp-codemod-agent.ts'
import { relative, dirname } from 'node:path'

const log = readFileSync(process.argv[2]!, 'utf8')
const byFile = new Map<string, Set<string>>()
for (const line of log.split('\n')) {
  const m = /^(\S+?)\((\d+),(\d+)\): error TS/.exec(line)
  if (!m) continue
  const set = byFile.get(m[1]!) ?? new Set()
  byFile.set(m[1]!, set.add(`${m[2]}:${m[3]}`))
}
const env = new Set(['clock', 'createId', 'random', 'lifecycle'])
for (const [path, places] of byFile) {
  if (!/test|bench/.test(path)) continue
  const code = readFileSync(path, 'utf8')
  const ast = parseSync(code, {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: {
      plugins: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
      errorRecovery: true,
    },
  })
  if (!ast) continue
  const file = new File(code, () => undefined)
  let needsEnv = false
  const lines = code.split('\n')
  const offset = (p: string) => {
    const [l, c] = p.split(':').map(Number)
    let at = 0
    for (let i = 0; i < l! - 1; i++) at += lines[i]!.length + 1
    return at + c! - 1
  }
  const offsets = [...places].map(offset)
  const done = new Set<number>()
  traverse(ast, {
    ObjectExpression({ node, parent }) {
      const hit = node.properties.some((p) => offsets.includes(p.start!))
      if (!hit || done.has(node.start!)) return
      done.add(node.start!)
      const names = node.properties.map(nameOf)
      const isLimits = t.isObjectProperty(parent) && nameOf(parent) === 'limits'
      if (isLimits || names.some((n) => n === 'toolCalls' || n === 'wallMs')) {
        file.add({
          start: node.start!,
          end: node.end!,
          toText: () => renamed(node, 'limits', file),
        })
        return
      }
      const envs = node.properties.filter((p) => env.has(nameOf(p) ?? ''))
      const rest = node.properties.filter((p) => !env.has(nameOf(p) ?? ''))
      if (
        envs.length === 0 &&
        !names.some((n) =>
          [
            'toolMode',
            'rates',
            'userId',
            'tenantId',
            'retry',
            'reasoning',
            'modalities',
            'providerOptions',
            'apiKey',
            'includeRaw',
            'settle',
            'autoResume',
            'includeToolTrace',
            'toolErrorMode',
            'toolParallelism',
            'toolArgValidation',
            'toolResultMaxBytes',
            'toolConcurrency',
          ].includes(n ?? ''),
        )
      )
        return
      file.add({
        start: node.start!,
        end: node.end!,
        toText: () => {
          const own = toText(rest, file)
          if (envs.length === 0) return own
          needsEnv = true
          return `inEnvironment({ ${envs.map((p) => file.textOf(p)).join(', ')} }, ${own})`
        },
      })
    },
  })
  let after = file.text(0, code.length)
  if (needsEnv && !/inEnvironment[ ,}].*from/.test(after)) {
    if (path.startsWith('packages/core/')) {
      let rel = relative(dirname(path), 'packages/core/src/environment.ts')
      if (!rel.startsWith('.')) rel = './' + rel
      after = `import { inEnvironment } from '${rel}'\n` + after
    } else console.log('env in', path)
  }
  if (after !== code) {
    writeFileSync(path, after)
    console.log('fixed', path)
  }
}
