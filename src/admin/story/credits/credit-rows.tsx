import { GripVertical, X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { type Credit, type CreditRole, isSameCredit } from '../../../domain/story/credit.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import type { CreditNames } from './credit-queries.ts'
import { creditKey, moveCredits, withRole } from './credits.ts'

interface CreditRowsProps {
  value: readonly Credit[]
  onChange: (credits: Credit[]) => void
  names: CreditNames
  /** Whether proposed people may be confirmed. */
  mayConfirm: boolean
  onRemove: (credit: Credit) => void
  onConfirm: (person: string) => void
  /** Asks who else takes the place of a proposed person. */
  onReplace: (person: string) => void
}

/** The credits of a story: ordered by dragging or with the arrow keys, each with its role. */
export function CreditRows({
  value,
  onChange,
  names: { roles, labelOf, isProposed },
  mayConfirm,
  onRemove,
  onConfirm,
  onReplace,
}: CreditRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target: { key, dropPosition } }) =>
      onChange(moveCredits(value, new Set([...keys].map(String)), String(key), dropPosition === 'after')),
    // Also where Enter has picked up a row: the arrow keys choose the place, and Enter puts it there.
    renderDropIndicator: (target) => (
      <DropIndicator
        target={target}
        className="-my-1 rounded-full data-drop-target:-my-1.5 data-drop-target:border-y-2 data-drop-target:border-prussian"
      />
    ),
  })
  const moveByKey = (key: string, by: 1 | -1) => {
    const target = value[value.findIndex((one) => creditKey(one) === key) + by]
    if (target === undefined) return
    flushSync(() => onChange(moveCredits(value, new Set([key]), creditKey(target), by === 1)))
    // Who is moved in the document loses the focus.
    list.current?.querySelector<HTMLElement>(`[data-grip="${key}"]`)?.focus()
  }
  return (
    <GridList
      ref={list}
      aria-label="Credits"
      items={value.map((credit) => ({ credit, id: creditKey(credit), name: labelOf(credit.person_id) }))}
      dragAndDropHooks={dragAndDropHooks}
      keyboardNavigationBehavior="tab"
      dependencies={[roles, value, isProposed]}
      className="flex flex-col gap-2"
    >
      {({ id, name, credit }) => (
        <GridListItem
          id={id}
          textValue={name}
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-1 gap-y-1.5 rounded-md border border-rule py-1.5 pr-1 pl-0.5 outline-offset-1 data-dragging:opacity-60"
        >
          <AriaButton
            slot="drag"
            aria-label={`Move ${name}: up and down arrow keys`}
            data-grip={id}
            onKeyDown={({ key, continuePropagation }) => {
              if (key === 'ArrowUp') moveByKey(id, -1)
              else if (key === 'ArrowDown') moveByKey(id, 1)
              else continuePropagation()
            }}
            className="flex size-7 cursor-grab items-center justify-center rounded-md text-soft data-hovered:text-ink"
          >
            <GripVertical aria-hidden className="size-4" />
          </AriaButton>
          <span className="truncate font-semibold" title={name}>
            {name}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${name}`}
            onPress={() => onRemove(credit)}
            className="size-7!"
          >
            <X aria-hidden className="size-4" />
          </Button>
          <span className="col-span-2 col-start-2">
            <Select
              label={`Role of ${name}`}
              hideLabel
              value={credit.role_id}
              options={rolesFor(roles, value, credit).map((role) => ({ id: role.id, label: role.name }))}
              onChange={(chosen) => onChange(withRole(value, credit, chosen))}
            />
          </span>
          {isProposed(credit.person_id) && (
            <Proposal
              name={name}
              mayConfirm={mayConfirm}
              onConfirm={() => onConfirm(credit.person_id)}
              onReplace={() => onReplace(credit.person_id)}
            />
          )}
        </GridListItem>
      )}
    </GridList>
  )
}

/** Below a person whom a writer has named: what an editor can do. */
function Proposal({
  name,
  mayConfirm,
  onConfirm,
  onReplace,
}: {
  name: string
  mayConfirm: boolean
  onConfirm: () => void
  onReplace: () => void
}) {
  return (
    <span className="col-span-2 col-start-2 flex flex-wrap items-center gap-1.5 text-sm text-soft">
      {mayConfirm ? (
        <>
          <Button size="sm" aria-label={`Confirm ${name}`} onPress={onConfirm}>
            Confirm
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Name somebody else for ${name}`} onPress={onReplace}>
            Somebody Else…
          </Button>
        </>
      ) : (
        'Proposed. An editor confirms it.'
      )}
    </span>
  )
}

/** The roles that a credit can have, without roles that the person has in another credit. */
function rolesFor(roles: readonly CreditRole[], credits: readonly Credit[], own: Credit): CreditRole[] {
  const isTaken = (role: CreditRole) =>
    credits.some((other) => !isSameCredit(other, own) && isSameCredit(other, { ...own, role_id: role.id }))
  return roles.filter((role) => !isTaken(role))
}
