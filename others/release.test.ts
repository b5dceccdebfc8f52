import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('a release gives every package one version, and tells of a change in its own words', () => {
  const made = mkdtempSync(join(tmpdir(), 'ambit-release-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  const manifests = globSync('{.,packages/*,examples/*}/package.json')
  for (const file of [...manifests, 'pnpm-workspace.yaml', '.changeset']) {
    cpSync(file, join(made, file), { recursive: true })
  }
  const change = "---\n'ambit': minor\n---\n\nA lamp can be dimmed.\n"
  writeFileSync(join(made, '.changeset/of-this-test.md'), change)
  const cli = resolve('others/node_modules/@changesets/cli')
  cpSync(cli, join(made, 'node_modules/@changesets/cli'), { recursive: true })
  execFileSync('git', ['init', '--quiet'], { cwd: made })
  execFileSync(resolve('others/node_modules/.bin/changeset'), ['version'], { cwd: made })

  const versions = globSync('packages/*/package.json').map((file) => {
    const before = JSON.parse(readFileSync(file, 'utf8'))
    const after = JSON.parse(readFileSync(join(made, file), 'utf8'))
    if (!after.private) expect(after.version).not.toBe(before.version)
    return after.private ? undefined : after.version
  })
  expect(new Set(versions.filter(Boolean)).size).toBe(1)
  const changelog = readFileSync(join(made, 'packages/ambit/CHANGELOG.md'), 'utf8')
  expect(changelog).toContain('A lamp can be dimmed.')
})
