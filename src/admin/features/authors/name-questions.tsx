import { useQuery } from '@tanstack/react-query'
import { PredictionLine } from '../../resources/prediction/prediction-line.tsx'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { attempt } from '../../resources/describe-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { type NameQuestion, declineName, nameQuestionsQuery, setPublicName } from './data/names.ts'

/** What editors have to decide about public names, above the list of authors; nothing when there is none. */
export function NameQuestions() {
  const { data = [] } = useQuery(nameQuestionsQuery)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="names-heading" className="flex flex-col gap-3">
      <h2 id="names-heading" className="text-lg font-semibold">
        Names to Confirm
      </h2>
      <ul className="divide-y divide-rule rounded-lg border border-rule bg-card">
        {data.map((question) => (
          <Question key={question.profile_id} question={question} />
        ))}
      </ul>
    </section>
  )
}

function Question({ question }: { question: NameQuestion }) {
  const { asked_name, is_request } = question
  const accept = useEntityMutation(['name_requests', 'authors', 'users', 'articles'], setPublicName)
  const decline = useEntityMutation(['name_requests'], declineName)
  const decide = (decision: typeof accept, title: string) =>
    attempt(
      'Failed to save the name',
      async () => {
        await decision.mutateAsync(question)
        showToast({ title })
      },
      { conflict: 'The name was changed in the meantime.' },
    )
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-3.5">
      <div className="min-w-64 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">{titleOf(question)}</p>
        <p className="text-sm text-soft">{consequenceOf(question)}</p>
        <PredictionLine
          changes={[
            { call: 'set_public_name', args: { p_profile: question.profile_id, p_name: asked_name } },
          ]}
        />
      </div>
      <div className="flex gap-2">
        {is_request && (
          <Button
            isPending={decline.isPending}
            onPress={() => void decide(decline, 'Name declined')}
            aria-label={`Decline ${asked_name}`}
          >
            Decline
          </Button>
        )}
        <Button
          variant="primary"
          isPending={accept.isPending}
          onPress={() => void decide(accept, 'Name confirmed')}
          aria-label={`Confirm ${asked_name}`}
        >
          Confirm
        </Button>
      </div>
    </li>
  )
}

function titleOf({ email, full_name, asked_name, is_request }: NameQuestion): string {
  const account = email ?? 'An account without address'
  return is_request
    ? `${full_name ?? 'Without a name'} (${account}) asks for the name “${asked_name}”`
    : `${account} has the name “${asked_name}”, which is that of an author`
}

/** What confirming the name does. */
function consequenceOf({ author_name, is_name_of_another, stories }: NameQuestion): string {
  const carried =
    stories === 0
      ? 'It has no published story yet.'
      : stories === 1
        ? 'Its 1 published story carries the name.'
        : `Its ${stories} published stories carry the name.`
  if (author_name !== null) {
    return `Confirm only if this is the same person: the account then gets the author page of ${author_name}. ${carried}`
  }
  if (is_name_of_another === true) {
    return `Somebody else has this name and keeps their author page. Confirm only if both are called so. ${carried}`
  }
  return carried
}
