import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart } from '../part.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { isInPage, nameOf, useChoices } from './chosen-model.ts'
import { ModelRow } from './model-row.tsx'
import { englishModels } from './model-strings.ts'

export interface ModelsProps {
  readonly onClose: () => void
}

/**
 * Lists the models of an agent in their order, with the one that answers and the reasons of the
 * others. Those in the page have a download. Takes the focus from the button of its menu, and gives
 * it back.
 */
export function Models({ onClose }: ModelsProps): ReactElement {
  const { agent } = useChat()
  const { models } = useWords('chat', englishFrame)
  const strings = useWords('meter', englishModels)
  const { choices, current } = useChoices(agent) ?? { choices: [], current: undefined }
  const group = useRef<HTMLElement>(null)
  const giveBack = useFocus(group)
  useEffect(() => {
    // Looks for the models, and downloads nothing.
    for (const { model } of choices)
      if (isInPage(model) && model.state.status === 'unknown') void model.check()
  }, [choices])
  const answering = choices.find(({ model }) => model === current)
  const name = answering && cleanText(nameOf(answering))
  useSpokenChange(name)
  const close = (): void => {
    giveBack()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
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
              <ModelRow key={at} choice={choice} isCurrent={choice === answering} />
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
    // The person may have gone on while the code was fetched.
    if (opener.current?.matches(':focus')) group.current?.focus()
  }, [group])
  return () => opener.current?.focus()
}

/** Speaks the name of the model that answers, each time that it is another one. */
function useSpokenChange(name: string | undefined): void {
  const { announce } = useChat()
  const strings = useWords('meter', englishModels)
  const told = useRef(name)
  useEffect(() => {
    if (name !== undefined && told.current !== undefined && told.current !== name)
      announce(strings.nowAnswers(name))
    told.current = name ?? told.current
  }, [name, announce, strings])
}
