import { useFormTools } from 'ambit/react'
import { type ReactElement, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { ApiFailureError } from '../../api/api-failure-error.ts'
import { saveCustomer } from '../../api/changes.ts'
import { touched, useChange } from '../../api/use-change.ts'
import { Field } from '../../parts/field.tsx'
import { useUnsaved } from '../../parts/unsaved.ts'
import { useMayChange } from '../../session/user-context.ts'
import { type CustomerDetails, type CustomerFields, customerFields } from '../../shared/customer.ts'

/** Checks the values by the rules of the API, so that a refusal is shown beside its field. */
const resolver: Resolver<CustomerFields> = (values) => {
  const { success, data, error } = customerFields.safeParse(values)
  if (success) return { values: data, errors: {} }
  const errors = error.issues.map(({ path, message }) => [path[0], { type: 'invalid', message }])
  return { values: {}, errors: Object.fromEntries(errors.reverse()) }
}

/**
 * Shows the form of a customer, for a user and for the agent. Both get the same errors, and
 * changes of the agent can be undone.
 */
export function CustomerForm({ customer }: { customer: CustomerDetails }): ReactElement {
  const { id, name, email, city, country } = customer
  const mayChange = useMayChange()
  const [isSaved, setIsSaved] = useState(false)
  const form = useForm<CustomerFields>({ resolver, values: { name, email, city, country } })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  useUnsaved('form of the customer', isDirty)

  const { mutateAsync: put } = useChange(
    (fields: CustomerFields) => saveCustomer(id, fields),
    touched.customers,
  )
  const save = async (fields: CustomerFields): Promise<CustomerFields> => {
    setIsSaved(false)
    try {
      const { before } = await put(fields)
      setIsSaved(true)
      return before
    } catch (error) {
      const failure = ApiFailureError.of(error)
      for (const [field, message] of Object.entries(failure.fields)) {
        setError(field as keyof CustomerFields, { message })
      }
      if (Object.keys(failure.fields).length === 0) setError('root', { message: failure.message })
      throw failure
    }
  }
  useFormTools(form, customerFields, {
    name: 'customer',
    label: 'Customer form',
    purpose: 'form with the name and address of the customer',
    enabled: () => mayChange,
    onSubmit: async (fields, ctx) => {
      const before = await save(fields)
      ctx.undo(() => put(before))
      return fields
    },
  })

  return (
    <form
      className="form"
      aria-label="Customer"
      noValidate
      // The form already shows the errors.
      onSubmit={(event) => void handleSubmit(save)(event).catch(() => {})}
    >
      <Field label="Name" error={errors.name?.message}>
        <input {...register('name')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <input type="email" {...register('email')} />
      </Field>
      <Field label="City" error={errors.city?.message}>
        <input {...register('city')} />
      </Field>
      <Field label="Country" error={errors.country?.message}>
        <input {...register('country')} />
      </Field>
      {errors.root && <p role="alert">{errors.root.message}</p>}
      <div className="row">
        <button className="primary" disabled={mayChange !== true || isSubmitting}>
          Save
        </button>
        {isSaved && !isDirty && <span role="status">Saved</span>}
        {mayChange !== true && <small className="quiet">{mayChange.reason}</small>}
      </div>
    </form>
  )
}
