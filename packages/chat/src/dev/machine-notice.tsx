// The reasons: decisions/0107.
import type { MachineModels } from '@ambit/core'
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { Notice } from '../frame/notice.tsx'
import { Icon } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'

/** Returns a ref that lays an element out. The style sheet has nothing for development alone. */
const laidOut =
  (style: Partial<CSSStyleDeclaration>) =>
  (element: HTMLElement | null): void =>
    void (element && Object.assign(element.style, style))

const asRow = laidOut({ alignItems: 'center', flexWrap: 'wrap' })
const asText = laidOut({ flex: '1 1 12em' })
const asList = laidOut({ maxWidth: '12em' })

/** Shows a notice. Beside that of the demo model, offers the models of this machine. */
export function MachineNotice({ text }: { text: string }): ReactElement {
  const { machine: coming } = useChat().agent.model as { machine?: Promise<MachineModels> }
  const [machine, setMachine] = useState<MachineModels>()
  useEffect(() => void coming?.then(setMachine), [coming])
  return machine ? <Choice text={text} machine={machine} /> : <Notice text={text} />
}

function Choice({ text, machine }: { text: string; machine: MachineModels }): ReactElement {
  const { subscribe } = machine
  const read = (): MachineModels['state'] => machine.state
  const { isLooking, models, current, loading, problem } = useSyncExternalStore(
    subscribe,
    read,
    read,
  )
  useEffect(() => {
    // A user who reads this starts a server in another window.
    const look = (): void => void machine.look()
    look()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [machine])
  const others = models.filter(({ id }) => id !== current?.id)
  const best = current ? undefined : others[0]
  const more = others.filter((model) => model !== best)
  const isThere = isLooking || models.length > others.length
  const name = current && cleanText(current.label)
  const lines = [
    !current && (isLooking ? `${text}. Looking for one on this machine…` : text),
    current && (isThere ? `Answers come from ${name}` : `${name} does not run now. Start it again`),
    loading !== undefined && `Downloading: ${Math.floor(100 * loading)} %`,
    problem,
  ]
  return (
    <div className="ambit-notice" role="note" ref={asRow}>
      <Icon name="note" />
      <span ref={asText}>{lines.filter(Boolean).join('. ')}</span>
      {(best ?? current) && (
        <button type="button" className="ambit-button" onClick={() => void machine.use(best)}>
          {best ? `Use ${cleanText(best.label)}` : 'Use the rules'}
        </button>
      )}
      {more.length > 0 && (
        <select
          aria-label="Other models"
          value=""
          ref={asList}
          onChange={({ currentTarget: { value } }) =>
            void machine.use(models.find(({ id }) => id === value))
          }
        >
          <option value="">Other models</option>
          {more.map(({ id, label }) => (
            <option key={id} value={id}>
              {cleanText(label)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
