import { Copilot } from 'ambit/chat'
import { useRouter } from '@tanstack/react-router'
import { type ReactElement, use, useState } from 'react'
import { ChoiceContext, connection } from './agent.ts'

// On a small screen the open sidebar would hide the page.
const isWide = matchMedia('(width >= 64rem)').matches

/** Shows the chat, open beside the page. A language model has its name below the field. */
export function Assistant(): ReactElement {
  const choice = use(ChoiceContext)
  const chosen = choice?.chosen
  const [modelId, setModelId] = useState(chosen?.id)
  const { history } = useRouter()
  const choose = (id: string): void => {
    if (chosen) chosen.id = id
    setModelId(id)
  }
  return (
    <Copilot
      form="sidebar"
      shortcut="mod+j"
      defaultOpen={isWide}
      notice={choice?.notice}
      messages={{ onNavigate: (path) => history.push(path) }}
      meter={modelId !== undefined && { proxy: connection, model: modelId, onModelChange: choose }}
    />
  )
}
