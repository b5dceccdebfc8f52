import { expect as playwrightExpect } from '@playwright/test'
import { allow } from '../../e2e/support/allow.ts'
import { type Adoption, editManifest } from './adoption.ts'

const expect = playwrightExpect.configure({ timeout: 20_000 })

/** React-admin's simple example, as examples/adopt/react-admin/README.md says. */
export const reactAdmin: Adoption = {
  name: 'react-admin',
  variable: 'AMBIT_REACT_ADMIN',
  commit: '051f511',
  folder: 'examples/simple',
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
  dependencies: { zod: '^4.0.0' },
  prepare(edit) {
    // Tiptap, below `ra-input-rich-text`, is not needed here: a plain field takes its place.
    editManifest(edit, ({ dependencies }) => delete dependencies['ra-input-rich-text'])
    edit('src/rich-text.ts', () => "export { TextInput as RichTextInput } from 'react-admin'\n")
    for (const file of ['src/posts/PostCreate.tsx', 'src/posts/PostEdit.tsx']) {
      edit(file, (text) => text.replaceAll("'ra-input-rich-text'", "'../rich-text'"))
    }
  },
  ours: /src\/assistant|node_modules\/@?ambit|PostTools|Assistant/,
  async drive(page, url) {
    await page.goto(`${url}#/posts`)
    const all = page.getByText('1-10 of 13')
    await expect(all).toBeVisible()
    const say = async (text: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Message' }).fill(text)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'Open assistant' }).click()

    await say('Show the posts with omnis')
    await expect(page.getByText('These are the posts with “omnis”.')).toBeVisible()
    await expect(all).toHaveCount(0)

    await say('Delete post 11')
    await allow(page.getByRole('group', { name: 'Allow “Delete post”?' }), 'Allow once')
    await expect(page.getByText('Post 11 is gone.')).toBeVisible()
    await expect(page.getByRole('cell', { name: '11', exact: true })).toHaveCount(0)

    await say('Write a greeting')
    await expect(page.getByText('The form is filled in.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Hello')
    await expect(page.getByRole('textbox', { name: 'Teaser' })).toHaveValue('A greeting')
  },
}
