import { type ToolContext } from '@ambit/core'
import { useRef, useState } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { type ScopeHandle, useFormTools, useTool } from '../index.ts'

interface Profile {
  name: string
  age: number
  password: string
  address: { street: string; city: string }
  tags: string[]
}

const profile = z.object({
  name: z.string(),
  age: z.number().min(18),
  address: z.object({ street: z.string() }),
})

describe('useFormTools', () => {
  it('takes a form of React Hook Form, and types what is submitted', () => {
    const form = useForm<Profile>()
    const scope = useFormTools(form, profile, {
      name: 'profile',
      submit: { effect: 'egress', run: { timeout: '10s' } },
      onSubmit: (values, ctx) => {
        expectTypeOf(values).toEqualTypeOf<Profile>()
        expectTypeOf(ctx).toEqualTypeOf<ToolContext>()
      },
    })
    expectTypeOf(scope).toEqualTypeOf<ScopeHandle>()
    useTool({ scope, name: 'more', description: 'More.', handler: () => undefined })
    useFormTools(useFormContext<Profile>(), profile, { name: 'p', onSubmit: () => undefined })
    expectTypeOf(FormProvider).not.toBeAny()
  })

  it('types what a resolver made of the values', () => {
    const form = useForm<{ age: string }, unknown, { age: number }>()
    useFormTools(form, z.object({ age: z.string() }), {
      name: 'age',
      onSubmit: (values) => expectTypeOf(values).toEqualTypeOf<{ age: number }>(),
    })
  })

  it('takes a form in React state', () => {
    const [values, setValues] = useState<Profile>({
      name: '',
      age: 0,
      password: '',
      address: { street: '', city: '' },
      tags: [],
    })
    useFormTools({ values, setValues, submit: () => 1 }, profile, { name: 'profile' })
    const setValue = <Name extends keyof Profile>(name: Name, value: Profile[Name]): void =>
      setValues({ ...values, [name]: value })
    useFormTools(
      { values, setValue, submit: async () => 1, errors: { name: undefined }, isSubmitting: false },
      profile,
      { name: 'profile', enabled: () => true },
    )
  })

  it('takes the ref of a form', () => {
    const ref = useRef<HTMLFormElement>(null)
    useFormTools(ref, profile, { name: 'profile' })
    useFormTools(ref, profile, { name: 'profile', onSubmit: (values) => values['name'] })
  })

  it('refuses a schema of another form, and a form that nobody submits', () => {
    const form = useForm<Profile>()
    const other = z.object({ name: z.number() })
    // @ts-expect-error -- the name is a text
    useFormTools(form, other, { name: 'profile', onSubmit: () => undefined })
    // @ts-expect-error -- no option submits the values
    useFormTools(form, profile, { name: 'profile' })
  })
})
