import { expect as playwrightExpect } from '@playwright/test'
import { allow } from '../../e2e/support/allow.ts'
import { type Adoption, editManifest } from './adoption.ts'

const expect = playwrightExpect.configure({ timeout: 20_000 })

/** The packages for development that a build needs. */
const needed =
  /^(@mswjs\/data|@tailwindcss|@types\/(dompurify|js-cookie|marked|node|react)|@vitejs|autoprefixer|js-cookie|msw|postcss|tailwindcss|typescript|vite$|vite-tsconfig)/

/** The app of bulletproof-react for Vite, as examples/adopt/bulletproof-react/README.md says. */
export const bulletproofReact: Adoption = {
  name: 'bulletproof-react',
  variable: 'AMBIT_BULLETPROOF_REACT',
  commit: '9506629',
  folder: 'apps/react-vite',
  packages: [
    'ambit',
    'browser',
    'chat',
    'core',
    'devtools',
    'local-models',
    'protocol',
    'react',
    'testing',
  ],
  dependencies: { 'zod-to-json-schema': '^3.25.0', zod: '^3.25.28' },
  prepare(edit) {
    editManifest(edit, (manifest) => {
      const { devDependencies, scripts } = manifest
      delete manifest.dependencies['eslint-plugin-check-file']
      // It installs git hooks.
      delete scripts['prepare']
      manifest.devDependencies = Object.fromEntries(
        Object.entries(devDependencies).filter(([name]) => needed.test(name)),
      )
      // The service worker in `public` is of this version.
      manifest.devDependencies['msw'] = '2.2.14'
    })
    // The app's own server of its tests, in a service worker.
    edit('.env', () => 'VITE_APP_API_URL=/api\nVITE_APP_ENABLE_API_MOCKING=true\n')
  },
  ours: /src\/assistant|node_modules\/@?ambit|discussion-tools/,
  async drive(page, url) {
    const field = (name: string) => page.getByRole('textbox', { name })
    const say = async (text: string): Promise<void> => {
      await field('Message').fill(text)
      await page.keyboard.press('Enter')
    }
    // The button of the drawer stands beside the open chat.
    await page.setViewportSize({ width: 1600, height: 1000 })
    await page.goto(`${url}auth/register`)
    await field('First Name').fill('Ada')
    await field('Last Name').fill('Byron')
    await field('Email Address').fill('ada@example.com')
    await page.getByLabel('Password').fill('12345')
    await field('Team Name').fill('Engines')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('button', { name: 'Open assistant' }).click()

    await say('Open the discussions')
    await expect(page.getByText('Here are the discussions.')).toBeVisible()
    await expect(page).toHaveURL(/discussions$/)

    await page.getByRole('button', { name: 'Create Discussion' }).click()
    await expect(field('Title')).toBeVisible()
    await say('Say that we ship on Friday, and send it')
    await expect(page.getByText('The discussion is there.')).toBeVisible()
    const row = page.getByRole('row', { name: /Release/ })
    await expect(row).toBeVisible()

    await say('Delete it')
    await allow(page.getByRole('group', { name: 'Allow “Delete discussion”?' }), 'Allow once')
    await expect(page.getByText('The discussion is gone.')).toBeVisible()
    await expect(row).toHaveCount(0)
  },
}
