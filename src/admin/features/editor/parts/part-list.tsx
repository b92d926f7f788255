import { ChevronDown, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { textToHast } from '../../../../domain/body/content.ts'
import { textOf } from '../../../../domain/body/html/hast.ts'
import { type JsonObject, isObject, str } from '../../../../domain/body/json.ts'
import {
  type PartField,
  type PartKind,
  emptyPart,
  knownPart,
  leavesOf,
  listOf,
} from '../../../../domain/body/story-parts.ts'
import { CroppedPicture } from '../../../components/cropped-picture.tsx'
import { MediaPickerDialog } from '../../../media-picker/media-picker-dialog.tsx'
import { PictureField } from '../../../media-picker/picture-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { MoveHandle, useMovableRows } from '../../../ui/layout/movable-rows.tsx'
import { PartKeys } from './part-keys.ts'
import { FilmField, LinesField, TextPart, withPicture } from './part-fields.tsx'

interface PartListProps {
  /** Of the element that takes the focus. */
  id?: string
  label: string
  kinds: readonly PartKind[]
  parts: readonly unknown[]
  onChange: (parts: unknown[]) => void
  /** The number of parts that cannot be removed. */
  minimum?: number
}

/** The first field of a part that is open. */
const FIRST_FIELD = '[data-part=fields] :is(input, textarea, [role=textbox])'

/**
 * Parts in their order: added, opened one at a time, moved by the handle and removed; what was removed last can be had
 * back. Parts of unknown kinds can be moved and removed only.
 */
export function PartList({ id, label, kinds, parts, onChange, minimum = 0 }: PartListProps) {
  const [keys] = useState(() => new PartKeys())
  const [open, setOpen] = useState(() => (parts.length === 1 && minimum === 1 ? keys.of(parts[0], 0) : null))
  const [removed, setRemoved] = useState<{ part: unknown; row: number } | null>(null)
  const [picking, setPicking] = useState<PartKind | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const nameOf = (row: number) => `${nameOfPart(kinds, parts[row])} ${row + 1}`
  const rows = useMovableRows({ items: parts, onChange, nameOf, onDragStart: () => setOpen(null) })

  const edit = (row: number, before: JsonObject, patch: JsonObject) =>
    onChange(parts.with(row, keys.keep(before, { ...before, ...patch })))

  const insert = (added: readonly unknown[], row: number) => {
    if (added.length === 1) setOpen(keys.of(added[0], row))
    rows.change(parts.toSpliced(row, 0, ...added), row, FIRST_FIELD)
  }

  const remove = (row: number) => {
    setRemoved({ part: parts[row], row })
    rows.announce(`${nameOf(row)} removed`)
    flushSync(() => onChange(parts.toSpliced(row, 1)))
    undo.current?.focus()
  }

  return (
    <div className="flex flex-col gap-3">
      {parts.length > 0 && (
        <ol {...rows.list} aria-label={label} className="flex flex-col gap-2">
          {parts.map((part, row) => {
            const key = keys.of(part, row)
            const known = knownPart(kinds, part)
            const isOpen = known !== null && key === open
            return (
              <li key={key} className="rounded-lg border border-rule bg-card">
                <div className="flex items-center gap-1 p-1">
                  <MoveHandle {...rows.handle(row)} />
                  <button
                    type="button"
                    {...(row === 0 && id !== undefined ? { id } : {})}
                    aria-expanded={isOpen}
                    disabled={known === null}
                    onClick={() => setOpen(isOpen ? null : key)}
                    className="flex min-w-0 flex-1 items-center gap-3 rounded-md p-1.5 text-left"
                  >
                    <span className="truncate text-sm font-semibold">{nameOf(row)}</span>
                    {!isOpen && <Summary kinds={kinds} part={part} />}
                    {known !== null && (
                      <ChevronDown
                        aria-hidden
                        className={`ml-auto size-4 shrink-0 text-soft ${isOpen ? 'rotate-180' : ''}`}
                      />
                    )}
                  </button>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Remove ${nameOf(row)}`}
                    isDisabled={parts.length <= minimum}
                    className="size-8!"
                    onPress={() => remove(row)}
                  >
                    <X aria-hidden className="size-4" />
                  </Button>
                </div>
                {isOpen && (
                  <div data-part="fields" className="flex flex-col gap-4 border-t border-rule p-3 @2xl:p-4">
                    {Object.entries(known.kind.fields).map(([name, field]) => (
                      <FieldOf
                        key={name}
                        name={name}
                        field={field}
                        {...known}
                        onChange={(patch) => edit(row, known.part, patch)}
                      />
                    ))}
                  </div>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {removed !== null && (
        <p className="flex items-center gap-3 text-sm text-soft">
          {nameOfPart(kinds, removed.part)} removed.
          <Button
            ref={undo}
            size="sm"
            onPress={() => {
              setRemoved(null)
              insert([removed.part], Math.min(removed.row, parts.length))
            }}
          >
            Undo
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        {kinds.map((kind) => (
          <Button
            key={kind.name}
            size="sm"
            onPress={() =>
              pictureNameOf(kind) === null ? insert([emptyPart(kind)], parts.length) : setPicking(kind)
            }
          >
            <Plus aria-hidden className="size-4" />
            {kind.add}
          </Button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {rows.announcement}
      </p>
      <MediaPickerDialog
        isOpen={picking !== null}
        title="Add Pictures"
        multiple
        onClose={() => setPicking(null)}
        onPick={(_image, at, images) => {
          const name = picking && pictureNameOf(picking)
          if (picking === null || name === null || at > 0) return
          const added = images.map((image) => ({
            ...emptyPart(picking),
            ...withPicture(picking, name, image),
          }))
          onChange([...parts, ...added])
        }}
      />
    </div>
  )
}

/** The field that a part of this kind begins with, if that is its picture: it is chosen before the part is there. */
function pictureNameOf({ fields }: PartKind): string | null {
  const [[name, field] = []] = Object.entries(fields)
  return name !== undefined && field?.kind === 'picture' ? name : null
}

function nameOfPart(kinds: readonly PartKind[], part: unknown): string {
  const known = knownPart(kinds, part)
  if (known !== null) return known.kind.name
  return `Part of an unknown kind${isObject(part) && str(part.type) !== '' ? ` (${str(part.type)})` : ''}`
}

/** The first picture and words of a closed part. */
function Summary({ kinds, part }: { kinds: readonly PartKind[]; part: unknown }) {
  const leaves = leavesOf(kinds, [part]).filter(({ value }) => value.trim() !== '')
  const picture = leaves.find(({ kind }) => kind === 'picture')
  const words = leaves.find(({ kind }) => kind !== 'picture' && kind !== 'unknown')
  return (
    <>
      {picture && <CroppedPicture url={picture.value} className="h-8 w-12 shrink-0 rounded-sm" />}
      <span className="flex-1 basis-0 truncate text-sm text-soft">
        {words?.kind === 'text' ? textOf({ type: 'root', children: textToHast(words.value) }) : words?.value}
      </span>
    </>
  )
}

interface FieldProps {
  name: string
  field: PartField
  kind: PartKind
  part: JsonObject
  onChange: (patch: JsonObject) => void
}

function FieldOf({ name, field, kind, part, onChange }: FieldProps) {
  const { label } = field
  const set = (value: unknown) => onChange({ [name]: value })
  const value = str(part[name])
  const described = { label, ...(field.kind !== 'list' && field.hint ? { description: field.hint } : {}) }
  switch (field.kind) {
    case 'list':
      return <PartList label={label} kinds={field.parts} parts={listOf(part[name])} onChange={set} />
    case 'text':
      return <TextPart label={label} value={value} onChange={set} />
    case 'picture':
      return (
        <PictureField
          label={label}
          value={value}
          onRemove={() => set('')}
          onPick={(image) => onChange(withPicture(kind, name, image))}
        />
      )
    case 'film':
      return <FilmField {...described} value={value} onChange={set} />
    case 'line':
    case 'lines':
      return <LinesField {...described} hasLines={field.kind === 'lines'} value={value} onChange={set} />
  }
}
