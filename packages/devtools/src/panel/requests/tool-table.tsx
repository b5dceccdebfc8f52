import type { Agent } from '@ambit/core'
import { Fragment, type ReactElement, useState } from 'react'
import { toSize } from '../format.ts'
import type { ToolState } from './tool-states.ts'
import { StateWord, Why } from './why.tsx'

/** The most tools that are shown at once. */
const most = 100

/** Renders the tools of a request, those that could not be called first. */
export function ToolTable({
  states,
  agent,
}: {
  readonly states: readonly ToolState[]
  readonly agent: Agent
}): ReactElement {
  const [shown, setShown] = useState(most)
  if (states.length === 0) return <p className="muted">The page had no tools.</p>
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">State</th>
            <th scope="col">Why</th>
            <th scope="col">Bytes</th>
          </tr>
        </thead>
        <tbody>
          {states.slice(0, shown).map((state) => (
            <tr key={`${state.scope} ${state.name}`}>
              <th scope="row" title={state.scope && `Scope ${state.scope}`}>
                <ToolName name={state.name} />
              </th>
              <td>
                <StateWord state={state} />
              </td>
              <td>
                <Why state={state} agent={agent} />
              </td>
              <td className="muted">{state.bytes > 0 && toSize(state.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {states.length > shown && (
        <button type="button" onClick={() => setShown(shown + most)}>
          Show more of {states.length} tools
        </button>
      )}
    </>
  )
}

/** Renders a name that can break after its marks. */
const ToolName = ({ name }: { readonly name: string }): ReactElement => (
  <>
    {name.split(/(?<=[._-])/).map((piece, at) => (
      <Fragment key={at}>
        {piece}
        <wbr />
      </Fragment>
    ))}
  </>
)
