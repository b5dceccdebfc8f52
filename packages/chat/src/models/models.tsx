import type { ChosenModelState, LocalModelState } from '@ambit/core'
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { useChat } from '../chat-context.ts'
import { renderPart } from '../part.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { isInPage, type ModelChoice, nameOf, useChoices } from './chosen-model.ts'
import { englishModels, type ModelStrings } from './model-strings.ts'
import { isEscape } from '../composer/is-composing.ts'
import { Icon, type IconName } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'

export interface ModelsProps {
  readonly isShown: boolean
  readonly onClose: () => void
}

/**
 * Lists the models of an agent in their order, with the one that answers and the reasons of the
 * others. Those in the page have a download, whose end is announced even while the list is closed.
 */
export function Models({ isShown, onClose }: ModelsProps): ReactElement | null {
  const known = useChoices(useChat().agent) ?? noChoices
  useSpokenChange(known, isShown)
  return isShown ? <List {...known} onClose={onClose} /> : null
}

const noChoices: ChosenModelState = { choices: [], current: undefined }

type ListProps = Pick<ChosenModelState, 'choices' | 'current'> & Pick<ModelsProps, 'onClose'>

/**
 * Takes the focus from the button of its menu, and gives it back when it is closed. Closes, too,
 * when something outside of the menu is pressed or gets the focus.
 */
function List({ choices, current, onClose }: ListProps): ReactElement {
  const { models } = useWords('chat', englishFrame)
  const strings = useWords('meter', englishModels)
  const group = useRef<HTMLElement>(null)
  const giveBack = useFocus(group)
  useChecks(choices)
  useLeave(group, onClose)
  const close = (): void => {
    giveBack()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isEscape(event)) return
    event.preventDefault()
    close()
  }
  return renderPart(
    'div',
    'models',
    {},
    {},
    {
      role: 'group',
      'aria-label': models,
      tabIndex: -1,
      ref: (element) => void (group.current = element),
      onKeyDown,
      children: (
        <>
          <h3>{models}</h3>
          <ActionButton name="close" label={strings.closeModels} onClick={close} />
          <ul>
            {choices.map((choice, at) => (
              <ModelRow key={at} choice={choice} isCurrent={choice.model === current} />
            ))}
          </ul>
        </>
      ),
    },
  )
}

/**
 * Fits the list into its chat, and moves the focus to it. Returns a function that gives the focus
 * back.
 */
function useFocus(group: RefObject<HTMLElement | null>): () => void {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = group.current
    const panel = element?.closest('.ambit-panel')
    if (!element || !panel) return
    // A chat may fill a low box, which cuts off what is larger.
    const room = panel.getBoundingClientRect().bottom - element.getBoundingClientRect().top
    element.style.setProperty('--ambit-room', `${Math.floor(room) - 8}px`)
  }, [group])
  useEffect(() => {
    opener.current = group.current?.closest('.ambit-menu')?.querySelector('button') ?? null
    // The user may have gone on while the code was fetched.
    if (opener.current?.matches(':focus')) group.current?.focus()
  }, [group])
  return () => opener.current?.focus()
}

/** Looks for the models when the list opens and when the page gets the focus. Downloads nothing. */
function useChecks(choices: ChosenModelState['choices']): void {
  const latest = useRef(choices)
  useEffect(() => {
    latest.current = choices
    for (const { model } of choices)
      if (isInPage(model) && model.state.status === 'unknown') void model.check()
  }, [choices])
  useEffect(() => {
    // Another tab may have downloaded or deleted one.
    const check = (): void => {
      for (const { model } of latest.current) if (isInPage(model)) void model.check()
    }
    check()
    window.addEventListener('focus', check)
    return () => window.removeEventListener('focus', check)
  }, [])
}

/** Calls `onLeave` when something outside of the list’s menu is pressed or gets the focus. */
function useLeave(group: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const latest = useRef(onLeave)
  useLayoutEffect(() => void (latest.current = onLeave))
  useEffect(() => {
    const menu = group.current?.closest('.ambit-menu')
    if (!menu) return
    const leave = (event: Event): void => {
      if (!event.composedPath().includes(menu)) latest.current()
    }
    const types = ['pointerdown', 'focusin']
    for (const type of types) document.addEventListener(type, leave, true)
    return () => {
      for (const type of types) document.removeEventListener(type, leave, true)
    }
  }, [group])
}

/**
 * Speaks how a download ends, and the name of the model that answers, each time that it is another
 * one. While the list is closed, only the downloads.
 */
function useSpokenChange({ choices, current }: ChosenModelState, isShown: boolean): void {
  const { announce } = useChat()
  const strings = useWords('meter', englishModels)
  const told = useRef<{ readonly current?: unknown; readonly loading: ReadonlySet<unknown> }>({
    loading: new Set(),
  })
  useEffect(() => {
    const statusOf = ({ model }: ModelChoice): string | undefined =>
      isInPage(model) ? model.state.status : undefined
    const isLoading = (choice: ModelChoice): boolean => statusOf(choice) === 'loading'
    const { current: before, loading } = told.current
    const ended = choices.filter(
      (choice) => loading.has(choice.model) && /ready|failed/.test(statusOf(choice) ?? ''),
    )
    const isOther = isShown && before !== undefined && before !== current
    for (const choice of choices) {
      const isCurrent = choice.model === current
      if (isCurrent && (isOther || ended.includes(choice)))
        announce(strings.nowAnswers(nameOf(choice)))
      else if (ended.includes(choice))
        announce(`${nameOf(choice)}: ${wordsOf(choice, isCurrent, strings)}`)
    }
    const loadingNow = choices.filter(isLoading).map(({ model }) => model)
    told.current = { current: current ?? before, loading: new Set(loadingNow) }
  }, [choices, current, isShown, announce, strings])
}

interface ModelRowProps {
  readonly choice: ModelChoice
  /** Whether the model answers. */
  readonly isCurrent: boolean
}

/** Shows one model: its name, its state in words, and the buttons of its download. */
function ModelRow({ choice, isCurrent }: ModelRowProps): ReactElement {
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
function wordsOf({ model, kind }: ModelChoice, isCurrent: boolean, strings: ModelStrings): string {
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
