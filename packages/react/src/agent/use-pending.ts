import type {
  ApproveOptions,
  Pending,
  PendingApproval,
  PendingItem,
  PendingKind,
  PendingQuestion,
  PendingSignIn,
  ValidationIssue,
} from '@ambit/core'
import { useEffect, useMemo } from 'react'
import { useProvidedAgent } from './agent-context.ts'
import { useStore } from './use-store.ts'

/** A call that waits for the user's approval, with its answers. */
interface Approvable extends PendingApproval {
  /**
   * Lets the call run, with the given arguments if there are any. Returns false if the request has
   * ended.
   */
  readonly approve: (options?: ApproveOptions) => boolean
  /** Refuses the call. The model gets the comment. Returns false if the request has ended. */
  readonly deny: (comment?: string) => boolean
}

/** A question of a tool, with its answers. */
interface Answerable extends PendingQuestion {
  /**
   * Gives an answer to the tool. Resolves with the issues of an invalid answer; empty if it is
   * valid.
   */
  readonly answer: (value: unknown) => Promise<readonly ValidationIssue[]>
  /** Ends the wait without an answer. */
  readonly decline: (reason?: string) => void
}

/** Something that waits for the user, with the functions that answer it. */
export type AnswerableItem = Approvable | Answerable | PendingSignIn

type OfKind<Kind extends PendingKind> = Extract<AnswerableItem, { readonly kind: Kind }>

/**
 * Returns what waits for the user, oldest first: calls to allow, questions of tools and sign-ins,
 * or those of one kind. Each has the functions that answer it, and is the same object until it
 * changes. Show them: while a component with this hook is mounted, calls can wait and tools may
 * ask. When the last one unmounts, waiting calls are denied and questions are declined.
 */
export function usePending(): readonly AnswerableItem[]
export function usePending<Kind extends PendingKind>(kind: Kind): readonly OfKind<Kind>[]
export function usePending(kind?: PendingKind): readonly AnswerableItem[] {
  const { pending } = useProvidedAgent('usePending')
  // The list of a kind stays the same when another kind changes. A page begins without any.
  const items = useStore(pending, (state) =>
    kind && state !== pending.getInitialState() ? pending.list(kind) : state.items,
  )
  useEffect(() => (kind === 'signIn' ? undefined : pending.attach(kind)), [pending, kind])
  return useMemo(() => items.map((item) => toAnswerable(item, pending)), [items, pending])
}

const known = new WeakMap<PendingItem, AnswerableItem>()

/** Returns an item with its answers: the same object for the same item. */
function toAnswerable(item: PendingItem, pending: Pending): AnswerableItem {
  let bound = known.get(item)
  if (!bound) known.set(item, (bound = withAnswers(item, pending)))
  return bound
}

function withAnswers(item: PendingItem, pending: Pending): AnswerableItem {
  const { id } = item
  if (item.kind === 'approval')
    return {
      ...item,
      approve: (options) => pending.approve(id, options),
      deny: (comment) => pending.deny(id, comment),
    }
  if (item.kind === 'question')
    return {
      ...item,
      answer: (value) => pending.answer(id, value),
      decline: (reason) => pending.decline(id, reason),
    }
  return item
}
