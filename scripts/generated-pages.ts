// The reasons: decisions/0090.
import { readFileSync } from 'node:fs'
import { apiPages, namesPage } from './api-pages.ts'
import { featureDetected } from './browser-versions/feature-detected.ts'
import { readMeasured, tableOf } from './engines/measure/measure.ts'

/** Returns every page of the site that is not in git, by its path. */
export const generatedPages = (): Record<string, string> => ({
  ...apiPages(),
  'docs/reference/names.md': namesPage(),
  'docs/reference/browsers.md': browsersPage(),
  'docs/explain/security-tests.md': securityPage(),
})

/** The page of `scripts/security-tests`, with links from where the site has it. */
const securityPage = (): string =>
  readFileSync('scripts/security-tests/sentences.md', 'utf8').replaceAll('](../../docs/', '](../')

const browsersPage = (): string => `# Differences between browsers

The engines were asked by a [script](../../scripts/engines/measure/probes.ts), each in a private window. “Not used” means that a
browser without it does everything. The [supported versions](browser-versions.md) are on a page of their own.

${tableOf(readMeasured())}
## Newer features

The packages use these where the browser has them. A feature outside of this list fails the check \`browser-versions\`.

| feature | a browser without it |
| --- | --- |
${featureDetected.map(({ names, without }) => `| ${names.map((name) => `\`${name}\``).join(', ')} | ${without} |\n`).join('')}`
