import type { ReactElement } from 'react'
import { latePart } from '../late-part.ts'
import type { ApprovalCardProps } from './approval-card.tsx'
import { NoCard } from './no-card.tsx'

/** Shows `ApprovalCard`, loaded when the first call waits for a person. */
export const LateApprovalCard: (props: ApprovalCardProps) => ReactElement = latePart(
  () => import('./approval-card.tsx').then(({ ApprovalCard }) => ApprovalCard),
  NoCard,
)
