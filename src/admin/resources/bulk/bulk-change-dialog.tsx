import { type UseQueryResult, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { BackendError } from '../../../backend/errors.ts'
import { PredictionLine } from '../prediction/prediction-line.tsx'
import {
  type BulkChange,
  type Outcome,
  type Outcomes,
  type RowState,
  runBulkChange,
  dryRunBulkChange,
  plannedChanges,
  refusalOf,
  undoBulkChange,
} from '../../data/requests/bulk-change.ts'
import { type Entity, invalidate } from '../../data/requests/entity-mutation.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { FormError } from '../../ui/fields/form-error.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { attempt, describeError, toastError } from '../describe-error.ts'
import { QueryError } from '../query-error.tsx'
import { type BulkNoun, countOf, namesText, refusals } from './texts.ts'

/** The texts of a bulk act. `rows` is the number of rows with the noun: '3 articles'. */
export interface BulkWords {
  /** The button: 'Archive'. */
  label: string
  /** The button, where it is not the label with the number of rows, 'Archive 3'. */
  confirm?: (count: number) => string
  /** The title where it is not the label with the rows, 'Archive 3 articles'. */
  title?: (rows: string) => string
  /** What will be done: '3 articles go to the archive.' */
  will: (rows: string, count: number) => string
  /** What was done: '3 articles archived'. */
  done: (rows: string) => string
  /** For rows that already have the wanted values: '2 articles are archived already.' */
  already: (rows: string, count: number) => string
  /** Its other effects, derived from the present state of the rows. */
  effects?: (before: readonly RowState[]) => readonly string[]
  tone?: 'destructive'
}

/** PostgreSQL's code for a statement that took longer than it may. */
const STATEMENT_TIMEOUT = '57014'

interface BulkChangeDialogProps {
  noun: BulkNoun
  ids: readonly string[]
  table: BulkChange['table']
  act: string
  /** What the act needs; null until it is chosen in `children`. */
  given: BulkChange['given'] | null
  /** A text sent along with the act; it does not change which rows can be changed. */
  note?: string | undefined
  words: BulkWords
  canBeUndone: boolean
  /** Runs the change together with work outside the database, such as deleting files. */
  around?: (changeable: readonly Outcome[], change: () => Promise<Outcome[]>) => Promise<Outcome[]>
  /** The entities whose data is fetched again afterwards. */
  changes: readonly Entity[]
  onDone: () => void
  onClose: () => void
  /** The fields of the act. */
  children?: ReactNode
  /** A warning shown before the act; `isWarningLoading` while it is being loaded. */
  warning?: ReactNode
  isWarningLoading?: boolean
}

/**
 * Confirmation of a bulk act: shows by a dry run what the act will do to the selected rows, which rows cannot be changed and
 * why, and then does it. When somebody has changed one of them meanwhile, nothing is done and the dry run is repeated.
 */
export function BulkChangeDialog({
  noun,
  ids,
  table,
  act,
  given,
  note,
  words,
  canBeUndone,
  around = (_changeable, run) => run(),
  changes,
  onDone,
  onClose,
  children,
  warning,
  isWarningLoading = false,
}: BulkChangeDialogProps) {
  const client = useQueryClient()
  const change: BulkChange | null = given === null ? null : { table, act, given }
  const dryRun = useQuery({
    // Without the table's entity in the key, or the change itself would invalidate it.
    queryKey: ['bulk dry run', table, act, given, ids],
    queryFn: ({ signal }) => dryRunBulkChange({ table, act, given: given ?? {} }, ids, signal),
    enabled: given !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  const [isActing, setActing] = useState(false)
  const [isStale, setStale] = useState(false)
  const isKnown =
    change !== null && dryRun.data !== undefined && !dryRun.isPlaceholderData && !dryRun.isFetching
  const changeable = isKnown ? (dryRun.data?.done ?? []) : []

  const undo = useUndo({ table, noun, changes })
  const confirm = async () => {
    if (change === null) return
    setActing(true)
    setStale(false)
    try {
      const withNote = note === undefined ? change : { ...change, given: { ...change.given, note } }
      const changed = await around(changeable, () => runBulkChange(withNote, changeable))
      await invalidate(client, ...changes)
      showToast({
        title: words.done(countOf(changed.length, noun)),
        action: canBeUndone ? { label: 'Undo', onAction: () => undo(changed) } : undefined,
      })
      onDone()
    } catch (error) {
      if (error instanceof BackendError && error.kind === 'conflict') {
        setStale(true)
        await dryRun.refetch()
      } else if (error instanceof BackendError && error.code === STATEMENT_TIMEOUT) {
        showToast({
          title: `The ${noun.many} could not be changed`,
          description: 'It took too long, and nothing was done. Select fewer and try again.',
          tone: 'destructive',
        })
      } else toastError(`The ${noun.many} could not be changed`, error)
      setActing(false)
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={words.title?.(countOf(ids.length, noun)) ?? `${words.label} ${countOf(ids.length, noun)}`}
      confirmLabel={
        changeable.length === 0
          ? words.label
          : (words.confirm?.(changeable.length) ?? `${words.label} ${changeable.length}`)
      }
      tone={words.tone ?? 'default'}
      isPending={isActing}
      isDisabled={changeable.length === 0 || isWarningLoading}
      focusesCancel={children === undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-3">
        {children}
        {change !== null && <DryRun query={dryRun} isKnown={isKnown} noun={noun} words={words} />}
        {warning}
        <FormError
          message={
            isStale ? 'Somebody has changed some of these in the meantime. Nothing was done yet.' : null
          }
        />
        {change !== null && changeable.length > 0 && (
          <PredictionLine changes={plannedChanges(change, changeable)} />
        )}
      </div>
    </ConfirmDialog>
  )
}

/** What the change would do, as far as it is known. */
function DryRun({
  query,
  isKnown,
  noun,
  words,
}: Pick<BulkChangeDialogProps, 'noun' | 'words'> & {
  query: UseQueryResult<Outcomes>
  /** False: what is shown is of the choice before. */
  isKnown: boolean
}) {
  const { data, isLoadingError, error, refetch } = query
  if (isLoadingError)
    return (
      <QueryError title="It is not known what can be done" error={error} refetch={() => void refetch()} />
    )
  if (data === undefined) return <Skeleton className="h-12" />
  return (
    <div aria-live="polite" aria-busy={!isKnown} className={isKnown ? '' : 'opacity-60'}>
      <DryRunResult outcomes={data} noun={noun} words={words} />
    </div>
  )
}

/** Returns what undoes a change that was made. */
function useUndo({ table, noun, changes }: Pick<BulkChangeDialogProps, 'table' | 'noun' | 'changes'>) {
  const client = useQueryClient()
  return (changed: readonly Outcome[]) =>
    void attempt('Nothing was undone', async () => {
      const { done, refused } = await undoBulkChange({ table }, changed)
      await invalidate(client, ...changes)
      showToast({
        title: `${countOf(done.length, noun)} ${done.length === 1 ? 'is' : 'are'} as before`,
        description:
          refused.length > 0 ? `Changed since, and left as is: ${namesText(refused, noun)}` : undefined,
        tone: done.length === 0 ? 'destructive' : 'default',
      })
    })
}

/** What a dry run found: the rows that will change, the ones that need no change, and the refused ones by reason. */
function DryRunResult({
  outcomes: { done, nothing, refused },
  noun,
  words,
}: {
  outcomes: Outcomes
  noun: BulkNoun
  words: BulkWords
}) {
  const before = done.map((one) => one.before).filter((state) => state !== null)
  return (
    <div className="flex flex-col gap-2">
      {done.length > 0 && (
        <p>
          {[words.will(countOf(done.length, noun), done.length), ...(words.effects?.(before) ?? [])].join(
            ' ',
          )}
        </p>
      )}
      {nothing.length > 0 && (
        <p className="text-soft">{words.already(countOf(nothing.length, noun), nothing.length)}</p>
      )}
      {refused.length > 0 && (
        <div className="flex flex-col gap-1.5 rounded-md border border-rule bg-card p-3">
          <p className="font-semibold">{`${countOf(refused.length, noun)} cannot be changed and ${refused.length === 1 ? 'stays' : 'stay'} as before:`}</p>
          <ul
            aria-label="Cannot be changed"
            tabIndex={0}
            className="flex max-h-48 flex-col gap-2 overflow-y-auto text-sm -outline-offset-2"
          >
            {refusals(refused, (one) => describeError(refusalOf(one))).map(([reason, some]) => (
              <li key={reason}>
                <span className="text-madder">{reason}</span>
                <ul className="list-disc pl-5">
                  {some.map(({ id, name }) => (
                    <li key={id}>{name ?? `One ${noun.one} that is gone`}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
