import { readFileSync } from 'node:fs'
import { createMarkdownRenderer, defineLoader } from 'vitepress'

export interface Data {
  /** The first program of the README, as HTML. */
  program: string
}

declare const data: Data
export { data }

export default defineLoader({
  watch: ['../../../README.md'],
  async load([file = '']: string[]): Promise<Data> {
    const [program = ''] = readFileSync(file, 'utf8').match(/^```tsx\n[^]*?^```$/m) ?? []
    return { program: (await createMarkdownRenderer('docs')).render(program) }
  },
})
