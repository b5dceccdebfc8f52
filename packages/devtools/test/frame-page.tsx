// The page of a frame or of a popup window, with React and an agent of its own.
import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { type ReactElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { AmbitDevtools } from '../src/devtools.tsx'

const agent = createAgent({ name: `agent of ${document.title}`, model: scriptedModel([]) })

function Page(): ReactElement {
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
  }, [])
  return <AmbitDevtools agents={[agent]} />
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
