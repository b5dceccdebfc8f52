'use client'
import type { Memory as Remembered } from 'ambit/plugins'
import { useMemory } from 'ambit/react/state'
import { type FormEvent, useState } from 'react'

/** What the assistant remembers of the user: a list to read, edit, delete and export. */
export function Memory({ memory }: { memory: Remembered }) {
  const { entries, error } = useMemory(memory)
  const [problem, setProblem] = useState<string>()
  const attempt = (work: Promise<void>) =>
    work.then(
      () => setProblem(undefined),
      () => setProblem('That could not be saved. Try again.'),
    )
  const save = (event: FormEvent<HTMLFormElement>, id: string) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text')
    if (typeof text === 'string') void attempt(memory.edit(id, text))
  }
  const data = encodeURIComponent(JSON.stringify(entries, null, 2))
  return (
    <section aria-label="What I know about you" className="space-y-2 text-sm">
      <p role="status" className="text-destructive">
        {error ? 'The memory cannot be read now.' : problem}
      </p>
      {entries.length === 0 && !error && <p>I remember nothing about you.</p>}
      <ul className="space-y-2">
        {entries.map(({ id, text, source }) => (
          <li key={id}>
            <form key={text} onSubmit={(event) => save(event, id)} className="flex gap-2">
              <input
                name="text"
                aria-label="Entry"
                defaultValue={text}
                required
                maxLength={200}
                className="grow rounded-md border bg-background px-2 py-1"
              />
              <button type="submit" className="underline">
                Save
              </button>
              <button
                type="button"
                aria-label={`Delete “${text}”`}
                onClick={() => void attempt(memory.delete(id))}
                className="underline"
              >
                Delete
              </button>
            </form>
            {source && (
              <p className="text-muted-foreground">
                Remembered after reading {source}. Save it to make it your own words.
              </p>
            )}
          </li>
        ))}
      </ul>
      {entries.length > 0 && (
        <a
          href={`data:application/json;charset=utf-8,${data}`}
          download="memory.json"
          className="underline"
        >
          Export
        </a>
      )}
    </section>
  )
}
