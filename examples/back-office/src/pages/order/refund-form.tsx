import { type ReactElement, useState } from 'react'
import { ApiFailureError } from '../../api/api-failure-error.ts'
import { refundOrder } from '../../api/changes.ts'
import { touched, useChange } from '../../api/use-change.ts'
import { Field } from '../../parts/field.tsx'
import { useMayChange } from '../../session/user-context.ts'

/**
 * Shows the form for a refund by hand. The API checks the values, and reports the same errors to
 * the agent.
 */
export function RefundForm({ orderId, left }: { orderId: string; left: number }): ReactElement {
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const mayChange = useMayChange()
  const refund = useChange(refundOrder, touched.refunds, () => 'The refund is booked.')
  const failure = refund.error && ApiFailureError.of(refund.error)

  const submit = (): void => {
    const wanted = { orderId, reason: reason || 'Goodwill' }
    refund.mutate(amount === '' ? wanted : { ...wanted, amount: Number(amount) }, {
      onSuccess: () => setAmount(''),
    })
  }
  return (
    <form
      className="form"
      aria-label="Refund"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="Amount in €" error={failure?.fields['amount']}>
        <input
          inputMode="decimal"
          placeholder={left.toFixed(2)}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      </Field>
      <Field label="Reason" error={failure?.fields['reason']}>
        <input
          value={reason}
          placeholder="Goodwill"
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {failure?.fields['orderId'] && <p role="alert">{failure.fields['orderId']}</p>}
      <div className="row">
        <button className="primary" disabled={mayChange !== true || refund.isPending}>
          Refund
        </button>
        {mayChange !== true && <small className="quiet">{mayChange.reason}</small>}
      </div>
    </form>
  )
}
