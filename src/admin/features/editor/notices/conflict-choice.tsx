import { ARTICLE_STATUS_LABELS, articleType } from '../../../../domain/story/article.ts'
import { canEditArticle } from '../../../../domain/people/role.ts'
import { ConflictFrame } from '../../../resources/conflict-dialog.tsx'
import { useProfile } from '../../../session/use-profile.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Fact, FactList } from '../../../ui/layout/fact-list.tsx'
import { currentForm } from '../saving/article-record.ts'
import { type Field, sameForm, serializeForm } from '../saving/form.ts'
import { type Choice, type Conflict, mergeOf, statusOf } from '../saving/state.ts'
import { formatWhen } from '../../../ui/dates/format.ts'
import { useSaveState, useEditingSession } from '../use-editing-session.ts'
import { Differences } from './differences.tsx'
import { useWhoSaved } from './who-saved.ts'

/** The two texts of a conflict: which of them stays. The other is kept as a local draft. */
export function ConflictChoice({ conflict: { remote, intent } }: { conflict: Conflict }) {
  const { session } = useEditingSession()
  const me = useProfile()
  const form = useSaveState((state) => state.form)
  const savedForm = useSaveState((state) => state.savedForm)
  const mine = serializeForm(form)
  const merge = mergeOf({ form, savedForm }, remote)
  const isClash = merge.kind === 'clash'
  const theirs = isClash ? merge.other : currentForm(remote)
  const fields = articleType.overlap(isClash ? merge.base : serializeForm(savedForm), theirs, mine)
  const isPublished = isClash && merge.against === 'published'
  const status = useSaveState(statusOf)
  const saved = useWhoSaved(remote)
  const { article, workingCopy } = remote
  const mayOverwrite = canEditArticle(me, { ...article.form, status: article.status })
  const canMerge = mayOverwrite && !sameForm(isClash ? merge.mine : merge.form, mine)
  const contested = isClash ? fieldLabels(merge.contested) : ''
  const resolve = (choice: Choice) => session.dispatch({ type: 'resolve', choice })
  const publishes = intent === 'publish'
  return (
    <ConflictFrame
      title={isPublished ? 'The published article was changed as well' : saved.title}
      onLater={() => resolve('later')}
      laterLabel="Cancel"
      choices={
        isPublished ? (
          <>
            <Button onPress={() => resolve('both-with-theirs')}>
              {publishes ? 'Take the Published and Update' : 'Take the Published'}
            </Button>
            <Button variant="primary" onPress={() => resolve('both')}>
              {publishes ? 'Keep Mine and Update' : 'Keep Mine'}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={() => resolve('theirs')}>Take Theirs, Keep Mine Here</Button>
            {mayOverwrite && (
              <Button variant={canMerge ? 'secondary' : 'primary'} onPress={() => resolve('mine')}>
                {OVERWRITE[intent]}
              </Button>
            )}
            {canMerge && (
              <Button variant="primary" onPress={() => resolve('both')}>
                {publishes ? 'Combine and Publish' : 'Combine Both'}
              </Button>
            )}
          </>
        )
      }
    >
      {isPublished ? (
        <p>
          {contested}: changed in the unpublished changes, and after they were begun in the article that
          readers see. Which stays? All other changes of both are kept.
        </p>
      ) : (
        <p>
          {saved.by} saved it {formatWhen(workingCopy?.updated_at ?? article.updated_at)}, after you had
          opened it. Your text has not been saved. Whichever you choose, the other text is kept on this device
          and can be compared and restored.
          {canMerge &&
            isClash &&
            ` Combined, the text has the changes of both; in ${contested} it has yours.`}
        </p>
      )}
      <FactList layout="columns">
        <Fact name={isPublished ? 'Changed for readers' : 'They changed'}>{fieldLabels(fields.theirs)}</Fact>
        <Fact name={isPublished ? 'Not published yet' : 'You changed'}>{fieldLabels(fields.mine)}</Fact>
        {article.status !== status && <Fact name="Status now">{ARTICLE_STATUS_LABELS[article.status]}</Fact>}
      </FactList>
      {!mayOverwrite && (
        <p className="text-sm">
          The article is no longer yours to change, so your text cannot replace theirs.
        </p>
      )}
      <Differences
        before={theirs}
        after={mine}
        beforeLabel={isPublished ? 'Published' : 'Theirs'}
        afterLabel={isPublished ? 'Not published yet' : 'Yours'}
      />
    </ConflictFrame>
  )
}

const OVERWRITE: Readonly<Record<Conflict['intent'], string>> = {
  auto: 'Overwrite with My Text',
  draft: 'Overwrite with My Text',
  review: 'Overwrite and Submit',
  publish: 'Overwrite and Publish',
  archive: 'Overwrite and Archive',
}

function fieldLabels(fields: readonly Field[]): string {
  return fields.length === 0
    ? 'Nothing in the text'
    : fields.map((field) => articleType.labels[field]).join(', ')
}
