import type { SessionArtifact } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { CopyButton } from '../actions/copy-button.tsx'
import { useChat } from '../chat-context.ts'
import { moveFocus } from '../frame/move-focus.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { saveText } from '../save-text.ts'
import { wholeText } from '../tool-card/value-text.ts'
import { ArtifactContent } from './artifact-content.tsx'
import { artifactKey, artifactName } from './artifact-key.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { isEscape } from '../composer/is-composing.ts'

/** The state of `ArtifactPanel`. */
export type ArtifactPanelState = { readonly type: string }

/** The props of `ArtifactPanel`. */
export type ArtifactPanelProps = PartProps<ArtifactPanelState, 'section'>

/**
 * Shows the artifact that the user opened, in the view `artifact`, with buttons that copy and
 * save its text. It follows the artifact when a tool replaces it, in this run or a later one. Its
 * button and Escape show the conversation again, and give the focus back.
 */
export function ArtifactPanel(props: ArtifactPanelProps): ReactElement | null {
  const { openedArtifact, openArtifact, setView } = useChat()
  const artifacts = useAgent(({ session }) => session.artifacts)
  const artifact = artifacts.find((each) => artifactKey(each) === openedArtifact)
  const latest = artifacts.findLast(({ id }) => id === artifact?.id)
  const latestKey = latest && artifactKey(latest)
  const knownKey = useRef(latestKey)
  useEffect(() => {
    // A user may open an earlier one. The one of a later run takes its place all the same.
    if (latestKey !== undefined && latestKey !== knownKey.current) openArtifact(latestKey)
    knownKey.current = latestKey
  }, [latestKey, openArtifact])
  const isGone = artifact === undefined
  useEffect(() => {
    if (isGone) setView('conversation')
  }, [isGone, setView])
  return artifact ? <OpenArtifact {...props} artifact={artifact} /> : null
}

function OpenArtifact(
  props: ArtifactPanelProps & { readonly artifact: SessionArtifact },
): ReactElement {
  const { artifact } = props
  const { field, setView } = useChat()
  const strings = useWords('messages', englishMessages)
  const panel = useRef<HTMLElement>(null)
  useFocus(panel, field, artifactKey(artifact))
  const back = (): void => setView('conversation')
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isEscape(event)) return
    event.preventDefault()
    back()
  }
  const name = artifactName(artifact, strings.artifact)
  const text = (): string => cleanText(wholeText(artifact.data))
  return renderPart(
    'section',
    'artifact-panel',
    props,
    { type: artifact.type },
    {
      ref: (element) => void (panel.current = element),
      'aria-label': name,
      tabIndex: -1,
      onKeyDown,
      children: (
        <>
          <div className="ambit-artifact-bar">
            <ActionButton name="back" label={strings.backToConversation} onClick={back} />
            <h3 dir="auto">{name}</h3>
            <CopyButton text={text} />
            <ActionButton
              name="save"
              label={strings.saveFile}
              onClick={() => saveText(text(), name, endingOf(artifact))}
            />
          </div>
          {/* Content may be longer than the panel, and have nothing that takes the focus. */}
          <div className="ambit-artifact-content" role="group" aria-label={name} tabIndex={0}>
            <ArtifactContent artifact={artifact} />
          </div>
        </>
      ),
    },
  )
}

function endingOf({ type, data }: SessionArtifact): 'md' | 'txt' | 'json' {
  if (typeof data !== 'string') return 'json'
  return type.endsWith('markdown') ? 'md' : 'txt'
}

/** Moves the focus to the panel while it is shown, and then back to the button that opens it. */
function useFocus(
  panel: { readonly current: HTMLElement | null },
  field: { readonly current: HTMLElement | null },
  key: string,
): void {
  const latest = useRef(key)
  useEffect(() => void (latest.current = key))
  useLayoutEffect(() => {
    const element = panel.current
    const chat = element?.closest('.ambit-chat')
    if (!element || !chat) return undefined
    element.focus({ preventScroll: true })
    const giveBack = (): void => {
      const shown = [...chat.querySelectorAll<HTMLElement>('.ambit-artifact')]
      const opened = shown.find(({ dataset }) => dataset['key'] === latest.current)
      moveFocus(opened?.querySelector('.ambit-action'), field.current)
    }
    return () => {
      const { activeElement } = element.getRootNode() as Document | ShadowRoot
      // The conversation is shown again in the same commit, and can take the focus after it.
      if (element.contains(activeElement)) queueMicrotask(giveBack)
    }
  }, [panel, field])
}
