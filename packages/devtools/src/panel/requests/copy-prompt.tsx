import type { Agent } from '@ambit/core'
import { type ReactElement, useState } from 'react'
import type { KeptRequest } from '../../watch/request-log.ts'
import { toShownJson } from '../redact-shown.ts'

type Step = 'begin' | 'warn' | 'done' | 'failed'

/** Renders a button that copies a prompt, after a warning. */
export function CopyPrompt({
  prompt,
  agent,
}: {
  readonly prompt: KeptRequest['built']['request']['prompt']
  readonly agent: Agent
}): ReactElement {
  const [step, setStep] = useState<Step>('begin')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(toShownJson(prompt, agent))
      setStep('done')
    } catch {
      setStep('failed')
    }
  }
  return (
    <div className="line">
      {step !== 'warn' && (
        <button type="button" onClick={() => setStep('warn')}>
          Copy the prompt
        </button>
      )}
      {step === 'warn' && (
        <>
          <span role="alert" className="warn">
            A prompt can hold data of your customers. Only keys and known secrets are left out.
          </span>
          <button type="button" onClick={() => void copy()}>
            Copy it
          </button>
          <button type="button" onClick={() => setStep('begin')}>
            Do not copy
          </button>
        </>
      )}
      <span role="status" className="muted">
        {step === 'done' && 'Copied.'}
        {step === 'failed' && 'The browser did not allow it.'}
      </span>
    </div>
  )
}
