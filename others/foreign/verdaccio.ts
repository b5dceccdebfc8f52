import { createRequire } from 'node:module'
import type { Answer, Asked, ForeignApp } from './foreign-app.ts'

const require = createRequire(import.meta.url)

const names = ['ramda', 'rambda', 'left-pad']

/** A token that is valid for long. */
const token = `registry-token.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64')}.1`

const about = (name: string) => ({
  name,
  version: '1.2.0',
  description: `What ${name} does`,
  license: 'MIT',
  keywords: ['tools'],
  author: { name: 'Ada', email: 'ada@example.com', avatar: '' },
  dist: { fileCount: 3, unpackedSize: 4096, tarball: `https://registry.test/${name}.tgz` },
  dependencies: {},
  time: '2026-01-02T03:04:05.000Z',
})

/** Answers as a registry with three packages, where each user has the same token. */
function answer({ method, path, body }: Asked): Answer | undefined {
  const [, kind, rest = ''] =
    /^-\/verdaccio\/(data\/[\w/]+?|sec\/\w+)(?:\/([^/]*))?$/.exec(path) ?? []
  const name = decodeURIComponent(rest)
  if (kind === 'data/packages') return { body: names.map(about) }
  if (kind === 'data/search')
    return {
      body: names
        .filter((one) => one.includes(name))
        .map((one) => ({ package: about(one), searchScore: 1, score: { final: 1, detail: {} } })),
    }
  if (kind === 'data/sidebar')
    return {
      body: {
        latest: about(name),
        'dist-tags': { latest: '1.2.0' },
        versions: { '1.2.0': about(name) },
        time: { '1.2.0': '2026-01-02T03:04:05.000Z' },
        _uplinks: {},
      },
    }
  if (kind === 'data/package/readme') return { body: `<h1>${name}</h1><p>Read me first.</p>` }
  if (kind === 'sec/login' && method === 'POST') {
    const { username } = JSON.parse(body) as { username: string }
    return { body: { username, token } }
  }
  return undefined
}

/** The page of a registry: React and MUI. */
export const verdaccio: ForeignApp = {
  manifest: () =>
    createRequire(require.resolve('verdaccio/package.json')).resolve(
      '@verdaccio/ui-theme/package.json',
    ),
  fileOf: (path) => /^-\/(static\/[\w.-]+\.\w+)/.exec(path)?.[1],
  page(address, read) {
    const files = JSON.parse(read('static/manifest.json')) as Record<string, string>
    const options = { base: address, basename: address, title: 'Registry', login: true, flags: {} }
    const styles = Object.values(files).filter((file) => file.endsWith('.css'))
    return `<!doctype html><html lang="en-us"><head><base href="${address}"><title>Registry</title>
      <script>window.__VERDACCIO_BASENAME_UI_OPTIONS = ${JSON.stringify(options)}</script>
      ${styles.map((file) => `<link rel="stylesheet" href="${address}${file}">`).join('')}</head>
      <body><div id="root"></div><script type="module" src="${address}${files['main.js']}"></script></body></html>`
  },
  start: () => answer,
}
