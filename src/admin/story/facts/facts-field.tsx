import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type HTMLAttributes, useId, useRef } from 'react'
import { type Fact, MAX_FACTS, parseFacts } from '../../../domain/story/fact.ts'
import { Button } from '../../ui/layout/button.tsx'
import { MoveHandle, useMovableRows } from '../../ui/layout/movable-rows.tsx'
import { factLabelsQuery } from './fact-labels.ts'

/** How many unused labels are proposed as buttons. */
const PROPOSED = 6

const EMPTY: Fact = { label: '', value: '' }
const isEmpty = ({ label, value }: Fact) => label.trim() === '' && value.trim() === ''

/**
 * The facts of the house, in their order: rows of a label and a value. Rows are moved by their handle, with the pointer or
 * the arrow keys; lines such as 'Architect: Maria Sol' can be pasted into any row.
 */
export function FactsField({
  id,
  value: facts,
  onChange,
  errorMessage,
}: {
  id?: string
  value: readonly Fact[]
  onChange: (facts: Fact[]) => void
  errorMessage?: string | undefined
}) {
  const { data: labels = [] } = useQuery(factLabelsQuery)
  const add = useRef<HTMLButtonElement>(null)
  const nameOf = (row: number) => facts[row]?.label.trim() || `Fact ${row + 1}`
  const rows = useMovableRows({ items: facts, onChange, nameOf })
  const names = useId()
  const unused = labels.filter((label) => !facts.some((fact) => fact.label.trim() === label))

  /** Changes the facts, then focuses a part of a row; without the row, the button that adds one. */
  const change = (next: Fact[], row: number, part: 'label' | 'value' | 'remove') => {
    if (!rows.change(next, row, `[data-part=${part}]`)) add.current?.focus()
  }

  const edit = (row: number, patch: Partial<Fact>) =>
    onChange(facts.map((fact, index) => (index === row ? { ...fact, ...patch } : fact)))

  const paste = (event: ClipboardEvent, row: number, fact: Fact) => {
    const found = parseFacts(event.clipboardData.getData('text/plain'))
    if (!found.some(({ label }) => label !== '') || (found.length === 1 && !isEmpty(fact))) return
    event.preventDefault()
    change(
      facts.toSpliced(isEmpty(fact) ? row : row + 1, isEmpty(fact) ? 1 : 0, ...found),
      row + found.length - (isEmpty(fact) ? 1 : 0),
      'value',
    )
    rows.announce(`${found.length} ${found.length === 1 ? 'fact' : 'facts'} pasted`)
  }

  return (
    <div className="flex flex-col gap-3">
      {facts.length > 0 && (
        <ol {...rows.list} aria-label="House facts" className="flex flex-col gap-3">
          {facts.map((fact, row) => (
            <FactRow
              key={row}
              {...(row === 0 && id !== undefined ? { id } : {})}
              fact={fact}
              position={row + 1}
              name={nameOf(row)}
              labelsId={names}
              handle={rows.handle(row)}
              onEdit={(patch) => edit(row, patch)}
              onPaste={(event) => paste(event, row, fact)}
              onRemove={() => {
                change(facts.toSpliced(row, 1), Math.min(row, facts.length - 2), 'remove')
                rows.announce(`${nameOf(row)} removed`)
              }}
            />
          ))}
        </ol>
      )}
      {errorMessage !== undefined && <p className="text-xs text-madder">{errorMessage}</p>}
      {facts.length < MAX_FACTS && (
        <div className="flex flex-wrap gap-1.5">
          <Button
            ref={add}
            size="sm"
            {...(facts.length === 0 && id !== undefined ? { id } : {})}
            onPress={() => change([...facts, EMPTY], facts.length, 'label')}
          >
            <Plus aria-hidden className="size-4" />
            Add a Fact
          </Button>
          {unused.slice(0, PROPOSED).map((label) => (
            <Button
              key={label}
              size="sm"
              variant="ghost"
              aria-label={`Add ${label}`}
              onPress={() => change([...facts, { label, value: '' }], facts.length, 'value')}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <datalist id={names}>
        {unused.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <p role="status" className="sr-only">
        {rows.announcement}
      </p>
    </div>
  )
}

function FactRow({
  id,
  fact,
  position,
  name,
  labelsId,
  handle,
  onEdit,
  onPaste,
  onRemove,
}: {
  /** Of the field with the label. */
  id?: string
  fact: Fact
  /** From 1. */
  position: number
  name: string
  /** Of the list of labels that are proposed. */
  labelsId: string
  handle: HTMLAttributes<HTMLButtonElement>
  onEdit: (patch: Partial<Fact>) => void
  onPaste: (event: ClipboardEvent) => void
  onRemove: () => void
}) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1">
      <MoveHandle {...handle} className="mt-0.5" />
      <div className="flex flex-col">
        <input
          {...(id === undefined ? {} : { id })}
          data-part="label"
          aria-label={`Label of fact ${position}`}
          placeholder="Label"
          list={labelsId}
          value={fact.label}
          onChange={({ target }) => onEdit({ label: target.value })}
          onPaste={onPaste}
          className="field rounded-b-none px-2.5 py-1 text-xs text-soft"
        />
        <input
          data-part="value"
          aria-label={name}
          placeholder="What is to be said of it"
          value={fact.value}
          onChange={({ target }) => onEdit({ value: target.value })}
          onPaste={onPaste}
          className="-mt-px field rounded-t-none px-2.5 py-1.5"
        />
      </div>
      <Button
        data-part="remove"
        variant="ghost"
        size="icon"
        aria-label={`Remove ${name}`}
        className="mt-0.5 size-8!"
        onPress={onRemove}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  )
}
