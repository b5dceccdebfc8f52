import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Shown } from '../watch/shown.ts'
import { Panel } from './panel.tsx'
import { styles } from './styles.ts'

/** Shows the panel at the end of the page. Returns a function that removes it. */
export function mount(shown: Shown, close: () => void): () => void {
  const host = document.createElement('div')
  host.dataset['ambitDevtools'] = ''
  const shadow = host.attachShadow({ mode: 'open' })
  // A sheet of the document's own constructor is allowed by every content security policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  shadow.adoptedStyleSheets = [sheet]
  document.body.append(host)
  const root = createRoot(shadow)
  root.render(
    <StrictMode>
      <Panel shown={shown} onClose={close} />
    </StrictMode>,
  )
  return () => {
    root.unmount()
    host.remove()
  }
}
