import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { serverClock } from '../../../backend/server-clock.ts'
import { BackendError } from '../../../backend/errors.ts'
import { type FrontBlock, blocksSchema, frontTitle } from '../../../domain/front.ts'
import { can } from '../../../domain/role.ts'
import { useColleagues } from '../../data/colleagues.ts'
import { useEntityMutation } from '../../data/entity-mutation.ts'
import { ConflictDialog } from '../../resources/conflict-dialog.tsx'
import { attempt, toastError } from '../../resources/describe-error.ts'
import { createFormDraft } from '../../resources/form-draft.ts'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { ScreenBox } from '../../resources/list-screen.tsx'
import { DraftNotice } from '../../resources/row-form.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.ts'
import { ScreenTitle, TopBarActions } from '../../ui/top-bar.tsx'
import { useCalendar } from '../../ui/use-calendar.ts'
import { BLOCK_LABELS, BlockList } from './block-list.tsx'
import {
  type FrontState,
  type FrontVersion,
  blocksOf,
  removeFront,
  saveFront,
  stateOfFront,
} from './data/fronts.ts'
import { chosenStoriesQuery, filledAt, readingsQuery, suppliesQuery } from './data/stories.ts'
import { addableKinds, itemsOf, newBlock, problemOf } from './edit-blocks.ts'
import { FrontPage } from './front-page.tsx'
import { liveText } from './fronts-screen.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

const draftSchema = z.object({ blocks: blocksSchema })
const DRAFTS = { version: 1, decode: (stored: unknown) => draftSchema.parse(stored) }

const READINGS_DAYS = 7

type Asking = 'schedule' | 'standard' | 'remove'

interface Props {
  path: string
  state: FrontState
  /** The version that was chosen; null: the one that is live. */
  opened: FrontVersion | null
  /** The versions of the other fronts. */
  others: readonly FrontVersion[]
  now: Date
  mayWrite: boolean
}

/**
 * The editor of a front. Changes of a prepared version are saved to it; those of the live one, or of a former one, become a
 * new version.
 */
export function FrontEditor({ path, state, opened, others, now, mayWrite }: Props) {
  const { id: userId, role } = useProfile()
  const navigate = useNavigate()
  const calendar = useCalendar()
  const { nameOf } = useColleagues()
  const format = (iso: string) => calendar.format(iso, 'dateAndTime')
  /** The version that the edit began with. */
  const [base] = useState({ live: state.live, opened: opened ?? state.live })
  const prepared = opened !== null && Date.parse(opened.live_from) > now.getTime() ? base.opened : null
  const isFormer = opened !== null && prepared === null && opened.id !== state.live?.id
  const stored = blocksOf(base.opened, path)

  const [draft] = useState(() => createFormDraft(DRAFTS, userId, `front.${path}.${opened?.id ?? 'live'}`))
  const [found, setFound] = useState(() => (mayWrite ? draft.read() : null))
  const [blocks, setBlocks] = useState<readonly FrontBlock[]>(() => found?.form.blocks ?? stored)
  const isChanged = JSON.stringify(blocks) !== JSON.stringify(stored)
  useEffect(() => {
    if (!mayWrite) return
    if (isChanged) {
      const savedAt = serverClock.now().toISOString()
      draft.put({ savedAt, version: base.opened?.id ?? null, form: { blocks: [...blocks] } })
    } else draft.remove()
  }, [blocks, isChanged, mayWrite, draft, base])

  const [moment, setMoment] = useState<string | null>(prepared?.live_from ?? null)
  const [selected, setSelected] = useState<string | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [conflict, setConflict] = useState<{ liveFrom: string | null; note: string } | null>(null)
  const save = useEntityMutation(['front_versions'], saveFront)
  const remove = useEntityMutation(['front_versions'], removeFront)

  const at = moment ?? now.toISOString().slice(0, 16) + ':59.999Z'
  const chosenIds = [...new Set(itemsOf(blocks).map(({ article_id }) => article_id))].sort()
  const chosen = useQuery(chosenStoriesQuery(chosenIds))
  const supplies = useQuery(suppliesQuery(blocks, path, at))
  const filled =
    supplies.data === undefined
      ? null
      : filledAt(blocks, path, Date.parse(at), chosen.data ?? [], supplies.data)
  const shownIds = [...new Set([...(filled?.values() ?? [])].flat().map(({ id }) => id))].sort()
  const since = calendar.dayOf(new Date(now.getTime() - (READINGS_DAYS - 1) * 86_400_000).toISOString())
  const readings = useQuery({
    ...readingsQuery(shownIds, since),
    enabled: can(role, 'analytics.read') && shownIds.length > 0,
  })
  const problem = problemOf(blocks)

  const trySave = async (
    liveFrom: string | null,
    note: string,
    { isStandard = false, onto = prepared, live = base.live } = {},
  ) => {
    try {
      const saved = await save.mutateAsync({
        ...{ path, liveFrom, note, prepared: onto, base: live?.id ?? null },
        blocks: isStandard ? null : blocks,
      })
      draft.remove()
      setFound(null)
      const isLive = Date.parse(saved.live_from) <= serverClock.now().getTime()
      showToast({
        title: isLive ? `${frontTitle(path)} goes live now` : `Prepared for ${format(saved.live_from)}`,
      })
      setAsking(null)
      setConflict(null)
      await navigate({
        to: '/admin/fronts/$page',
        params: (before) => ({ page: before.page ?? '' }),
        search: isLive ? {} : { version: saved.id },
        replace: true,
        ignoreBlocker: true,
      })
    } catch (error) {
      if (error instanceof BackendError && error.kind === 'conflict') setConflict({ liveFrom, note })
      else toastError('Failed to save the front', error)
    }
  }

  const theirs = prepared === null ? state.live : opened
  const status =
    prepared !== null
      ? `Prepared for ${format(prepared.live_from)}${prepared.note === '' ? '' : `: ${prepared.note}`}`
      : isFormer
        ? `As it was from ${format(opened.live_from)} on. It comes back when you have it go live.`
        : liveText(state.live, format, nameOf)

  return (
    <ScreenBox className="max-w-none!">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <ScreenTitle isInTopBar={false}>{frontTitle(path)}</ScreenTitle>
          <p className="text-sm text-soft">{status}</p>
        </div>
        <div className="w-full sm:w-72">
          <VersionSelect path={path} state={state} opened={opened} format={format} />
        </div>
      </div>
      {mayWrite && (
        <TopBarActions>
          {problem !== null && <span className="text-sm text-madder max-lg:sr-only">{problem}</span>}
          <Menu
            label="More for this front"
            trigger={<Button>More</Button>}
            actions={[
              ...(prepared === null
                ? []
                : [
                    { id: 'now', label: 'Go Live Now', onAction: () => void trySave(null, prepared.note) },
                    {
                      id: 'remove',
                      label: 'Take Away…',
                      tone: 'destructive' as const,
                      onAction: () => setAsking('remove'),
                    },
                  ]),
              { id: 'standard', label: 'Back to the Standard Page…', onAction: () => setAsking('standard') },
            ]}
          />
          <Button isDisabled={problem !== null} onPress={() => setAsking('schedule')}>
            {prepared === null ? 'Go Live at…' : 'Change Time…'}
          </Button>
          {prepared === null ? (
            <Button
              variant="primary"
              isDisabled={problem !== null || (!isChanged && !isFormer)}
              isPending={save.isPending}
              onPress={() => void trySave(null, '')}
            >
              Go Live Now
            </Button>
          ) : (
            <Button
              variant="primary"
              isDisabled={problem !== null || !isChanged}
              isPending={save.isPending}
              onPress={() => void trySave(prepared.live_from, prepared.note)}
            >
              Save
            </Button>
          )}
        </TopBarActions>
      )}
      {found !== null && (
        <DraftNotice
          rowForm={{
            draftSavedAt: found.savedAt,
            startOver: () => {
              setBlocks(stored)
              setFound(null)
            },
          }}
        />
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(24rem,30rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-3">
          <BlockList
            blocks={blocks}
            onChange={setBlocks}
            path={path}
            filled={filled}
            isFailed={supplies.isError}
            supplies={supplies.data ?? null}
            chosen={chosen.data ?? null}
            readings={new Map(readings.data?.map(({ id, views }) => [id, views]))}
            otherFronts={frontsWith(others, now)}
            at={new Date(at)}
            selected={selected}
            onSelect={setSelected}
            isReadOnly={!mayWrite}
          />
          {mayWrite && (
            <Menu
              label="Add a block"
              placement="top"
              trigger={
                <Button isDisabled={addableKinds(blocks, path).length === 0}>
                  <Plus aria-hidden className="size-4" />
                  Add Block
                </Button>
              }
              actions={addableKinds(blocks, path).map((kind) => ({
                id: kind,
                label: BLOCK_LABELS[kind],
                onAction: () => setBlocks([...blocks, newBlock(kind)]),
              }))}
            />
          )}
          {blocks.length === 0 && (
            <p className="rounded-lg border border-dashed border-rule p-4 text-sm text-soft">
              Nothing stands above the list of this section. A block is added to its front with Add Block.
            </p>
          )}
        </div>
        <FrontPage
          path={path}
          blocks={blocks}
          stories={[
            ...(supplies.data?.all ?? []),
            ...[...(supplies.data?.sections.values() ?? [])].flat(),
            ...(supplies.data?.featured ?? []),
            ...(chosen.data ?? []),
          ]}
          moment={moment}
          onMoment={setMoment}
          onSelect={setSelected}
          mayDraw={mayWrite && problem === null}
        />
      </div>
      {asking === 'schedule' && (
        <ScheduleDialog
          time={prepared?.live_from ?? null}
          note={prepared?.note ?? ''}
          isPending={save.isPending}
          onSave={(liveFrom, note) => void trySave(liveFrom, note)}
          onClose={() => setAsking(null)}
        />
      )}
      <ConfirmDialog
        isOpen={asking === 'standard'}
        title="Back to the standard page?"
        confirmLabel="Go Live Now"
        isPending={save.isPending}
        onConfirm={() => void trySave(null, '', { isStandard: true, onto: null })}
        onCancel={() => setAsking(null)}
      >
        The page then fills itself as it did before anybody made a front for it. This front is kept among the
        former ones.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'remove'}
        title="Take this front away?"
        confirmLabel="Take Away"
        tone="destructive"
        isPending={remove.isPending}
        onConfirm={() =>
          void attempt('The front could not be taken away', async () => {
            await remove.mutateAsync(opened?.id ?? '')
            draft.remove()
            await navigate({
              to: '/admin/fronts/$page',
              params: (before) => ({ page: before.page ?? '' }),
              search: {},
              replace: true,
              ignoreBlocker: true,
            })
          })
        }
        onCancel={() => setAsking(null)}
      >
        It does not go live then, and cannot be brought back. What is live stays.
      </ConfirmDialog>
      {conflict !== null && (
        <ConflictDialog
          noun="this front"
          onTakeTheirs={() => {
            draft.remove()
            window.location.reload()
          }}
          onOverwrite={() =>
            void trySave(conflict.liveFrom, conflict.note, {
              onto: prepared === null ? null : opened,
              live: state.live,
            })
          }
          onLater={() => setConflict(null)}
        >
          <p>
            {theirs === null
              ? 'It was saved after you had opened it.'
              : `It was saved ${format(theirs.updated_at)}, after you had opened it. Yours has not been saved.`}
          </p>
        </ConflictDialog>
      )}
      <UnsavedWarning isDirty={isChanged && mayWrite} onDiscard={draft.remove} />
    </ScreenBox>
  )
}

/** By story, the titles of the other fronts that are live and that it was chosen for. */
function frontsWith(versions: readonly FrontVersion[], now: Date): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const path of new Set(versions.map(({ page }) => page))) {
    const { live } = stateOfFront(versions, path, now)
    for (const { article_id: id } of itemsOf(live?.blocks ?? [])) {
      found.set(id, [...new Set([...(found.get(id) ?? []), frontTitle(path)])])
    }
  }
  return found
}

/** The versions of a front, to open another one. */
function VersionSelect({
  path,
  state: { live, prepared, former },
  opened,
  format,
}: {
  path: string
  state: FrontState
  opened: FrontVersion | null
  format: (iso: string) => string
}) {
  const navigate = useNavigate()
  const named = ({ id, live_from, note }: FrontVersion, label: string) => ({
    id,
    label: `${label} ${format(live_from)}`,
    ...(note === '' ? {} : { detail: note }),
  })
  return (
    <Select
      label={`Version of ${frontTitle(path)}`}
      hideLabel
      options={[
        { id: null, label: 'Live now' },
        ...prepared.map((version) => named(version, 'Prepared for')),
        ...former.map((version) => named(version, 'Former, from')),
      ]}
      value={opened === null || opened.id === live?.id ? null : opened.id}
      onChange={(id) =>
        void navigate({
          to: '/admin/fronts/$page',
          params: (before) => ({ page: before.page ?? '' }),
          search: id === null ? {} : { version: id },
        })
      }
    />
  )
}
