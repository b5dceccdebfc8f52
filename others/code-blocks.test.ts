import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packages } from '../scripts/packages.ts'
import { runCommand } from '../scripts/run-command.ts'

const scratch = '.reports/code-blocks'

/** One `ts` or `tsx` block as its own file. Its lines have the same numbers as in the page. */
interface Block {
  file: string
  source: string
}

/**
 * Returns the blocks of a page. A name after the language is the name of the file, so that the
 * blocks of one page can import each other. A comment `<!-- given: … -->` right above a block is
 * code of the block that the page does not show.
 */
function blocksOf(page: string): Block[] {
  const lines = readFileSync(page, 'utf8').split('\n')
  return lines.flatMap((line, start) => {
    const [, language, name] = /^```(tsx?)(?: (\S+))?$/.exec(line) ?? []
    if (!language) return []
    const end = lines.indexOf('```', start)
    const shown = lines.map((text, at) => (at > start && at < end ? text : ''))
    const above = lines.slice(0, start)
    const given = above.at(-1)?.endsWith('-->') ? above.findLastIndex(isComment) : start
    for (let at = given; at < start; at++) {
      shown[at] = (lines[at] ?? '').replace('<!-- given:', '').replace('-->', '')
    }
    const file = join(page, name ?? `line-${start + 1}.${language}`)
    return [{ file, source: shown.join('\n') }]
  })
}

const isComment = (line: string): boolean => line.startsWith('<!-- given:')

describe('the code in the Markdown', () => {
  it('type-checks as it stands', async () => {
    const pages = globSync([
      'README.md',
      'docs/**/*.md',
      'packages/*/README.md',
      'packages/ambit/skills/*/*.md',
    ])
    const blocks = pages.flatMap(blocksOf)
    expect(blocks.length).toBeGreaterThan(0)

    rmSync(scratch, { recursive: true, force: true })
    for (const { file, source } of blocks) {
      mkdirSync(join(scratch, dirname(file)), { recursive: true })
      writeFileSync(join(scratch, file), source)
    }
    const entries = packages().flatMap(({ folder, entries }) =>
      [...entries].map(([path, source]) => [path, [resolve(folder, source)]] as const),
    )
    const config = {
      extends: resolve('tsconfig.base.json'),
      compilerOptions: {
        moduleDetection: 'force',
        types: ['node', 'vite/client'],
        noUnusedLocals: false,
        noUnusedParameters: false,
        paths: {
          ...Object.fromEntries(entries),
          '@assistant-ui/*': [resolve('others/node_modules/@assistant-ui/*')],
          '@ai-sdk/*': [resolve('packages/proxy/node_modules/@ai-sdk/*')],
          '@opentelemetry/*': [resolve('packages/bridges/node_modules/@opentelemetry/*')],
          '@ag-ui/*': [resolve('packages/bridges/node_modules/@ag-ui/*')],
          '@huggingface/*': [resolve('others/node_modules/@huggingface/*')],
          '@mlc-ai/*': [resolve('others/node_modules/@mlc-ai/*')],
          '@wllama/*': [resolve('others/node_modules/@wllama/*')],
          '@tanstack/react-table': [resolve('others/node_modules/@tanstack/react-table-9')],
          ...Object.fromEntries(
            [
              '@reduxjs/toolkit',
              '@tanstack/react-form',
              'antd',
              'formik',
              'jotai',
              'mobx',
              'valtio',
            ].map((name) => [name, [resolve(`others/node_modules/${name}`)]]),
          ),
          ...Object.fromEntries(
            ['redis', 'jose'].map((name) => [
              name,
              [resolve(`packages/proxy/node_modules/${name}`)],
            ]),
          ),
        },
      },
      include: ['**/*.ts', '**/*.tsx'],
    }
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config))
    const { output } = await runCommand('tsc', ['--project', scratch, '--pretty', 'false'])
    // The step `types` reports errors in the source. The further lines of one error are indented.
    expect(output.replaceAll(/^packages\/.*\n(?: .*\n)*/gm, '')).toBe('')
  }, 60_000)
})
