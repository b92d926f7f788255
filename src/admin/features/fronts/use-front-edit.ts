import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { serverClock } from '../../../backend/server-clock.ts'
import { type FrontBlock, blocksSchema } from '../../../domain/sections/front.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { toastError } from '../../resources/describe-error.ts'
import { type Token, useKeptEdit } from '../../resources/use-kept-edit.ts'
import { useSaveOnto } from '../../resources/use-save-onto.ts'
import { useSections } from '../../story/sections.ts'
import {
  type FrontState,
  type FrontVersion,
  blocksOf,
  frontsQuery,
  removeFront,
  saveFront,
  stateOfFront,
} from './data/fronts.ts'

const draftSchema = z.object({ blocks: blocksSchema })
const DRAFTS = { version: 1, decode: (stored: unknown) => draftSchema.parse(stored) }

/** A save: when it goes live (null: now), and what it is for. */
export interface Going {
  liveFrom: string | null
  note: string
}

/** What a save changes: the prepared version and the live one, and what the edit began with. */
interface Base {
  prepared: FrontVersion | null
  liveId: string | null
  /** The number of a prepared version, else the id of the then live one; null: none was live. */
  token: Token
}

/** The base of an edit that begins with a version (null: the live one). */
function baseOf(opened: FrontVersion | null, { live }: FrontState, now: Date): Base {
  const isAhead = opened !== null && Date.parse(opened.live_from) > now.getTime()
  const prepared = isAhead ? opened : null
  const liveId = live?.id ?? null
  return { prepared, liveId, token: prepared?.version ?? liveId }
}

interface Saved {
  going: Going
  /** Null: the standard page. */
  blocks: readonly FrontBlock[] | null
}

interface Options {
  path: string
  state: FrontState
  /** The chosen version; null: the live one. */
  opened: FrontVersion | null
  now: Date
  /** The saved version, and whether readers have it now. */
  onSaved: (saved: FrontVersion, isLive: boolean) => void
}

/**
 * The edit of a front: its blocks with the unsaved changes, which survive a reload, and its saves. Changes of a prepared
 * version are saved to it; changes of the live or a former version become a new version.
 */
export function useFrontEdit({ path, state, opened, now, onSaved }: Options) {
  const client = useQueryClient()
  const base = baseOf(opened, state, now)
  const { prepared } = base
  const sections = useSections()
  const { form, token, change, discard, isChanged, draftSavedAt } = useKeptEdit({
    name: `front.${path}.${opened?.id ?? 'live'}`,
    type: DRAFTS,
    stored: { blocks: blocksOf(sections, opened ?? state.live, path) },
    token: base.token,
  })
  const { blocks } = form
  const save = useEntityMutation(['front_versions'], saveFront)
  const remove = useEntityMutation(['front_versions'], removeFront)

  const { saveOnto, conflict } = useSaveOnto<Base, Saved>({
    save: async (onto, { going: { liveFrom, note }, blocks }) => {
      // The standard page goes live beside a prepared version, which stays.
      const [changed, from] = blocks === null ? [null, onto.liveId] : [onto.prepared, onto.token]
      const saved = await save.mutateAsync({
        ...{ path, blocks, liveFrom, note },
        prepared: changed && { id: changed.id, version: Number(from) },
        // A prepared version may have gone live meanwhile: then it is the live one.
        base: typeof from === 'number' ? (opened?.id ?? null) : from,
      })
      discard()
      onSaved(saved, Date.parse(saved.live_from) <= serverClock.now().getTime())
    },
    load: async () => {
      const versions = await client.fetchQuery({ ...frontsQuery, staleTime: 0 })
      const [theirs = null, at] = [versions.find(({ id }) => id === opened?.id), serverClock.now()]
      return baseOf(theirs, stateOfFront(versions, path, at), at)
    },
    onTakeTheirs: discard,
    onFailed: (error) => toastError('Failed to save the page', error),
  })

  return {
    blocks,
    change: (changed: readonly FrontBlock[]) => change({ blocks: [...changed] }),
    discard,
    isChanged,
    isPending: save.isPending || remove.isPending,
    draftSavedAt,
    prepared,
    /** Saves the blocks. Resolves with whether nothing is left to save. */
    save: (going: Going) => saveOnto({ ...base, token }, { going, blocks }),
    /** Has the standard page go live. */
    saveStandard: () => saveOnto(base, { going: { liveFrom: null, note: '' }, blocks: null }),
    /** Takes the prepared version away. Rejects with a BackendError. */
    remove: async (id: string) => {
      await remove.mutateAsync(id)
      discard()
    },
    /** The conflict with what somebody else has saved since; null without one. */
    conflict,
  }
}

export type FrontEdit = ReturnType<typeof useFrontEdit>
