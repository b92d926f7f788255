import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  type BlockKind,
  type FrontBlock,
  blockHeading,
  frontPaths,
  frontTitle,
  hasStories,
} from '../../../domain/sections/front.ts'
import type { Sections } from '../../../domain/sections/section.ts'
import { readingsQuery } from '../../story/readings.ts'
import { useSections } from '../../story/sections.ts'
import { can } from '../../../domain/people/role.ts'
import { useColleagues } from '../../data/people/colleagues.ts'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { DraftNotice } from '../../resources/row-form.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { useMediaQuery } from '../../ui/layout/use-media-query.ts'
import { itemsOf } from '../../story/blocks/edit-blocks.ts'
import { BlockList } from '../../story/blocks/block-list.tsx'
import { type StoriesProps, StoriesOfBlock } from '../../story/blocks/stories-of-block.tsx'
import { chosenStoriesQuery, filledAt, knownStories, suppliesQuery } from '../../story/blocks/stories.ts'
import { type FrontState, type FrontVersion, stateOfFront } from './data/fronts.ts'
import { addableKinds, newBlock, problemOf } from './edit-blocks.ts'
import { FrontActions } from './front-actions.tsx'
import { FrontPage } from './front-page.tsx'
import { frontName } from './front-search.ts'
import { liveText } from './fronts-screen.tsx'
import { useFrontEdit } from './use-front-edit.ts'
import { heroRemark } from './warnings.ts'

/** Windows in which the page is above its blocks, not beside them. */
const STACKED_QUERY = '(max-width: 1279px)'

const BLOCK_LABELS: Readonly<Record<BlockKind, string>> = {
  hero: 'Hero',
  featured: 'Featured Stories',
  stories: 'Stories',
  letter: 'Newsletter',
}

const READINGS_DAYS = 7
const DAY_MS = 86_400_000

interface Props {
  path: string
  state: FrontState
  /** The chosen version; null: the live one. */
  opened: FrontVersion | null
  /** The versions of the other fronts. */
  others: readonly FrontVersion[]
  now: Date
  mayWrite: boolean
}

/** The editor of a front: at the left its blocks, at the right the page as it will be. */
export function FrontEditor({ path, state, opened, others, now, mayWrite }: Props) {
  const { role } = useProfile()
  const navigate = useNavigate()
  const calendar = useCalendar()
  const colleagues = useColleagues()
  const sections = useSections()
  const title = frontTitle(sections, path)
  const format = (iso: string) => calendar.format(iso, 'dateAndTime')
  const open = (version: string | null, { isGuarded = true } = {}) =>
    void navigate({
      to: '/admin/fronts/$page',
      params: { page: frontName(path) },
      search: version === null ? {} : { version },
      ignoreBlocker: !isGuarded,
    })
  const edit = useFrontEdit({
    ...{ path, state, opened, now },
    onSaved: (saved, isLive) => {
      showToast({
        title: isLive ? `${title} goes live now` : `Prepared for ${format(saved.live_from)}`,
      })
      open(isLive ? null : saved.id, { isGuarded: false })
    },
  })
  const { blocks, prepared } = edit
  const isFormer = opened !== null && prepared === null && opened.id !== state.live?.id

  const isStacked = useMediaQuery(STACKED_QUERY)
  const [moment, setMoment] = useState<string | null>(prepared?.live_from ?? null)
  const [selected, setSelected] = useState<string | null>(null)
  /** To the minute, so that the stories are asked for once a minute at most. */
  const at = moment ?? new Date(Math.ceil(now.getTime() / 60_000) * 60_000).toISOString()
  const chosenIds = [...new Set(itemsOf(blocks).map(({ article_id }) => article_id))].sort()
  const chosen = useQuery(chosenStoriesQuery(chosenIds))
  const supplies = useQuery(suppliesQuery(sections, blocks, path, at))
  const stories = knownStories(supplies.data, chosen.data)
  const filled = supplies.data
    ? filledAt(sections, blocks, path, Date.parse(at), stories, supplies.data)
    : null
  const shownIds = [...new Set([...(filled?.values() ?? [])].flat().map(({ id }) => id))].sort()
  const since = calendar.dayOf(new Date(now.getTime() - (READINGS_DAYS - 1) * DAY_MS).toISOString())
  const readings = useQuery({
    ...readingsQuery(shownIds, since),
    enabled: can(role, 'analytics.read') && shownIds.length > 0,
  })
  const problem = problemOf(blocks)
  const remark = heroRemark(blocks, filled, stories)
  const kinds = addableKinds(blocks, path)
  const theirs = prepared ?? state.live

  const nameOf = (block: FrontBlock) =>
    block.kind === 'stories' ? blockHeading(sections, block) : BLOCK_LABELS[block.kind]
  const ofStories: StoriesProps<FrontBlock> = {
    ...{ noun: 'page', blocks, onChange: edit.change, nameOf, path, filled, stories, selected },
    isFailed: supplies.isLoadingError,
    areChosenKnown: chosen.isSuccess,
    readings: readings.data && new Map(readings.data.map(({ id, begun }) => [id, begun])),
    otherFronts: frontsWith(sections, others, now),
    at: new Date(at),
    onSelect: setSelected,
    isReadOnly: !mayWrite,
  }

  const page = (
    <FrontPage
      path={path}
      blocks={blocks}
      stories={stories}
      moment={moment}
      onMoment={setMoment}
      onSelect={setSelected}
      cannotDraw={
        !mayWrite ? 'The page is drawn for those who may change it.' : edit.isChanged ? problem : null
      }
    />
  )

  return (
    <ScreenBox className="max-w-none!">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <ScreenTitle isInTopBar={false}>{title}</ScreenTitle>
          <p className="text-sm text-soft">
            {prepared !== null
              ? `Prepared for ${format(prepared.live_from)}${prepared.note === '' ? '' : `: ${prepared.note}`}`
              : isFormer
                ? `As it was from ${format(opened.live_from)} on. It comes back when you have it go live.`
                : liveText(state.live, format, colleagues.nameOf)}
          </p>
          {mayWrite && prepared === null && (
            <p className="text-sm text-soft">
              Readers see what you change once it goes live: now, or at a time.
            </p>
          )}
          {problem !== null && edit.isChanged ? (
            <p role="status" className="text-sm text-madder">
              {problem}
            </p>
          ) : (
            remark !== null && (
              <p role="status" className="text-sm">
                {remark}
              </p>
            )
          )}
        </div>
        <div className="w-full empty:hidden sm:w-72">
          <VersionSelect state={state} opened={opened} format={format} onChange={open} />
        </div>
      </div>
      {mayWrite && (
        <FrontActions
          edit={edit}
          isFormer={isFormer}
          problem={problem}
          remark={remark}
          savedAt={theirs && format(theirs.updated_at)}
          onRemoved={() => open(null, { isGuarded: false })}
        />
      )}
      {mayWrite && <DraftNotice rowForm={{ draftSavedAt: edit.draftSavedAt, startOver: edit.discard }} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(24rem,30rem)_minmax(0,1fr)]">
        {isStacked && page}
        {/* What is changed while it is saved would not be in it. */}
        <div inert={edit.isPending} className="flex flex-col items-start gap-3">
          {blocks.length === 0 && (
            <p className="w-full rounded-lg border border-dashed border-rule p-4 text-sm text-soft">
              Nothing stands above the list of this section.
            </p>
          )}
          {readings.data?.every(({ begun }) => begun === 0) === true && (
            <p className="text-sm text-soft">{`None of these stories was read in the last ${READINGS_DAYS} days.`}</p>
          )}
          <BlockList blocks={blocks} onChange={edit.change} nameOf={nameOf} isReadOnly={!mayWrite}>
            {(block, index) =>
              hasStories(block) ? (
                <StoriesOfBlock {...ofStories} block={block} index={index} />
              ) : (
                <p className="text-sm text-soft">
                  The line that subscribes to the newsletter. It is hidden while that is off.
                </p>
              )
            }
          </BlockList>
          {mayWrite && kinds.length > 0 && (
            <Menu
              label="Add a block"
              placement="top"
              trigger={
                <Button>
                  <Plus aria-hidden className="size-4" />
                  Add Block
                </Button>
              }
              actions={kinds.map((kind) => ({
                id: kind,
                label: BLOCK_LABELS[kind],
                onAction: () => edit.change([...blocks, newBlock(kind)]),
              }))}
            />
          )}
        </div>
        {!isStacked && page}
      </div>
      <UnsavedWarning isDirty={edit.isChanged && mayWrite} onDiscard={edit.discard} />
    </ScreenBox>
  )
}

/** By story, the titles of the other fronts that are live and that it was chosen for. */
function frontsWith(
  sections: Sections,
  versions: readonly FrontVersion[],
  now: Date,
): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const path of frontPaths(sections)) {
    const { live } = stateOfFront(versions, path, now)
    for (const id of new Set(itemsOf(live?.blocks ?? []).map(({ article_id }) => article_id))) {
      found.set(id, [...(found.get(id) ?? []), frontTitle(sections, path)])
    }
  }
  return found
}

/** The versions of a front, to open another one. */
function VersionSelect({
  state: { live, prepared, former },
  opened,
  format,
  onChange,
}: {
  state: FrontState
  opened: FrontVersion | null
  format: (iso: string) => string
  onChange: (version: string | null) => void
}) {
  const named = (label: string) => (version: FrontVersion) => ({
    id: version.id,
    label: `${label} ${format(version.live_from)}`,
    ...(version.note === '' ? {} : { detail: version.note }),
  })
  if (prepared.length + former.length === 0) return null
  return (
    <Select
      label="Version you are changing"
      options={[
        { id: null, label: 'Live now' },
        ...prepared.map(named('Prepared for')),
        ...former.map(named('Former, from')),
      ]}
      value={opened === null || opened.id === live?.id ? null : opened.id}
      onChange={onChange}
    />
  )
}
