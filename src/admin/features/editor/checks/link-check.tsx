import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LinkState } from '../../../../domain/story/checks.ts'
import { type BodyText, storyLinks } from '../../../../domain/story/story-checks.ts'
import { LINK_STATES, NO_LINKS } from '../../../story/checks/checked-story.ts'
import { describeError } from '../../../resources/describe-error.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { checkLinks } from './links.ts'

/** The links of the text, and what is known of them. */
export interface CheckedLinks {
  addresses: readonly string[]
  states: ReadonlyMap<string, LinkState>
  check: () => void
  isPending: boolean
  error: Error | null
}

/** Asked when somebody opens the list first, and by `check`. */
export function useCheckedLinks(body: readonly BodyText[], wasListOpened: boolean): CheckedLinks {
  const client = useQueryClient()
  const { data: states = NO_LINKS } = useQuery<ReadonlyMap<string, LinkState>>({
    queryKey: LINK_STATES,
    queryFn: skipToken,
  })
  const addresses = [...new Set(storyLinks(body).map(({ find }) => find.value))]
  const { mutate, isPending, error, isIdle } = useMutation({
    mutationFn: checkLinks,
    onSuccess: (found) => client.setQueryData(LINK_STATES, found),
  })
  const openFirst = useEffectEvent(() => {
    if (isIdle && addresses.length > 0) mutate(addresses)
  })
  useEffect(() => {
    if (wasListOpened) openFirst()
  }, [wasListOpened])
  return { addresses, states, check: () => mutate(addresses), isPending, error }
}

/** Says what is known of the links, with the button that asks for them. */
export function LinkCheck({ addresses, states, check, isPending, error }: CheckedLinks) {
  if (addresses.length === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-rule pt-4">
      <p role="status" className="min-w-0 flex-1 text-sm text-soft">
        {isPending
          ? 'Checking the links…'
          : error === null
            ? linksText(addresses, states)
            : `The links could not be checked. ${describeError(error)}`}
      </p>
      <Button size="sm" isPending={isPending} onPress={check}>
        Check Links
      </Button>
    </div>
  )
}

/** '12 links: 1 leads nowhere, 2 could not be checked'. */
function linksText(addresses: readonly string[], states: ReadonlyMap<string, LinkState>): string {
  const count = (state: LinkState | undefined) =>
    addresses.filter((address) => states.get(address) === state).length
  const links = addresses.length === 1 ? '1 link' : `${addresses.length} links`
  const [dead, unknown, unasked] = [count('dead'), count('unknown'), count(undefined)]
  const parts = [
    ...(dead > 0 ? [`${dead} ${dead === 1 ? 'leads' : 'lead'} nowhere`] : []),
    ...(unknown > 0 ? [`${unknown} could not be checked`] : []),
    ...(unasked > 0 ? [`${unasked} not checked yet`] : []),
  ]
  if (parts.length > 0) return `${links}: ${parts.join(', ')}`
  return addresses.length === 1 ? 'Its link answers' : `All ${links} answer`
}
