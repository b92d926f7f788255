import { queryOptions } from '@tanstack/react-query'
import { useEntityMutation } from '../../../data/requests/entity-mutation.ts'
import { removeSecondFactor, secondFactorSince } from '../../../session/second-factor.ts'
import { reloadSession } from '../../../session/session.ts'

/** When the signed-in person switched two-factor authentication on; null while it is off. */
export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'factor'],
  queryFn: secondFactorSince,
})

export const useRemoveSecondFactor = () =>
  useEntityMutation(['account'], async () => {
    await removeSecondFactor()
    await reloadSession()
  })
