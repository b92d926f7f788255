import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { serverClock } from '../../../backend/server-clock.ts'
import { type Task, MAX_TASKS, TASK_KINDS } from '../../../domain/newsroom/plan.ts'
import type { Colleagues } from '../../data/people/colleagues.ts'
import { Button } from '../../ui/layout/button.tsx'
import { DayField } from '../../ui/dates/day-field.tsx'
import { Select } from '../../ui/fields/select.tsx'

/** The tasks of a plan, each with its text, assignee, due day, and whether it is done. */
export function TaskFields({
  value: tasks,
  onChange,
  colleagues,
  errorMessage,
}: {
  value: readonly Task[]
  onChange: (tasks: Task[]) => void
  colleagues: Colleagues
  errorMessage: string | undefined
}) {
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const kinds = useId()
  const edit = (at: number, patch: Partial<Task>) =>
    onChange(tasks.map((task, index) => (index === at ? { ...task, ...patch } : task)))
  const focusKind = (at: number) => {
    const row = list.current?.children[at]
    const target = row?.querySelector<HTMLElement>('[data-part=kind]') ?? add.current
    target?.focus()
  }
  const addTask = () => {
    const task: Task = { id: crypto.randomUUID(), kind: '', person_id: null, due_on: null, done_at: null }
    flushSync(() => onChange([...tasks, task]))
    focusKind(tasks.length)
  }
  const remove = (at: number) => {
    flushSync(() => onChange(tasks.toSpliced(at, 1)))
    focusKind(Math.min(at, tasks.length - 2))
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Tasks</legend>
      <ul ref={list} className="flex flex-col gap-2 empty:hidden">
        {tasks.map(({ id, kind, person_id, due_on, done_at }, at) => {
          const name = kind.trim() || `Task ${at + 1}`
          return (
            <li
              key={id}
              className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_9.5rem_auto]"
            >
              <input
                type="checkbox"
                aria-label={`${name} is done`}
                checked={done_at !== null}
                onChange={({ target }) =>
                  edit(at, { done_at: target.checked ? serverClock.now().toISOString() : null })
                }
                className="size-4 accent-fill"
              />
              <input
                data-part="kind"
                aria-label={`What is to be done, task ${at + 1}`}
                placeholder="Photographs"
                list={kinds}
                value={kind}
                onChange={({ target }) => edit(at, { kind: target.value })}
                className="col-span-3 field px-2.5 py-1.5 sm:col-span-1"
              />
              <span className="col-start-2 sm:col-start-auto">
                <Select
                  label={`Who does ${name}`}
                  hideLabel
                  options={colleagues.options('Nobody yet', person_id)}
                  value={person_id}
                  onChange={(person) => edit(at, { person_id: person })}
                />
              </span>
              <DayField
                label={`${name} is due on`}
                hideLabel
                value={due_on}
                onChange={(day) => edit(at, { due_on: day })}
                emptyText="No day"
              />
              <Button variant="ghost" size="icon" aria-label={`Remove ${name}`} onPress={() => remove(at)}>
                <X aria-hidden className="size-4" />
              </Button>
            </li>
          )
        })}
      </ul>
      {errorMessage !== undefined && <p className="text-xs text-madder">{errorMessage}</p>}
      {tasks.length < MAX_TASKS && (
        <Button ref={add} size="sm" className="self-start" onPress={addTask}>
          <Plus aria-hidden className="size-4" />
          Add a Task
        </Button>
      )}
      <datalist id={kinds}>
        {TASK_KINDS.map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
    </fieldset>
  )
}
