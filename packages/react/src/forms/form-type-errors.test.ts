import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const react = join(import.meta.dirname, '../..')
const app = join(react, 'node_modules/.form-type-errors-test')
const tsc = join(react, '../../node_modules/typescript/bin/tsc')

const config = {
  extends: join(react, 'tsconfig.json'),
  compilerOptions: { noEmit: true },
  include: ['app.tsx'],
}

const source = `
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useFormTools } from '../../src/index.ts'

const form = useForm<{ name: string }>()
useFormTools(form, z.object({ name: z.number() }), { name: 'a', onSubmit: () => undefined })
useFormTools(form, z.object({ nam: z.string() }), { name: 'b', onSubmit: () => undefined })
useFormTools(form, z.object({ name: z.string() }), { name: 'c' })
`

afterAll(() => rm(app, { recursive: true, force: true }))

it('useFormTools names the wrong field, and the missing `onSubmit`, of a React Hook Form', async () => {
  await mkdir(app, { recursive: true })
  await writeFile(join(app, 'app.tsx'), source)
  await writeFile(join(app, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', app]).catch(
    (failed: { stdout: string }) => failed,
  )
  const [, number, missing, submit, ...more] = stdout.split(/.*error TS2769: /)
  expect(number).toContain("Type 'number' is not assignable to type 'string'")
  expect(missing).toContain("Type '{ nam: string; }' has no properties in common")
  expect(submit).toContain("Property 'onSubmit' is missing")
  expect(more).toEqual([])
  expect(stdout).not.toContain('FormElementRef')
}, 60_000)
