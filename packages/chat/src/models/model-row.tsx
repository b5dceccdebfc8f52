import type { LocalModelState } from '@ambit/core'
import { type ReactElement, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon, type IconName } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { useWords } from '../strings/use-words.ts'
import { isInPage, type ModelChoice, nameOf } from './chosen-model.ts'
import { englishModels, type ModelStrings } from './model-strings.ts'

export interface ModelRowProps {
  readonly choice: ModelChoice
  /** Whether the model answers. */
  readonly isCurrent: boolean
}

/** Shows one model: its name, its state in words, and the buttons of its download. */
export function ModelRow({ choice, isCurrent }: ModelRowProps): ReactElement {
  const { model } = choice
  const strings = useWords('meter', englishModels)
  const row = useRef<HTMLLIElement>(null)
  const id = useId()
  const { announce } = useChat()
  const [isAsked, setAsked] = useState(false)
  const [isKept, setKept] = useState(false)
  const local = isInPage(model) ? model : undefined
  const state = local?.state
  const percent = percentOf(state)
  const name = nameOf(choice)
  const button = (label: string, onPress: () => unknown, isDanger = false): ReactElement => (
    <RowButton key={label} {...{ row, id, label, onPress, isDanger }} />
  )
  const download = (): void => void local?.load().catch(() => undefined)
  const remove = async (): Promise<void> => {
    setAsked(false)
    setKept(false)
    try {
      await local?.remove()
    } catch {
      setKept(true)
      announce(`${name}: ${strings.modelNotDeleted}`)
    }
  }
  // A file that is damaged is here too, and would not be downloaded again.
  const isHere = ['available', 'ready', 'failed'].includes(state?.status ?? '')
  const isDeletable = isHere && local?.isRemovable
  return (
    <li ref={row} tabIndex={-1} aria-labelledby={id} aria-current={isCurrent || undefined}>
      <Icon name={iconOf(choice, isCurrent)} />
      <div>
        <span id={id} dir="auto" className="ambit-ability">
          {name}
        </span>
        <span className="ambit-hint">
          <bdi>{isKept ? strings.modelNotDeleted : wordsOf(choice, isCurrent, strings)}</bdi>
        </span>
        {percent !== undefined && (
          <progress aria-label={strings.modelProgress(name)} max={100} value={percent} />
        )}
        {state?.status === 'loading' && button(strings.cancelDownload, () => local?.cancel())}
        {isDeletable && isAsked && (
          <div role="group" aria-label={strings.askDeleteModel} ref={bringIntoView}>
            <p>{strings.askDeleteModel}</p>
            {button(strings.keepModel, () => setAsked(false))}
            {button(strings.deleteModel, remove, true)}
          </div>
        )}
      </div>
      {(state?.status === 'downloadable' || state?.status === 'failed') &&
        button(strings.downloadModel, download)}
      {isDeletable && !isAsked && button(strings.deleteModel, () => setAsked(true))}
    </li>
  )
}

/** Shows all of a question at the lower edge of the list. */
const bringIntoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

function iconOf({ model, kind }: ModelChoice, isCurrent: boolean): IconName {
  const status = isInPage(model) ? model.state.status : undefined
  if (status === 'loading') return 'running'
  if (isCurrent) return 'done'
  if (status === 'downloadable') return 'save'
  return kind === undefined ? 'pending' : 'cancelled'
}

/** Returns the percentage of a download that is here; undefined while there is no download. */
const percentOf = (state: LocalModelState | undefined): number | undefined =>
  state?.status === 'loading' && state.progress !== undefined
    ? Math.floor(100 * Math.min(1, state.progress))
    : undefined

/** Returns the state of a model in words for people. An error's own text is not among them. */
export function wordsOf(
  { model, kind }: ModelChoice,
  isCurrent: boolean,
  strings: ModelStrings,
): string {
  const { status, bytes, reason }: Partial<LocalModelState> = isInPage(model) ? model.state : {}
  if (status === 'loading')
    return strings.modelLoading(percentOf(isInPage(model) ? model.state : undefined), bytes)
  if (status === 'downloadable') return strings.modelDownload(bytes)
  if (status === 'failed') return strings.modelNotLoaded
  if (status === 'unavailable')
    return strings.modelUnavailable(reason === undefined ? undefined : cleanText(reason))
  if (isCurrent) return strings.modelAnswers
  if (kind === 'local_only') return strings.modelLocalOnly
  if (kind === 'when') return strings.modelWhen
  if (kind === 'failed') return strings.modelFailed
  return status === 'unknown' ? strings.modelUnknown : strings.modelNext
}

interface RowButtonProps {
  readonly row: RefObject<HTMLElement | null>
  /** The id of the element with the name of the model. */
  readonly id: string
  readonly label: string
  readonly onPress: () => unknown
  readonly isDanger: boolean
}

/** Renders a button of a row. The row takes the focus when the button goes away with it. */
function RowButton({ row, id, label, onPress, isDanger }: RowButtonProps): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  const own = useId()
  useLayoutEffect(() => {
    const element = button.current
    // At first, the row is not on the page yet.
    const leave = (): void => {
      if (element?.matches(':focus')) row.current?.focus()
    }
    return leave
  }, [row])
  return (
    <button
      type="button"
      ref={button}
      id={own}
      className="ambit-button"
      aria-labelledby={`${own} ${id}`}
      data-danger={isDanger ? '' : undefined}
      onClick={() => onPress()}
    >
      {label}
    </button>
  )
}
