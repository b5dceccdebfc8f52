// The reasons: decisions/0092.
import * as ambit from 'ambit'
import * as chat from 'ambit/chat'
import * as demo from 'ambit/demo'
import * as plugins from 'ambit/plugins'
import * as hooks from 'ambit/react'
import * as state from 'ambit/react/state'
import * as react from 'react'
import { Component, type ComponentType, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import * as jsxRuntime from 'react/jsx-runtime'
import { transform } from 'sucrase'
import 'ambit/chat/styles.css'
import * as zod from 'zod'

/** What a program can import. */
const modules: Readonly<Record<string, unknown>> = {
  ambit,
  'ambit/chat': chat,
  'ambit/chat/styles.css': {},
  'ambit/demo': demo,
  'ambit/plugins': plugins,
  'ambit/react': hooks,
  'ambit/react/state': state,
  react,
  'react/jsx-runtime': jsxRuntime,
  zod,
}

/** Returns the component `App` that a program exports. Throws what is wrong with it. */
function run(source: string): ComponentType {
  const { code } = transform(source, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
  })
  const load = (path: string): unknown => {
    if (Object.hasOwn(modules, path)) return modules[path]
    throw new Error(`Only these can be imported here: ${Object.keys(modules).join(', ')}`)
  }
  const exported: { App?: ComponentType } = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- The page runs what its reader has written.
  new Function('require', 'exports', code)(load, exported)
  if (typeof exported.App === 'function') return exported.App
  throw new Error('The program does not export a component `App`.')
}

interface BoundaryProps {
  readonly onError: (error: Error) => void
  readonly children: ReactNode
}

class Boundary extends Component<BoundaryProps> {
  override state = { failed: false }
  static getDerivedStateFromError = (): { failed: boolean } => ({ failed: true })

  override componentDidCatch(error: Error): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}

/** A program that runs beside its text. The last one that could run stays where the next cannot. */
function Live({ source }: { source: string }) {
  const [text, setText] = useState(source)
  const [{ App, count }, setShown] = useState(() => ({ App: run(source), count: 0 }))
  const [problem, setProblem] = useState('')
  const show = (next: string): void => {
    setText(next)
    try {
      const App = run(next)
      setShown({ App, count: count + 1 })
      setProblem('')
    } catch (error) {
      setProblem(String(error))
    }
  }
  return (
    <>
      <form
        className="editor"
        aria-label="Editor"
        onSubmit={(event) => {
          event.preventDefault()
          show(text)
        }}
      >
        <textarea
          aria-label="The program"
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            show(text)
          }}
        />
        <p>
          <button>Run</button>
          <button type="button" onClick={() => show(source)}>
            Reset
          </button>
          <small>Ctrl+Enter or ⌘Enter runs it, too.</small>
        </p>
        {problem && <p role="alert">{problem}</p>}
      </form>
      <div className="result">
        <Boundary key={count} onError={(error) => setProblem(String(error))}>
          <App />
        </Boundary>
      </div>
    </>
  )
}

const programs = import.meta.glob<string>('./programs/*.tsx', {
  query: '?raw',
  import: 'default',
})
const name = new URLSearchParams(location.search).get('program') ?? ''
const load = programs[`./programs/${name}.tsx`]
const root = document.createElement('div')
document.body.append(root)
if (load) createRoot(root).render(<Live source={await load()} />)
else root.textContent = 'There is no such program.'
