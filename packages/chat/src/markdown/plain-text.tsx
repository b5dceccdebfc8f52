import type { ReactNode } from 'react'
import { cleanText } from './text-intake.ts'

/** Shows model text as it was written, without hidden characters. */
export function PlainText({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="ambit-markdown" data-plain="" dir="auto">
      {cleanText(text)}
    </div>
  )
}
