import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { type Topic, TOPICS } from '../../../../domain/letters/letter-states.ts'
import { TOPIC_TEXTS } from '../../../../domain/letters/topic-texts.ts'
import { settingsType } from '../../../../domain/site/settings.ts'
import { MAIN_LANGUAGE } from '../../../../domain/text/language.ts'
import { standardTexts } from '../../../../words/standard-texts.ts'
import { optionalRowQuery } from '../../../data/requests/queries.ts'

const settingsSchema = z.pick(settingsType.row, { language: true, texts: true })

/** The language and the own texts of the magazine; null while nobody has saved settings. */
export const topicNamesQuery = optionalRowQuery(['settings', 'topics of letters'], settingsSchema, () =>
  adminClient().from('site_settings').select('language, texts'),
)

/** What readers read beside the switch of each topic. */
export function useTopicNames(): Readonly<Record<Topic, string>> {
  const { data } = useQuery(topicNamesQuery)
  const texts = { ...standardTexts(data?.language ?? MAIN_LANGUAGE), ...data?.texts }
  return Object.fromEntries(TOPICS.map((topic) => [topic, texts[TOPIC_TEXTS[topic]]])) as Record<
    Topic,
    string
  >
}
